import { expect, test } from "playwright/test";
import { LIST_WITH_KEY } from "../client/calls.ts";
import { sampleExchange } from "../testing/sample-exchange.ts";
import type { CompleteExchange } from "./answer.ts";
import type { PrismFinding } from "./findings.ts";
import { type PrismClient, startPrismClient } from "./prism-client.ts";
import { cancelling, errorBody, listing, withoutKey } from "./testing/exchanges.ts";

let prism: PrismClient;

// One Prism for all tests: it takes seconds to start.
test.describe.configure({ mode: "default" });
test.beforeAll(async () => {
  prism = await startPrismClient();
});
test.afterAll(() => prism.close());

async function found(exchange: CompleteExchange): Promise<string[]> {
  const findings = await prism.validate(exchange);
  return findings?.map(inShort) ?? ["not validated"];
}

function inShort(finding: PrismFinding): string {
  if (finding.kind === "violated") return `${finding.clause}: ${finding.why}`;
  return finding.kind === "explained" ? `(${finding.explanation})` : `unknown: ${finding.message}`;
}

// corpus.test.ts holds that these are the right clauses.
test("names the clause, the place and the fault", async () => {
  const order = { id: "1", petId: null, quantity: 1.5, shipDate: "2026-01-02", complete: "no" };
  expect(await found(listing(200, JSON.stringify([{}, order, 3])))).toEqual([
    "order-id: orders[1].id must be integer.",
    "order-pet-id: orders[1].petId must be integer.",
    "order-quantity: orders[1].quantity must be integer.",
    'order-ship-date: orders[1].shipDate must match format "date-time".',
    "order-complete: orders[1].complete must be boolean.",
    "order-object: orders[2] must be object.",
  ]);
  const { response } = sampleExchange(
    {},
    { status: 302, headers: [["Location", "http://127.0.0.1:9/"]] },
  );
  expect(await found({ ...listing(302, ""), response: response! })).toEqual([
    "list-ok: The description has no status 302 for this operation.",
  ]);
  expect(await found(cancelling("17", 404, '{"code":1}'))).toEqual([
    "error-message: error must have required property 'message'.",
    "error-status: error must have required property 'status'.",
    "error-code: error.code must be string.",
  ]);
});

test("reads the violations that Prism has room for", async () => {
  const faults = await found(
    listing(200, JSON.stringify(Array.from({ length: 200 }, () => ({ id: "x" })))),
  );
  expect(faults.length).toBeGreaterThan(20);
  expect(faults.at(-1)).toBe(`order-id: orders[${faults.length - 1}].id must be integer.`);
});

test("a fault of the request is not one of the response", async () => {
  expect(await found(withoutKey(listing(401, errorBody(401))))).toEqual([]);
  expect(await found(cancelling("abc", 400, "[]"))).toEqual(["(left-open)"]);
  const unknown = {
    ...listing(404, "{}"),
    call: { method: "GET", path: "/store", credential: "good" },
  } as const;
  expect(await found(unknown)).toEqual([]);
});

test("validates parallel exchanges without mixing them up", async () => {
  const all = Array.from({ length: 20 }, (_, i) =>
    listing(200, JSON.stringify([{ id: i % 2 === 0 ? i : "x" }])),
  );
  const counts = await Promise.all(all.map(async (exchange) => (await found(exchange)).length));
  expect(counts).toEqual(all.map((_, i) => i % 2));
});

test("a ruling comes before the description", async () => {
  expect(await found(listing(429, "slow down", "text/plain"))).toEqual(["(left-open)"]);
  expect(await found(cancelling("-1", 400))).toEqual(["(left-open)"]);
  expect(await found(withoutKey(cancelling("17", 404, "[]")))).toContainEqual("(body-not-judged)");
});

for (const [explanation, exchange] of [
  ["crashes-on-escape", cancelling("%zz", 404)],
  ["dies-of-media-type", listing(200, "[]", "application/json;")],
  [
    "takes-path-for-host",
    { ...listing(200, "{}"), call: { ...LIST_WITH_KEY, path: "//store/store/orders" } },
  ],
  ["answers-itself", listing(501, "{}")],
  ["int64-as-double", listing(200, '[{"id":9007199254740993}]')],
  ["leap-second-in-utc-only", listing(200, '[{"shipDate":"2016-12-31T15:59:60-08:00"}]')],
  ["text-when-not-json", listing(200, "[]", "text/plain")],
] as const)
  test(`the bug of Prism is known: ${explanation}`, async () => {
    expect(await found(exchange)).toContain(`(${explanation})`);
  });

test("a Prism that ends is told once, and leaves no process behind", async () => {
  const outputs: string[] = [];
  const own = await startPrismClient((lastOutput) => outputs.push(lastOutput));
  process.kill(own.pid, "SIGKILL");
  for (let i = 0; i < 2; i++) expect(await own.validate(listing(200, "[]"))).toBeUndefined();
  expect(outputs).toEqual([expect.stringMatching(/./)]);
  await own.close();
  const other = await startPrismClient();
  await other.close();
  expect(() => process.kill(other.pid, 0)).toThrow();
});
