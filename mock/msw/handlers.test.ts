import { getResponse } from "msw";
import { expect } from "playwright/test";
import { type Msw, type MswPackage, test } from "../testing/msw-versions.ts";
import { createHandlers, createWorld } from "./handlers.ts";

const KEY = { authorization: "Bearer demo-key" };

function client({ getResponse, createHandlers }: Msw, baseUrl?: string) {
  const handlers = createHandlers({ baseUrl });
  return (url: string) => getResponse(handlers, new Request(url, { headers: KEY }));
}

for (const version of ["msw", "msw3"] satisfies MswPackage[]) {
  test(`${version}: they answer everything below the base address and nothing else`, async ({
    loadMsw,
  }) => {
    const send = client(await loadMsw(version), "https://api.shop.test/v1/");
    for (const path of [
      "",
      "/",
      "?x",
      "/store/orders",
      "/store/orders/abc/def",
      "/nowhere",
      "/pets/x/%E0%A4%A",
    ])
      expect((await send(`https://api.shop.test/v1${path}`))?.status, path).toBe(
        path === "/store/orders" ? 200 : 404,
      );
    for (const url of [
      "https://api.shop.test/v2/store/orders",
      "https://api.shop.test/v10/store/orders",
      "https://api.shop.test/V1/store/orders",
      "http://api.shop.test/v1/store/orders",
      "https://apixshop.test/v1/store/orders",
      "https://other.test/?u=https://api.shop.test/v1/store/orders",
    ])
      expect(await send(url), url).toBe(undefined);
  });
}

test("an invalid base address, or one of another version, is refused with the fix", () => {
  for (const baseUrl of ["/v1", "http://orders.test/v2", "http://orders.test/v10"])
    expect(() => createHandlers({ baseUrl }), baseUrl).toThrow(
      "baseUrl takes a URL that ends in the version",
    );
});

test("in Node they answer at an address of no server unless another is given", async ({
  loadMsw,
}) => {
  const send = client(await loadMsw("msw"));
  expect((await send("http://orders.invalid/v1/store/orders"))?.status).toBe(200);
  expect(await send("http://127.0.0.1:4010/v1/store/orders")).toBe(undefined);
});

const BASE_URL = "http://orders.test/v1";

test("handlers are isolated unless they have the same world", async () => {
  const baseUrl = BASE_URL;
  const cancel = async (
    handlers: ReturnType<typeof createHandlers>,
    id: string,
  ): Promise<number> => {
    const request = new Request(`${baseUrl}/store/orders/${id}`, {
      method: "DELETE",
      headers: KEY,
    });
    return (await getResponse(handlers, request))!.status;
  };
  const world = createWorld({ scenario: "all-pending" });
  const [first, second, isolated] = [
    createHandlers({ world, baseUrl }),
    createHandlers({ world, baseUrl }),
    createHandlers({ scenario: "all-pending", baseUrl }),
  ];
  const [id] = await world.ids("pending");
  expect([
    await cancel(first, id!),
    await cancel(second, id!),
    await cancel(isolated, id!),
  ]).toEqual([204, 404, 204]);
  expect((await world.requests()).map(({ status }) => status)).toEqual([204, 404]);
});
