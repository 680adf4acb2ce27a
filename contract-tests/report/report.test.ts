import { expect, test } from "playwright/test";
import type { ClauseId } from "../../spec/clauses/index.ts";
import type { OutgoingCall } from "../client/calls.ts";
import type { Exchange } from "../client/exchange.ts";
import { KEY_PLACEHOLDER, keySecret, LEFT_OUT, Redactor } from "../client/masking/redaction.ts";
import type { Finding, Violation } from "../run/assertions/finding.ts";
import { sampleExchange } from "../testing/sample-exchange.ts";
import { SAMPLES } from "../testing/sample-reports.ts";
import { redactReport } from "./redact-report.ts";
import { assembleReport } from "./report.ts";
import type { Report } from "./schema.ts";

function clausesOf(step: string, findings: readonly Finding[]): Report["clauses"] {
  const run = { target: { url: "", readOnly: false }, durationMs: 1, startedAt: "", broken: [] };
  const results = [{ step, findings, durationMs: 1 }];
  return assembleReport(run, results, { requests: 1, answers: { counts: [], epoch: 0 } }).clauses;
}

const sentAt = (time: number, call: Partial<OutgoingCall>): Exchange => ({
  ...sampleExchange(call, {}),
  sentAt: time,
});
const LIST_OF_ANYBODY = sentAt(2, { credential: "wrong" });
const WITHOUT_KEY = sentAt(1, { credential: "none" });
const CANCELLATION = { method: "DELETE", path: "/store/orders/17" } as const;
const violatedBy = (clause: ClauseId, exchange: Exchange): Violation => ({
  kind: "violated",
  clause,
  why: "It gets 200.",
  together: [clause],
  proof: [exchange],
  detail: {},
});

function headlinesFor(...findings: readonly Finding[]): Readonly<Record<string, string>> {
  const violated = clausesOf("bad-keys", findings).filter(({ verdict }) => verdict === "violated");
  return Object.fromEntries(
    violated.map(({ id, followsFrom = "a headline" }) => [id, followsFrom]),
  );
}

test("of the clauses that one call violates, the general one follows from that of its operation", () => {
  expect(
    headlinesFor(
      violatedBy("auth-key-exact", LIST_OF_ANYBODY),
      violatedBy("list-unauthorized", LIST_OF_ANYBODY),
    ),
  ).toEqual({ "auth-key-exact": "list-unauthorized", "list-unauthorized": "a headline" });
});

test("a clause that another call violates, too, is a headline of its own", () => {
  expect(
    headlinesFor(
      violatedBy("auth-key-exact", LIST_OF_ANYBODY),
      violatedBy("auth-key-exact", sentAt(3, { ...CANCELLATION, credential: "wrong" })),
      violatedBy("list-unauthorized", LIST_OF_ANYBODY),
      violatedBy("list-unauthorized", WITHOUT_KEY),
    ),
  ).toEqual({ "auth-key-exact": "a headline", "list-unauthorized": "a headline" });
});

test("the same call with the key is another one after an order has been cancelled, and so is a list", () => {
  const cancelled = (time: number) => sentAt(time, CANCELLATION);
  const aList = sentAt(9, {});
  expect(
    headlinesFor(
      violatedBy("cancel-pending", cancelled(1)),
      violatedBy("cancel-once", cancelled(2)),
      violatedBy("cancel-only-that-order", aList),
      violatedBy("cancel-shipped-unchanged", aList),
    ),
  ).toEqual({
    "cancel-pending": "a headline",
    "cancel-once": "a headline",
    "cancel-only-that-order": "a headline",
    "cancel-shipped-unchanged": "a headline",
  });
});

test("what is wrong in a body is a fault of its own", () => {
  expect(
    headlinesFor(
      violatedBy("list-unauthorized", WITHOUT_KEY),
      violatedBy("order-quantity", WITHOUT_KEY),
    ),
  ).toEqual({ "list-unauthorized": "a headline", "order-quantity": "a headline" });
});

