import { readFileSync } from "node:fs";
import { expect, test } from "playwright/test";
import { type Answerable, ARTEFACTS } from "./artefacts.ts";
import { BUGS } from "./bugs.ts";
import { cancelling, errorBody, listing, withoutKey } from "./probe.ts";
import { type Referee, RefereeGone, startReferee } from "./referee.ts";
import type { PrismFinding } from "./translate.ts";

let referee: Referee;

// One Prism for all of them: it takes seconds to start.
test.describe.configure({ mode: "default" });
test.beforeAll(async () => {
  referee = await startReferee();
});
test.afterAll(() => referee.close());

/** What the referee finds, in short. */
async function found(exchange: Answerable): Promise<string[]> {
  const findings = await referee.judge(exchange);
  return findings.map(inShort);
}

function inShort(finding: PrismFinding): string {
  switch (finding.kind) {
    case "violated":
      return `${finding.clause}: ${finding.why}`;
    case "request":
      return `request: ${finding.why}`;
    case "filtered":
      return `(${finding.artefact})`;
    case "unknown":
      return `unknown: ${finding.said}`;
  }
}

test("finds nothing in sound exchanges", async () => {
  const order = { id: 1, petId: 2, quantity: 3, shipDate: "2026-01-02T03:04:05.6Z", complete: false };
  expect(await found(listing(200, JSON.stringify([order, {}, { ...order, extra: true }])))).toEqual([]);
  expect(await found(listing(200, "[]", { type: "Application/JSON; Charset=UTF-8" }))).toEqual([]);
  expect(await found(cancelling("17", 204, "", { type: undefined }))).toEqual([]);
  expect(await found(cancelling("17", 409, "", { type: undefined }))).toEqual([]);
  expect(await found(cancelling("17", 404))).toEqual([]);
});

test("names the clause of every fault in an order", async () => {
  const order = { id: "1", petId: null, quantity: 1.5, shipDate: "2026-01-02", complete: "no" };
  expect(await found(listing(200, JSON.stringify([{}, order, 3])))).toEqual([
    "order-id: orders[1].id must be integer.",
    "order-pet-id: orders[1].petId must be integer.",
    "order-quantity: orders[1].quantity must be integer.",
    'order-ship-date: orders[1].shipDate must match format "date-time".',
    "order-complete: orders[1].complete must be boolean.",
    "order-object: orders[2] must be object.",
  ]);
});

test("names the clauses of the list, of statuses and of Error bodies", async () => {
  expect(await found(listing(200, '{"orders":[]}'))).toEqual(["list-array: orders must be array."]);
  expect(await found(listing(500, "{}"))).toEqual(["list-ok: The description has no status 500 for this operation."]);
  expect(await found(listing(302, "", { type: undefined, headers: [["Location", "http://127.0.0.1:9/"]] }))).toEqual([
    "list-ok: The description has no status 302 for this operation.",
  ]);
  expect(await found(cancelling("17", 200, "{}"))).toEqual([
    "cancel-pending: The description has no status 200 for this operation.",
  ]);
  expect(await found(cancelling("17", 404, '{"code":1}'))).toEqual([
    "error-message: error must have required property 'message'.",
    "error-status: error must have required property 'status'.",
    "error-code: error.code must be string.",
  ]);
  expect(await found(cancelling("17", 404, "[]"))).toEqual(["not-found-error-body: error must be object."]);
  expect(await found(withoutKey(listing(401, "[]")))).toEqual([
    "request: The request carries no bearer token in its Authorization header.",
    "auth-error-body: error must be object.",
  ]);
});

test("tells what the caller did from what the deployment did", async () => {
  expect(await found(withoutKey(listing(401, errorBody(401))))).toEqual([
    "request: The request carries no bearer token in its Authorization header.",
  ]);
  expect(await found(cancelling("abc", 400, "<p>no</p>", { type: "text/html" }))).toEqual([
    "request: orderId must be integer, in /store/orders/abc.",
    "(malformed-id)",
  ]);
  const unknown = { ...listing(404, "{}"), call: { method: "GET", path: "/store", credential: "good" } } as const;
  expect(await found(unknown)).toEqual(["request: The interface has no GET /store."]);
});

test("int64 beyond 2^53 is sound, on the way in and on the way out", async () => {
  const ids = '[{"id":9223372036854775807,"petId":-9223372036854775808}]';
  expect(await found(listing(200, ids))).toEqual(["(int64-as-double)", "(int64-as-double)"]);
  expect(await found(cancelling("9223372036854775807", 404))).toEqual(["(int64-as-double)"]);
});

test("is not asked what it dies of, and goes on judging", async () => {
  expect(await found(cancelling("%zz", 404))).toEqual(["(dies-of-escape)"]);
  expect(await found(listing(200, "[]", { type: "application/json;" }))).toEqual(["(dies-of-media-type)"]);
  expect(await found(listing(200, "{}"))).toEqual(["list-array: orders must be array."]);
});

test("judges exchanges side by side without mixing them up", async () => {
  const all = Array.from({ length: 20 }, (_, i) => listing(200, JSON.stringify([{ id: i % 2 === 0 ? i : "x" }])));
  const counts = await Promise.all(all.map(async (exchange) => (await found(exchange)).length));
  expect(counts).toEqual(all.map((_, i) => i % 2));
});

test("rulings are listened to", async () => {
  expect(await found(listing(429, "slow down", { type: "text/plain" }))).toEqual(["(asked-to-wait)"]);
  expect(await found(cancelling("-1", 400))).toEqual(["(disputable-status)"]);
  expect(await found(withoutKey(cancelling("17", 404, "none", { type: "text/plain" })))).toContainEqual(
    "(refusal-is-judged-by-status)",
  );
});

for (const bug of BUGS)
  test(`Prism still has the bug ${bug.id}`, async () => {
    // An own Prism for an exchange that may be the end of it.
    const own = "unaskable" in bug ? await startReferee() : referee;
    const answer = await own.ask(bug.probe.exchange);
    if (own !== referee) await own.close();
    expect(
      bug.probe.shows(answer),
      `Prism ${referee.version} no longer does this: the entry ${bug.id} is stale, take it out of bugs.ts.\n${JSON.stringify(answer)}`,
    ).toBe(true);
  });

test("a bug's entry takes care of what its probe shows", async () => {
  for (const bug of BUGS)
    expect((await found(bug.probe.exchange)).filter((line) => line.startsWith("unknown"))).toEqual([]);
});

test("the table's ids are unique and its reasons are sentences", () => {
  expect(new Set(ARTEFACTS.map(({ id }) => id)).size).toBe(ARTEFACTS.length);
  for (const { why } of ARTEFACTS) expect(why).toMatch(/^[A-Z0-9`].*\.$/);
});

test("a Prism that dies is told from one that finds nothing, and leaves no process behind", async () => {
  const own = await startReferee();
  process.kill(own.pid, "SIGKILL");
  await expect(own.judge(listing(200, "[]"))).rejects.toThrow(RefereeGone);
  await own.close();
  const other = await startReferee();
  await other.close();
  expect(() => process.kill(other.pid, 0)).toThrow();
});

test("Prism is not given the key's variable", () => {
  test.skip(process.platform !== "linux", "the environment of another process can be read on Linux alone");
  expect(readFileSync(`/proc/${referee.pid}/environ`, "utf8")).not.toContain("ORDERS_API_KEY");
});
