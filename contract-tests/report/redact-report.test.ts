import { expect, test } from "playwright/test";
import { KEY_PLACEHOLDER, keySecret } from "../client/redaction.ts";
import { SAMPLES } from "../testing/sample-reports.ts";
import { redactReport } from "./redact-report.ts";

const KEY = "sk_live_4711";
/** A text that has the key again once the key in it is masked. */
const NESTED = `sk_live_${KEY}`;

test("the key is masked in every text but those of the target, which the user has written", () => {
  const { target } = SAMPLES.violates;
  const report = {
    ...SAMPLES.violates,
    target: { ...target, url: `https://staging.example/${KEY}` },
    why: `it says ${Buffer.from(KEY).toString("hex")}`,
    advice: [{ id: "echo", why: KEY, evidence: [{ request: "", response: `a ${KEY} b`, curl: "" }] }],
  };
  const redacted = redactReport(report, [keySecret(KEY)]);
  expect(redacted).toMatchObject({
    target: { url: `https://staging.example/${KEY}` },
    why: `it says ${KEY_PLACEHOLDER}`,
    advice: [{ why: KEY_PLACEHOLDER, evidence: [{ response: `a ${KEY_PLACEHOLDER} b` }] }],
  });
  expect(redactReport(SAMPLES.violates, [keySecret("another-key-9")])).toEqual(SAMPLES.violates);
});

test("a text in which it cannot be masked is left out, and says so", () => {
  const secrets = [{ text: KEY, replacement: "4711" }];
  expect(redactReport({ ...SAMPLES.violates, why: NESTED }, secrets).why).toMatch(/^\(left out: the API key is in it/);
});
