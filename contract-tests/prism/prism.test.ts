import { expect, test } from "playwright/test";
import { fakePrism } from "../testing/servers/fake-prism.ts";
import type { CompleteExchange } from "./findings.ts";
import { loadPrism, type Prism } from "./prism.ts";
import { cancelling, listing, withoutKey } from "./testing/exchanges.ts";

let prism: Prism;

// All tests share one Prism, which takes seconds to load.
test.describe.configure({ mode: "default" });
test.beforeAll(async () => {
  prism = await loadPrism();
});

async function found(exchange: CompleteExchange, by = prism): Promise<string[]> {
  const findings = await by.validate(exchange);
  return findings?.map(({ clause = "unknown", why }) => `${clause}: ${why}`) ?? ["not validated"];
}

// corpus.test.ts checks that these are the right clauses.
test("names the clause, the place and the fault", async () => {
  const order = { id: "1", petId: null, quantity: 1.5, shipDate: 17, complete: "no" };
  expect(await found(listing(200, JSON.stringify([{}, order, 3])))).toEqual([
    "order-id: orders[1].id must be integer.",
    "order-pet-id: orders[1].petId must be integer.",
    "order-quantity: orders[1].quantity must be integer.",
    "order-ship-date: orders[1].shipDate must be string.",
    "order-complete: orders[1].complete must be boolean.",
    "order-object: orders[2] must be object.",
  ]);
  expect(await found(listing(302, ""))).toEqual([
    "list-ok: The description has no status 302 for this operation.",
  ]);
  expect(await found(cancelling("17", 404, '{"code":1}'))).toEqual([
    "error-message: error must have required property 'message'.",
    "error-status: error must have required property 'status'.",
    "error-code: error.code must be string.",
  ]);
});

test("a reading of ours comes before the description", async () => {
  expect(await found(listing(429, "slow down", "text/plain"))).toEqual([]);
  expect(await found(cancelling("-1", 400))).toEqual([]);
  expect(await found(cancelling("0", 404, "no such page"))).toEqual([]);
  expect(await found(withoutKey(cancelling("17", 404, "[]")))).toEqual([]);
});

for (const [what, exchange] of [
  ["throws at an escape", cancelling("%zz", 404)],
  ["throws at half a media type", listing(200, "[]", "application/json;")],
  ["throws at a media type twice", listing(200, "[]", "application/json, application/json")],
  ["reads an id as a double", listing(200, '[{"id":9007199254740993}]')],
  ["knows a leap second only in UTC", listing(200, '[{"shipDate":"2016-12-31T15:59:60-08:00"}]')],
  ["knows no date without an offset", listing(200, '[{"shipDate":"2026-01-15T10:00:00"}]')],
  ["takes a body that is not JSON for a string", listing(200, "[{")],
] as const)
  test(`that Prism ${what} is not counted`, async () => {
    expect(await found(exchange)).toEqual([]);
  });

for (const [what, request, why] of [
  ["throws", 'throw Error("no schema\\nat line 3")', "no schema"],
  ["never answers", "return () => new Promise(() => {})", "none after 0.1 s"],
] as const)
  test(`a Prism that ${what} gives no answer, which is told`, async () => {
    const root = fakePrism(request);
    const broken = await loadPrism({ root, timeoutMs: 100 });
    expect(broken.version).toBe("5.0.0");
    expect(await found(listing(200, "[]"), broken)).toEqual([
      `unknown: Prism gives no answer (${why}).`,
    ]);
  });
