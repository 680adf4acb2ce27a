import { parseJson } from "../../spec/json/json.ts";
import { expect, type Orders, test } from "./orders-fixture.ts";

const BIG = "9007199254740993";

/** Sends a request as an app does. */
async function call({ baseUrl, apiKey }: Orders, method: string, path: string): Promise<Response> {
  return fetch(`${baseUrl}/store/orders${path}`, {
    method,
    headers: { authorization: `Bearer ${apiKey}` },
  });
}

const listed = async (orders: Orders): Promise<number> =>
  (parseJson(await (await call(orders, "GET", "")).text()) as []).length;

for (const round of [1, 2])
  test(`each test starts with the orders of the scenario, round ${round}`, async ({ orders }) => {
    expect(await listed(orders)).toBe(50);
    expect((await call(orders, "DELETE", `/${BIG}`)).status).toBe(204);
    expect(await listed(orders)).toBe(49);
  });

test("the world's name is unique", async ({ orders }, { workerIndex }) => {
  expect(orders.apiKey).toMatch(new RegExp(`^demo-key\\.w${workerIndex}-[0-9a-f]{8}$`));
  expect((await fetch(`${orders.baseUrl}/store/orders`)).status).toBe(401);
});

test("a state with more than one page of orders is complete", async ({ orders }) => {
  await orders.reset({ orders: 10_001 });
  expect((await orders.state()).orders).toHaveLength(10_001);
});

test("a request without a key is one of the app too, in a mock of this worker", async ({
  orders,
}) => {
  await call(orders, "GET", "");
  await orders.expectSound();
  await fetch(`${orders.baseUrl}/store/orders`);
  const error: Error = await orders.expectSound().catch((error) => error);
  expect(error.message).toContain("GET /store/orders: no Authorization header");
  expect(error.stack?.match(/^ +at .*/m)?.[0]).toContain("orders-fixture.test.ts:");
});
