import { expect, test } from "playwright/test";
import { scenarioNamed } from "../../scenarios/load.ts";
import type { Scenario, ScenarioEvents } from "../../scenarios/scenario.ts";
import type { JsonObject } from "../../spec/json/json.ts";
import { ask } from "../testing/calls.ts";
import { createService, type Service } from "./service.ts";

/** A service with these events, functions that call it, and a clock. */
async function withEvents(events: ScenarioEvents, { from = "all-pending", seed = 1 } = {}) {
  const scenario: Scenario = { ...scenarioNamed(from), ...events };
  let now = 1_000_000;
  const service = await createService({ scenario, seed, now: () => now });
  const send = (method: string, path = "/store/orders") => ask(service, { method, path });
  return {
    service,
    list: () => send("GET"),
    cancel: (id: bigint | undefined) => send("DELETE", `/store/orders/${id}`),
    send,
    wait: (seconds: number) => {
      now += seconds * 1000;
    },
    pending: () => service.main.store.idsIn("pending", 100),
  };
}

test("an order ships between the list and the cancel", async () => {
  const { list, cancel, pending } = await withEvents({ ships: [{ beforeCancel: 2 }] });
  const [a, b, c, d] = pending();
  list();
  // The rule does not count cancellations of orders that are not pending.
  const ids = [777_777n, a, b, c, d];
  expect(ids.map((id) => cancel(id).status)).toEqual([404, 204, 409, 204, 409]);
  expect(cancel(b).status).toBe(409);
});

test("only the order with the given id ships before its cancel", async () => {
  const { pending } = await withEvents({});
  const [a, b] = pending();
  const named = await withEvents({ ships: [{ id: String(b), beforeCancel: 1 }] });
  expect(named.cancel(a).status).toBe(204);
  named.list();
  expect(named.pending()).toContain(b);
  expect(named.cancel(pending()[2]).status).toBe(204);
  expect(named.cancel(b).status).toBe(409);
});

test("an order ships after a number of lists", async () => {
  const { list, cancel, send, pending } = await withEvents({ ships: [{ id: "2", afterLists: 2 }] });
  expect(pending()).toContain(2n);
  list();
  send("GET", "/pets/1");
  send("HEAD", "/store/orders");
  cancel(5n);
  expect(pending()).toContain(2n);
  list();
  expect(pending()).not.toContain(2n);
  expect(cancel(2n).status).toBe(409);
});

test("orders ship a number of seconds after the first list, chosen by the seed", async () => {
  const events: ScenarioEvents = { ships: [{ count: 3, afterSeconds: 10 }] };
  const chosen = async (seed: number): Promise<bigint[]> => {
    const { list, send, wait, pending } = await withEvents(events, { seed });
    const before = pending();
    wait(60);
    list();
    wait(9.9);
    list();
    expect(pending()).toHaveLength(30);
    wait(0.1);
    send("GET", "/nowhere");
    const after = pending();
    return before.filter((id) => !after.includes(id));
  };
  const first = await chosen(1);
  expect(first).toHaveLength(3);
  expect(await chosen(1)).toEqual(first);
  expect(await chosen(2)).not.toEqual(first);
});

test("a clock that is set back keeps no order from shipping", async () => {
  const { list, wait, pending } = await withEvents({ ships: [{ id: "2", afterSeconds: 10 }] });
  list();
  wait(-1_000);
  list();
  wait(9.9);
  list();
  expect(pending()).toContain(2n);
  wait(0.1);
  list();
  expect(pending()).not.toContain(2n);
});

test("an order that ships has the fields that the rule sets, to the digit", async () => {
  const { list, wait, service } = await withEvents({
    ships: [
      { id: "2", afterSeconds: 10, set: { petId: "9223372036854775807", shipDate: "+0d" } },
      { beforeCancel: 1, set: { complete: true } },
    ],
  });
  list();
  wait(10);
  const orders = list().json as JsonObject[];
  expect(orders.find(({ id }) => id === 2n || id === 2)).toMatchObject({
    petId: 9223372036854775807n,
    shipDate: "1970-01-01T00:16:50Z",
  });
  const pending = service.main.store.idsIn("pending", 1)[0]!;
  expect(ask(service, { method: "DELETE", path: `/store/orders/${pending}` }).status).toBe(409);
  expect(service.main.store.entry(pending)?.order).toContain('"complete":true');
});

test("all that is due ships, one order if there is no count, and no more than there are", async () => {
  const { list, pending } = await withEvents({
    ships: [{ id: "2", afterLists: 1 }, { id: "5", afterLists: 1 }, { afterLists: 1 }],
  });
  list();
  expect(pending()).toHaveLength(27);
  expect(pending()).not.toContain(2n);
  expect(pending()).not.toContain(5n);
  list();
  expect(pending(), "each rule applies once").toHaveLength(27);
  const many = await withEvents({ ships: [{ count: 100, afterLists: 1 }] });
  many.list();
  expect(many.pending()).toEqual([]);
});

test("the key expires after a number of calls, until the world is reset", async () => {
  const { list, service } = await withEvents({ key: { expiresAfter: 2 } });
  expect([list(), list(), list(), list()].map(({ status }) => status)).toEqual([
    200, 200, 401, 401,
  ]);
  expect(list()).toMatchObject({
    ...ask(service, { authorization: "Bearer wrong" }),
    fault: { status: 401 },
  });
  service.main.setFaults([]);
  expect(list().status).toBe(401);
  service.main.reset(service.template);
  expect(list().status).toBe(200);
});

test("a refused cancel does not ship the order", async () => {
  const { list, cancel, pending } = await withEvents({
    ships: [{ beforeCancel: 1 }],
    faults: [{ on: "cancelOrder", nth: 1, status: 503 }],
  });
  list();
  expect(cancel(2n).status).toBe(503);
  expect(pending()).toContain(2n);
  expect(cancel(2n).status).toBe(409);
});

test("every status that a fault can have is sent with a valid Error", async () => {
  const { list, service } = await withEvents({});
  for (const status of [400, 404, 418, 429, 499, 500, 503, 599]) {
    service.main.setFaults([{ status, retryAfter: 7 }]);
    const { json, headers } = list();
    expect(json).toEqual({ code: expect.any(String), message: expect.any(String), status });
    expect(headers["Retry-After"]).toBe("7");
  }
  service.main.setFaults([]);
  expect(list().status).toBe(200);
});

const outcomes = (service: Service, count: number): string[] =>
  Array.from({ length: count }, (_, index) => {
    const path = index % 3 === 0 ? `/store/orders/${index}` : "/store/orders";
    const { status, fault } = ask(service, { method: index % 3 === 0 ? "DELETE" : "GET", path });
    return `${status} ${fault?.delayMs} ${fault?.fail}`;
  });

for (const name of ["flaky", "slow", "outage", "rate-limited", "key-expires", "ships-under-you"])
  test(`${name}: the same calls have the same results in every world`, async () => {
    const [one, other] = [
      await createService({ scenario: name }),
      await createService({ scenario: name }),
    ];
    const first = outcomes(one, 80);
    expect(outcomes(other, 80)).toEqual(first);
    expect(outcomes(await createService(), 80)).not.toEqual(first);
    if (name === "flaky" || name === "slow")
      expect(outcomes(await createService({ scenario: name, seed: 2 }), 80)).not.toEqual(first);
  });
