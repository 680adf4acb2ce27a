/** The report in a backend's test: what passes, and what the error of a failing test says. */
import { expect, test } from "playwright/test";
import { SAMPLES } from "../testing/sample-reports.ts";
import { expectConforms, formatReport } from "./expect-conforms.ts";

const { conforms, violates } = SAMPLES;
const [first, ...others] = conforms.clauses;
const unproven = { ...first!, verdict: "unproven", why: "No order was provided." } as const;

test("a report with a clause that holds and none that is violated passes", () => {
  expect(() => expectConforms(conforms, { requireProven: true })).not.toThrow();
  expect(() => expectConforms({ ...conforms, clauses: [unproven, ...others] })).not.toThrow();
});

for (const name of ["violates", "notJudged", "broken", "unproven"] as const)
  test(`a report that is "${name}" fails with its text`, () => {
    const report = SAMPLES[name];
    expect(() => expectConforms(report)).toThrow(formatReport(report));
  });

test("with requireProven, so does what was not proven", () => {
  const report = { ...conforms, clauses: [unproven, ...others] };
  expect(() => expectConforms(report, { requireProven: true })).toThrow("No order was provided.");
});

test("the error is the text of verify, and its stack begins in the test", () => {
  const text = formatReport(violates);
  expect(text).toMatch(/^✗ .* violates the contract/);
  expect(text).toContain("curl -i");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escapes of a terminal
  expect(text).not.toMatch(/\x1b/);
  let stack: string | undefined;
  try {
    expectConforms(violates);
  } catch (error) {
    stack = (error as Error).stack;
  }
  expect(stack?.split(text)[1]).toMatch(/^\n *at .*expect-conforms\.test\.ts/);
});
