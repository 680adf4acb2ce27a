import { expect, test } from "playwright/test";
import { scenarioNamed } from "../scenarios/ready-made.ts";
import type { Scenario } from "../scenarios/scenario.ts";
import type { Troubles } from "../scenarios/troubles.ts";
import { parseJson } from "../spec/json.ts";
import { validateError } from "../spec/validate.ts";
import type { Reply } from "./replies.ts";
import { type Call, respond } from "./respond.ts";
import { concat, PENDING } from "./seed.ts";
import { createService, type Service } from "./service.ts";

/** A service with these troubles, and calls to it at times of one's own. */
async function withTroubles(troubles: Troubles, from = "all-pending") {
  const scenario: Scenario = { ...scenarioNamed(from), ...troubles };
  let now = 1_000_000;
  const service = await createService({ scenario, now: () => now });
  const send = (method: string, path = "/store/orders"): Reply => respond(service, callOf(method, path));
  return {
    service,
    list: () => send("GET"),
    cancel: (id: bigint | undefined) => send("DELETE", `/store/orders/${id}`),
    send,
    wait: (seconds: number) => {
      now += seconds * 1000;
    },
    pending: () => service.main.world.idsIn(PENDING, 100),
  };
}

const callOf = (method: string, path: string): Call => ({
  ...{ method, path, query: undefined, authorization: "Bearer demo-key" },
  ...{ origin: undefined, preflight: undefined, body: "none" as const },
});
const textOf = ({ body }: Reply): string => new TextDecoder().decode(concat(body));
const headerOf = ({ headers }: Reply, name: string): string | undefined => headers[headers.indexOf(name) + 1];

test("an order ships between the list that showed it and the cancel that follows", async () => {
  const { list, cancel, pending } = await withTroubles({ ships: [{ beforeCancel: 2 }] });
  const [a, b, c, d] = pending();
  list();
  expect([a, b, c, d].map((id) => cancel(id).status)).toEqual([204, 409, 204, 409]);
  expect(cancel(b).status).toBe(409);
});

test("it ships under nobody who has not listed it, and none but the one that is named", async () => {
  const { list, cancel, pending, service } = await withTroubles({});
  const [a, b] = pending();
  const named = await withTroubles({ ships: [{ id: b!, beforeCancel: 1 }] });
  expect(named.cancel(a).status).toBe(204);
  named.list();
  expect(named.cancel(b).status).toBe(409);
  const unlisted = await withTroubles({ ships: [{ beforeCancel: 1 }] });
  expect(unlisted.cancel(a).status).toBe(204);
  list();
  expect(cancel(a).status).toBe(204);
  expect(service.main.course).toBe(undefined);
});

test("an order ships after so many lists", async () => {
  const { list, cancel, pending } = await withTroubles({ ships: [{ id: 2n, afterLists: 2 }] });
  expect(pending()).toContain(2n);
  list();
  expect(pending()).toContain(2n);
  list();
  expect(pending()).not.toContain(2n);
  expect(cancel(2n).status).toBe(409);
});

test("orders ship so many seconds after the first list, chosen by the seed", async () => {
  const troubles: Troubles = { ships: [{ count: 3, afterSeconds: 10 }] };
  const chosen = async (): Promise<bigint[]> => {
    const { list, send, wait, pending } = await withTroubles(troubles);
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
  const first = await chosen();
  expect(first).toHaveLength(3);
  expect(await chosen()).toEqual(first);
});

test("the key expires after so many calls, until the world is reset", async () => {
  const { list, service } = await withTroubles({ key: { expiresAfter: 2 } });
  expect([list(), list(), list(), list()].map(({ status }) => status)).toEqual([200, 200, 401, 401]);
  expect(validateError(parseJson(textOf(list())))).toEqual([]);
  service.main.reset(service.stage);
  expect(list().status).toBe(200);
});

test("a status comes with an Error and with Retry-After, and without an effect", async () => {
  const { cancel } = await withTroubles({ faults: [{ times: 2, status: 429, retryAfter: 7 }] });
  const reply = cancel(2n);
  expect(reply.status).toBe(429);
  expect(headerOf(reply, "Retry-After")).toBe("7");
  expect(parseJson(textOf(reply))).toMatchObject({ code: "too_many_requests", status: 429 });
  expect([cancel(2n), cancel(2n)].map(({ status }) => status)).toEqual([429, 204]);
});

test("a cancel that is refused lets no order ship", async () => {
  const { list, cancel, pending } = await withTroubles({
    ships: [{ beforeCancel: 1 }],
    faults: [{ on: "cancelOrder", nth: 1, status: 503 }],
  });
  list();
  expect(cancel(2n).status).toBe(503);
  expect(pending()).toContain(2n);
  expect(cancel(2n).status).toBe(409);
});

test("every status that a fault may have comes with a sound Error", async () => {
  const { list, service } = await withTroubles({});
  for (let status = 400; status < 600; status++) {
    service.main.setFaults([{ status }]);
    expect(validateError(parseJson(textOf(list()))), String(status)).toEqual([]);
  }
  service.main.setFaults([]);
  expect(list().status).toBe(200);
});

test("an answer that is lost has had its effect", async () => {
  const { cancel, service } = await withTroubles({ faults: [{ nth: 1, fail: "reset" }] });
  expect(cancel(2n).trouble).toMatchObject({ fail: "reset" });
  expect(service.main.world.stateOf(2n)).toBe("cancelled");
});

test("invalid JSON is as long as it says, and has no form of an end", async () => {
  for (const size of [{ orders: 3 }, { orders: 0 }, { orders: 5000 }]) {
    const service = await createService({
      ...size,
      scenario: { ...scenarioNamed("default"), faults: [{ fail: "invalid-json" }] },
    });
    const reply = respond(service, callOf("GET", "/store/orders"));
    expect(Number(headerOf(reply, "Content-Length"))).toBe(textOf(reply).length);
    expect(() => parseJson(textOf(reply))).toThrow();
  }
});

test("other faults leave the rest of the course as it is", async () => {
  const { list, service } = await withTroubles({ key: { expiresAfter: 3 }, faults: [{ status: 503 }] });
  expect(list().status).toBe(503);
  service.main.setFaults([]);
  expect([list(), list(), list()].map(({ status }) => status)).toEqual([200, 200, 401]);
});

test("a world without troubles has no course at all", async () => {
  const { service } = await withTroubles({});
  expect(service.main.course).toBe(undefined);
  service.main.setFaults([{ delay: 1 }]);
  expect(service.main.course).toBeDefined();
  service.main.setFaults([]);
  expect(service.main.course).toBe(undefined);
});

const outcomes = (service: Service, count: number): string[] =>
  Array.from({ length: count }, (_, index) => {
    const path = index % 3 === 0 ? `/store/orders/${index}` : "/store/orders";
    const { status, trouble } = respond(service, callOf(index % 3 === 0 ? "DELETE" : "GET", path));
    return `${status} ${trouble?.delayMs} ${trouble?.fail}`;
  });

for (const name of ["flaky", "slow", "outage", "rate-limited", "key-expires", "ships-under-you"])
  test(`${name}: the same calls meet the same troubles, in every world`, async () => {
    const [one, other] = [await createService({ scenario: name }), await createService({ scenario: name })];
    const first = outcomes(one, 80);
    expect(outcomes(other, 80)).toEqual(first);
    expect(outcomes(await createService(), 80)).not.toEqual(first);
    const again = await createService({ scenario: name, seed: 2 });
    const byChance = name === "flaky" || name === "slow";
    if (byChance) expect(outcomes(again, 80)).not.toEqual(first);
  });
