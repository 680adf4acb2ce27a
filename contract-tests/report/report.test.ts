import { expect, test } from "playwright/test";
import { KEY_PLACEHOLDER, keySecret } from "../client/redaction.ts";
import { SAMPLES } from "../testing/sample-reports.ts";
import { assembleReport, redactReport } from "./report.ts";

test("a clause whose check ended early is unproven for the reason that ended it", () => {
  const run = {
    target: { url: "http://host/v1", readOnly: false },
    durationMs: 1,
    startedAt: "",
    broken: [],
  };
  const violated = {
    kind: "violated",
    clause: "cancel-malformed-refused",
    why: "17xyz gets 204.",
    evidence: [],
  } as const;
  const results = [{ step: "exact-ids", findings: [violated], durationMs: 1 }];
  const { clauses } = assembleReport(run, results, { requests: 1, timings: {} });
  const why = (clause: string): string | undefined => clauses.find(({ id }) => id === clause)?.why;
  expect(why("cancel-id-exact")).toBe("its step exact-ids could not go on: 17xyz gets 204.");
  expect(why("list-ok")).toBe("no step that ran exercises it");
});

const KEY = "sk_live_4711";
/** A body in which the key cannot be masked. */
const HTML_ECHO = `HTTP/1.1 404\n\n<p>${KEY.replaceAll("_", "&#95;")}</p>`;
/** A text that has the key again once the key in it is masked. */
const NESTED = `sk_live_${KEY}`;

test("the key is masked in every text but those of the target, which the user has written", () => {
  const { target } = SAMPLES.violates;
  const report = {
    ...SAMPLES.violates,
    target: { ...target, url: `https://staging.example/${KEY}` },
    why: `it says ${Buffer.from(KEY).toString("hex")}`,
    advice: [
      { id: "echo", why: KEY, evidence: [{ request: "", response: `a ${KEY} b`, curl: "" }] },
      { id: "page", why: "", evidence: [{ request: "", response: HTML_ECHO, curl: "" }] },
    ],
  };
  expect(redactReport(report, [keySecret(KEY)])).toMatchObject({
    target: { url: `https://staging.example/${KEY}` },
    why: "(left out: the API key is in it, in a form that cannot be masked)",
    advice: [
      { why: KEY_PLACEHOLDER, evidence: [{ response: `a ${KEY_PLACEHOLDER} b` }] },
      { evidence: [{ response: expect.stringMatching(/^HTTP\/1.1 404\n\n\(left out: /) }] },
    ],
  });
  expect(redactReport(SAMPLES.violates, [keySecret("another-key-9")])).toEqual(SAMPLES.violates);
});

test("a key that is a word of reports leaves nothing out", () => {
  for (const key of ["Authorization", "list-unauthorized", "credentials"])
    expect(redactReport(SAMPLES.violates, [keySecret(key)])).toEqual(SAMPLES.violates);
});

test("a text in which the key cannot be masked is left out, and says so", () => {
  const secrets = [{ text: KEY, replacement: "4711" }];
  expect(redactReport({ ...SAMPLES.violates, why: NESTED }, secrets).why).toMatch(
    /^\(left out: the API key is in it/,
  );
});
