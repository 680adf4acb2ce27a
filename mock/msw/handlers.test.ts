import { getResponse } from "msw";
import { expect } from "playwright/test";
import { type MswPackage, test } from "../testing/msw-versions.ts";
import { createHandlers, createWorld } from "./handlers.ts";

const KEY = { authorization: "Bearer demo-key" };

for (const version of ["msw", "msw3"] satisfies MswPackage[])
  test(`${version}: they answer everything below the base address and nothing else`, async ({
    loadMsw,
  }) => {
    const { getResponse, createHandlers } = await loadMsw(version);
    const handlers = createHandlers({ baseUrl: "https://api.shop.test/v1/" });
    for (const [url, status] of [
      ["https://api.shop.test/v1", 404],
      ["https://api.shop.test/v1/", 404],
      ["https://api.shop.test/v1?x", 404],
      ["https://api.shop.test/v1/store/orders", 200],
      ["https://api.shop.test/v1/store/orders/abc/def", 404],
      ["https://api.shop.test/v1/pets/x/%E0%A4%A", 404],
      ["https://api.shop.test/v2/store/orders", undefined],
      ["https://api.shop.test/v10/store/orders", undefined],
      ["https://api.shop.test/V1/store/orders", undefined],
      ["http://api.shop.test/v1/store/orders", undefined],
      ["https://apixshop.test/v1/store/orders", undefined],
      ["https://other.test/?u=https://api.shop.test/v1/store/orders", undefined],
    ] as const) {
      const response = await getResponse(handlers, new Request(url, { headers: KEY }));
      expect(response?.status, url).toBe(status);
    }
  });

test("an invalid base address, or one of another version, is refused with the fix", () => {
  for (const baseUrl of ["/v1", "http://orders.test/v2", "http://orders.test/v10"])
    expect(() => createHandlers({ baseUrl }), baseUrl).toThrow(
      "baseUrl takes a URL that ends in the version",
    );
});

test("handlers are isolated unless they have the same world", async () => {
  const baseUrl = "http://orders.test/v1";
  const world = createWorld({ scenario: "all-pending" });
  const statuses: (number | undefined)[] = [];
  for (const handlers of [
    createHandlers({ world, baseUrl }),
    createHandlers({ world, baseUrl }),
    createHandlers({ scenario: "all-pending", baseUrl }),
  ]) {
    const request = new Request(`${baseUrl}/store/orders/2`, { method: "DELETE", headers: KEY });
    statuses.push((await getResponse(handlers, request))?.status);
  }
  expect(statuses).toEqual([204, 404, 204]);
  expect((await world.requests()).map(({ status }) => status)).toEqual([204, 404]);
});
