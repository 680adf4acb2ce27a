import { expect, test } from "playwright/test";
import { sampleExchange } from "../testing/sample-exchange.ts";
import type { CompleteExchange } from "./answer.ts";
import { BUGS } from "./explanations.ts";
import type { PrismFinding } from "./findings.ts";
import { type PrismClient, startPrismClient } from "./prism-client.ts";
import { BUG_PROBES } from "./testing/bug-probes.ts";
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
  const { response } = sampleExchange({}, { status: 302, headers: [["Location", "http://127.0.0.1:9/"]] });
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
  const faults = await found(listing(200, JSON.stringify(Array.from({ length: 200 }, () => ({ id: "x" })))));
  expect(faults.length).toBeGreaterThan(20);
  expect(faults.at(-1)).toBe(`order-id: orders[${faults.length - 1}].id must be integer.`);
});

test("a fault of the request is not one of the response", async () => {
  expect(await found(withoutKey(listing(401, errorBody(401))))).toEqual([]);
  expect(await found(cancelling("abc", 400, "[]"))).toEqual(["(left-open)"]);
  const unknown = { ...listing(404, "{}"), call: { method: "GET", path: "/store", credential: "good" } } as const;
  expect(await found(unknown)).toEqual([]);
});

test("is not asked about what ends it, and continues", async () => {
  expect(await found(cancelling("%zz", 404))).toEqual(["(crashes-on-escape)"]);
  expect(await found(listing(200, "[]", "application/json;"))).toEqual(["(dies-of-media-type)"]);
  expect(await found(listing(200, "{}"))).toEqual(["list-array: orders must be array."]);
});

test("validates parallel exchanges without mixing them up", async () => {
  const all = Array.from({ length: 20 }, (_, i) => listing(200, JSON.stringify([{ id: i % 2 === 0 ? i : "x" }])));
  const counts = await Promise.all(all.map(async (exchange) => (await found(exchange)).length));
  expect(counts).toEqual(all.map((_, i) => i % 2));
});

test("a ruling comes before the description", async () => {
  expect(await found(listing(429, "slow down", "text/plain"))).toEqual(["(left-open)"]);
  expect(await found(cancelling("-1", 400))).toEqual(["(left-open)"]);
  expect(await found(withoutKey(cancelling("17", 404, "[]")))).toContainEqual("(body-not-judged)");
});

for (const { id, ...bug } of BUGS)
  test(`Prism still has the bug ${id}`, async () => {
    const { exchange, shows } = BUG_PROBES[id];
    // The exchange may end the process.
    const own = "excludes" in bug ? await startPrismClient() : prism;
    const answer = await own.ask(exchange);
    if (own !== prism) await own.close();
    expect(
      shows(answer),
      `Prism ${prism.version} no longer does this: take the entry ${id} out of explanations.ts.\n${JSON.stringify(answer)}`,
    ).toBe(true);
    expect((await found(exchange)).filter((line) => line.startsWith("unknown"))).toEqual([]);
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
