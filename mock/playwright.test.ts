import { parseJson } from "../spec/json.ts";
import { ControlClient } from "./control-client.ts";
import { expect, type Orders, test } from "./playwright.ts";
import { startMock } from "./server.ts";

const BIG = "9007199254740993";

/** What an app does. */
async function call({ baseUrl, apiKey }: Orders, method: string, path: string): Promise<Response> {
  return fetch(`${baseUrl}/store/orders${path}`, { method, headers: { authorization: `Bearer ${apiKey}` } });
}

const listed = async (orders: Orders): Promise<number> =>
  (parseJson(await (await call(orders, "GET", "")).text()) as []).length;

for (const round of [1, 2])
  test(`each test finds the orders as the scenario has them, round ${round}`, async ({ orders }) => {
    expect(await listed(orders)).toBe(50);
    expect((await call(orders, "DELETE", `/${BIG}`)).status).toBe(204);
    expect(await listed(orders)).toBe(49);
  });

test("the key is one of a world that no other run has", async ({ orders }, { workerIndex }) => {
  expect(orders.apiKey).toMatch(new RegExp(`^demo-key\\.w${workerIndex}-[0-9a-f]{8}$`));
  expect((await fetch(`${orders.baseUrl}/store/orders`)).status).toBe(401);
});

test("reset begins with another scenario, seed or number of orders", async ({ orders }) => {
  await orders.reset({ scenario: "empty" });
  expect(await listed(orders)).toBe(0);
  await orders.reset({ orders: 3, seed: 9 });
  expect(await listed(orders)).toBe(3);
  expect(await orders.state()).toMatchObject({ scenario: "default", seed: 9 });
  await orders.reset();
  expect(await listed(orders)).toBe(50);
});

test("an order ships between the list and the cancel", async ({ orders }) => {
  await orders.ship(BIG);
  expect((await call(orders, "DELETE", `/${BIG}`)).status).toBe(409);
  await orders.cancel("2");
  expect((await call(orders, "DELETE", "/2")).status).toBe(404);
});

test("the state tells every order, exact, with what stands beside it", async ({ orders }) => {
  await orders.cancel(2n);
  const { counts, orders: all } = await orders.state();
  expect(counts).toEqual({ pending: 30, shipped: 19, cancelled: 1 });
  expect(all).toHaveLength(50);
  expect(all.find(({ id }) => id === "2")?.state).toBe("cancelled");
  expect(all.find(({ id }) => id === BIG)).toMatchObject({ state: "pending", order: { id: BigInt(BIG), petId: 302n } });
});

test("a state of more orders than one answer of the control holds comes whole", async ({ orders }) => {
  await orders.reset({ orders: 10_001 });
  expect((await orders.state()).orders).toHaveLength(10_001);
});

test("faults replace each other and can be taken back", async ({ orders }) => {
  await orders.fault({ on: "cancelOrder", status: 503, retryAfter: 1 });
  expect((await call(orders, "DELETE", "/2")).status).toBe(503);
  expect(await listed(orders)).toBe(50);
  await orders.fault({ fail: "reset" });
  await expect(call(orders, "GET", "")).rejects.toThrow("fetch failed");
  await orders.fault();
  expect((await call(orders, "DELETE", "/2")).status).toBe(204);
});

test("the calls of the app are told with what the contract says of them", async ({ orders }) => {
  await call(orders, "GET", "?limit=10");
  const requests = await orders.requests();
  expect(requests).toHaveLength(1);
  expect(requests[0]?.notes).toEqual(["sent ?limit=10: version 1 has no paging, ignored"]);
});

test("what the mock refuses is an error with its words", async ({ orders }) => {
  await expect(orders.ship("777777")).rejects.toThrow("The mock refuses POST orders/777777/ship: ");
  await expect(orders.reset({ scenario: "defalt" })).rejects.toThrow("Did you mean default?");
});

test("a mock that is not there is named, with the fix", async () => {
  const mock = await startMock({ port: 0 });
  await mock.close();
  const control = new ControlClient(mock.baseUrl, "w0", undefined);
  await expect(control.reset()).rejects.toThrow(/No mock can be controlled at .*ECONNREFUSED.*npx orders-kit mock/);
});
