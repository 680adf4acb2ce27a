import { expect, test } from "playwright/test";
import { scenarioNamed } from "../../scenarios/load.ts";
import type { ScenarioEvents } from "../../scenarios/scenario.ts";
import { ask } from "../testing/calls.ts";
import { createService, type Service } from "./service.ts";

/** A service of 30 pending orders with these events, functions that call it, and a clock. */
async function withEvents(events: ScenarioEvents, seed = 1) {
  const scenario = { ...scenarioNamed("all-pending"), ...events };
  let now = 1_000_000;
  const service = await createService({ scenario, seed, now: () => now });
  const send = (method: string, path = "/store/orders") => ask(service, { method, path });
  return {
    service,
    send,
    list: () => send("GET"),
    cancel: (id: bigint) => send("DELETE", `/store/orders/${id}`).status,
    wait: (seconds: number) => {
      now += seconds * 1000;
    },
    pending: () => service.main.store.idsIn("pending", 100),
  };
}

test("an order ships between the list and the cancel, which counts only pending orders", async () => {
  const { list, cancel, pending } = await withEvents({ ships: [{ beforeCancel: 2 }] });
  const [a, b, c, d] = pending() as [bigint, bigint, bigint, bigint];
  list();
  expect([777_777n, a, b, c, d, b].map(cancel)).toEqual([404, 204, 409, 204, 409, 409]);

  const named = await withEvents({ ships: [{ id: String(b), beforeCancel: 1 }] });
  expect([a, c, b].map(named.cancel)).toEqual([204, 204, 409]);

  // A cancel that a fault refuses ships nothing.
  const refused = await withEvents({
    ships: [{ beforeCancel: 1 }],
    faults: [{ on: "cancelOrder", nth: 1, status: 503 }],
  });
  expect(refused.cancel(a)).toBe(503);
  expect(refused.pending()).toContain(a);
  expect(refused.cancel(a)).toBe(409);
});

test("after a number of lists all that is due ships, once, and no more than there are", async () => {
  const { list, cancel, send, pending } = await withEvents({
    ships: [{ id: "2", afterLists: 2 }, { id: "5", afterLists: 2 }, { afterLists: 2 }],
  });
  list();
  send("GET", "/pets/1");
  send("HEAD");
  expect(pending()).toHaveLength(30);
  list();
  expect(pending()).toHaveLength(27);
  expect([2n, 5n].map(cancel)).toEqual([409, 409]);
  list();
  expect(pending()).toHaveLength(27);

  const many = await withEvents({ ships: [{ count: 100, afterLists: 1 }] });
  many.list();
  expect(many.pending()).toEqual([]);
});

test("orders ship a number of seconds after the first list, chosen by the seed", async () => {
  const chosen = async (seed: number): Promise<bigint[]> => {
    const ships = [{ count: 3, afterSeconds: 10 }];
    const { list, send, wait, pending } = await withEvents({ ships }, seed);
    const before = pending();
    wait(60);
    list();
    // A clock that is set back keeps no order from shipping.
    wait(-1_000);
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

test("the key expires after a number of calls, until the world is reset", async () => {
  const { list, service } = await withEvents({ key: { expiresAfter: 2 } });
  expect([list(), list(), list()].map(({ status }) => status)).toEqual([200, 200, 401]);
  expect(list()).toMatchObject({
    ...ask(service, { authorization: "Bearer wrong" }),
    fault: { status: 401 },
  });
  service.main.setFaults([]);
  expect(list().status).toBe(401);
  service.main.reset(service.template);
  expect(list().status).toBe(200);
});

test("every status that a fault can have is sent with a valid Error", async () => {
  const { list, service } = await withEvents({});
  for (const status of [400, 404, 418, 429, 499, 500, 503, 599]) {
    service.main.setFaults([{ status, retryAfter: 7 }]);
    const { json, headers } = list();
    expect(json).toEqual({ code: expect.any(String), message: expect.any(String), status });
    expect(headers["Retry-After"]).toBe("7");
  }
});

const outcomes = (service: Service): string[] =>
  Array.from({ length: 80 }, (_, index) => {
    const path = index % 3 === 0 ? `/store/orders/${index}` : "/store/orders";
    const { status, fault } = ask(service, { method: index % 3 === 0 ? "DELETE" : "GET", path });
    return `${status} ${fault?.delayMs} ${fault?.fail}`;
  });

test("in every scenario the same calls have the same results in every world", async () => {
  const usual = outcomes(await createService());
  for (const [scenario, isDrawn] of [
    ["flaky", true],
    ["slow", true],
    ["outage", false],
    ["rate-limited", false],
    ["key-expires", false],
    ["ships-under-you", false],
  ] as const) {
    const first = outcomes(await createService({ scenario }));
    expect(outcomes(await createService({ scenario })), scenario).toEqual(first);
    expect(usual, scenario).not.toEqual(first);
    const other = outcomes(await createService({ scenario, seed: 2 }));
    if (isDrawn) expect(other, scenario).not.toEqual(first);
  }
});
