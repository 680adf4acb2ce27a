import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { getResponse } from "msw";
import { expect, test } from "playwright/test";
import { createHandlers, createWorld } from "./handlers.ts";

const KEY = { authorization: "Bearer demo-key" };

test("handlers are isolated unless they have the same world", async () => {
  const baseUrl = "http://orders.test/v1";
  const cancel = async (handlers: ReturnType<typeof createHandlers>, id: bigint): Promise<number> => {
    const request = new Request(`${baseUrl}/store/orders/${id}`, { method: "DELETE", headers: KEY });
    return (await getResponse(handlers, request))!.status;
  };
  const world = createWorld({ scenario: "all-pending" });
  const [first, second, isolated] = [
    createHandlers({ world, baseUrl }),
    createHandlers({ world, baseUrl }),
    createHandlers({ scenario: "all-pending", baseUrl }),
  ];
  const [id] = await world.ids("pending");
  expect([await cancel(first, id!), await cancel(second, id!), await cancel(isolated, id!)]).toEqual([204, 404, 204]);
  expect((await world.requests()).map(({ status }) => status)).toEqual([204, 404]);
});

test("a scenario is a name, which is checked at once, or a file", async ({ browserName: _ }, testInfo) => {
  expect(() => createWorld({ scenario: "emty" })).toThrow("Did you mean empty?");
  const file = testInfo.outputPath("two.yaml");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, "orders: { count: 2 }");
  expect(await createWorld({ scenario: file }).list()).toHaveLength(2);
});
