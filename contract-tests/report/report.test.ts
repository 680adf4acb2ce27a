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

const cancelled = (time: number) => sentAt(time, CANCELLATION);
const A_LIST = sentAt(9, {});
const WRONG_CANCELLATION = sentAt(3, { ...CANCELLATION, credential: "wrong" });

const GENERAL = violatedBy("auth-key-exact", LIST_OF_ANYBODY);
const OF_LIST = violatedBy("list-unauthorized", LIST_OF_ANYBODY);
const BY_ANOTHER = violatedBy("auth-key-exact", WRONG_CANCELLATION);
const WITHOUT = violatedBy("list-unauthorized", WITHOUT_KEY);
const TWICE = [violatedBy("cancel-pending", cancelled(1)), violatedBy("cancel-once", cancelled(2))];
const LISTED = (["cancel-only-that-order", "cancel-shipped-unchanged"] as const).map((clause) =>
  violatedBy(clause, A_LIST),
);
const FOLLOWS = { "auth-key-exact": "list-unauthorized" };

for (const [title, violations, follows] of [
  ["a general clause follows from that of the operation", [GENERAL, OF_LIST], FOLLOWS],
  ["another call violates the general one, too", [GENERAL, BY_ANOTHER, OF_LIST, WITHOUT], {}],
  ["the same call is another one after an order has been cancelled", TWICE, {}],
  ["a list shows several faults", LISTED, {}],
  [
    "what is wrong in a body is a fault of its own",
    [WITHOUT, violatedBy("order-quantity", WITHOUT_KEY)],
    {},
  ],
] as const)
  test(`headlines: ${title}`, () => {
    const clauses = clausesOf("bad-keys", violations);
    const violated = clauses.filter(({ verdict }) => verdict === "violated");
    const ids = new Set(violations.map(({ clause }) => clause));
    expect(new Set(violated.map(({ id }) => id))).toEqual(ids);
    const found = violated.flatMap(({ id, followsFrom }) =>
      followsFrom === undefined ? [] : [[id, followsFrom]],
    );
    expect(Object.fromEntries(found)).toEqual(follows);
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

test("the key is masked in every text but those of the target, which the user has written", () => {
  const { target } = SAMPLES.violates;
  const advice = (id: string, why: string, response: string) => {
    const evidence = [{ request: "", response, curl: "" }];
    return { id, why, times: 1, evidence };
  };
  const report = {
    ...SAMPLES.violates,
    target: { ...target, url: `https://staging.example/${KEY}` },
    why: `it says ${Buffer.from(KEY).toString("hex")}`,
    advice: [advice("echo", KEY, `a ${KEY} b`), advice("page", "", HTML_ECHO)],
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
  // It contains the key again once its key is masked.
  const nested = { ...SAMPLES.violates, why: `sk_live_${KEY}` };
  const redactor = new Redactor([{ text: KEY, replacement: "4711" }]);
  expect(redactReport(nested, redactor).why).toBe(LEFT_OUT);
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