test("what was not tried alone leaves the verdict to what was, and is named", () => {
  const clause = "cancel-malformed-refused";
  const part = {
    kind: "unproven",
    clause,
    why: "It may be order 7.",
    notTried: "an id above 2^53",
  } as const;
  const verdictFor = (...findings: readonly Finding[]) => {
    const { verdict, notTried, why } = clausesOf("bad-keys", findings).find(
      ({ id }) => id === clause,
    )!;
    return { verdict, notTried, why };
  };
  const notTried = ["an id above 2^53"];
  expect(verdictFor(part, { kind: "held", clause })).toEqual({ verdict: "held", notTried });
  expect(verdictFor(part)).toEqual({ verdict: "unproven", notTried, why: part.why });
  const ids = { ...part, notTried: "ids that an order may have" };
  expect(verdictFor(ids, ids, part).notTried).toEqual([
    "2 ids that an order may have",
    "an id above 2^53",
  ]);
});

const KEY = "sk_live_4711";
const redactorOf = (key: string) => new Redactor([keySecret(key)]);
/** A body with the key in a form that we cannot mask. */
const HTML_ECHO = `HTTP/1.1 404\n\n<p>${KEY.replaceAll("_", "&#95;")}</p>`;
/** A text that contains the key again once its key is masked. */
const NESTED = `sk_live_${KEY}`;

test("the key is masked in every text but those of the target, which the user has written", () => {
  const { target } = SAMPLES.violates;
  const report = {
    ...SAMPLES.violates,
    target: { ...target, url: `https://staging.example/${KEY}` },
    why: `it says ${Buffer.from(KEY).toString("hex")}`,
    advice: [
      {
        id: "echo",
        why: KEY,
        times: 1,
        evidence: [{ request: "", response: `a ${KEY} b`, curl: "" }],
      },
      {
        id: "page",
        why: "",
        times: 1,
        evidence: [{ request: "", response: HTML_ECHO, curl: "" }],
      },
    ],
  };
  expect(redactReport(report, redactorOf(KEY))).toMatchObject({
    target: { url: `https://staging.example/${KEY}` },
    why: LEFT_OUT,
    advice: [
      { why: KEY_PLACEHOLDER, evidence: [{ response: `a ${KEY_PLACEHOLDER} b` }] },
      { evidence: [{ response: LEFT_OUT }] },
    ],
  });
  expect(redactReport(SAMPLES.violates, redactorOf("another-key-9"))).toEqual(SAMPLES.violates);
});

test("a key that is a word of reports leaves nothing out", () => {
  for (const key of ["Authorization", "list-unauthorized", "credentials"])
    expect(redactReport(SAMPLES.violates, redactorOf(key))).toEqual(SAMPLES.violates);
});

test("a text in which the key cannot be masked is left out, and says so", () => {
  const redactor = new Redactor([{ text: KEY, replacement: "4711" }]);
  expect(redactReport({ ...SAMPLES.violates, why: NESTED }, redactor).why).toBe(LEFT_OUT);
});

test("the exchange of the first violation is shown, and all places are counted", () => {
  const at = (status: number, path: string): Finding => ({
    ...violatedBy("error-status", sampleExchange({ path }, { status })),
    place: { operation: "cancelOrder", status, failed: 1, calls: "with key", sentAt: 0 },
  });
  const findings = [at(404, "/1"), at(404, "/2"), at(401, "/3"), at(409, "/4")];
  const clause = clausesOf("sample", findings).find(({ id }) => id === "error-status");
  expect(clause?.evidence?.map(({ request }) => request.split("\n")[0])).toEqual([
    "GET https://staging.pets.example/v1/1",
  ]);
  expect(clause?.places?.map(({ status, failed }) => [status, failed])).toEqual([
    [404, 2],
    [401, 1],
    [409, 1],
  ]);
});
