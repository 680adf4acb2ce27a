/** The annotations that GitHub Actions shows beside a job. */
import { expect, test } from "playwright/test";
import { SAMPLES } from "../contract-tests/testing/sample-reports.ts";
import { annotations } from "./annotations.ts";

test("a fault is an error, advice a warning, and a report without either has none", () => {
  expect(annotations(SAMPLES.conforms)).toEqual([]);
  const [first = ""] = annotations(SAMPLES.violates);
  expect(first).toBe(
    "::error title=orders-kit%3A list-unauthorized::Listing the orders with a missing or invalid key returns 401. The key without its last character was accepted.\n",
  );
  expect(annotations(SAMPLES.violates, "staging")[0]).toContain(
    "title=orders-kit%3A staging%3A list-unauthorized::",
  );
});

test("what a deployment wrote is escaped", () => {
  for (const line of annotations(SAMPLES.hostile))
    expect(line).toMatch(/^::(?:error|warning) title=[^:,\r\n]*::[^\r\n]*\n$/);
});

test("of more than ten of a kind, the last one names those that GitHub would drop", () => {
  const clauses = SAMPLES.violates.clauses.map(({ followsFrom: _, ...clause }) => ({
    ...clause,
    verdict: "violated" as const,
    why: "100% wrong",
  }));
  const many = annotations({ ...SAMPLES.violates, clauses });
  expect(many.filter((line) => line.startsWith("::error"))).toHaveLength(10);
  expect(many[0]).toContain("100%25 wrong");
  expect(many[9]).toContain(`title=orders-kit%3A ${clauses.length - 9} more::`);
});

test("a run that judged nothing is an error, which says why", () => {
  expect(annotations(SAMPLES.notJudged)[0]).toMatch(
    /^::error title=orders-kit%3A .* was not judged::Nothing answers/,
  );
});
