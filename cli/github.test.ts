import { expect, test } from "playwright/test";
import { SAMPLES } from "../contract-tests/testing/sample-reports.ts";
import { parseJson } from "../spec/json/json.ts";
import { annotations } from "./github.ts";
import { jsonWithoutWorkflowCommands, withoutWorkflowCommands } from "./io.ts";

test("annotations: one command a line, escaped, at most ten of a kind", () => {
  expect(annotations(SAMPLES.conforms)).toEqual([]);
  const [first = ""] = annotations(SAMPLES.violates);
  expect(first).toBe(
    "::error title=orders-kit%3A auth-key-exact::Only the exact API key is accepted; any other credential gets 401. The key without its last character was accepted.",
  );
  for (const line of annotations(SAMPLES.hostile))
    expect(line).toMatch(/^::(?:error|warning) title=[^:,\r\n]*::[^\r\n]*$/);
  const clauses = SAMPLES.violates.clauses.map((clause) => ({
    ...clause,
    verdict: "violated" as const,
    why: "100% wrong",
  }));
  const many = annotations({ ...SAMPLES.violates, clauses });
  expect(many.filter((line) => line.startsWith("::error"))).toHaveLength(10);
  expect(many[0]).toContain("100%25 wrong");
  expect(many[9]).toContain(`title=orders-kit%3A ${clauses.length - 9} more::`);
  expect(annotations(SAMPLES.notJudged)[0]).toMatch(/^::error title=orders-kit%3A not judged::Nothing answers/);
});

test("no text in the log is a command", () => {
  const hostile = "::error::a\n  ::set-output name=x::y\nsee ##[error]b, ##vso[task.complete] and ##teamcity[x]";
  expect(withoutWorkflowCommands(hostile)).toBe(
    ": :error::a\n  : :set-output name=x::y\nsee # #[error]b, # #vso[task.complete] and # #teamcity[x]",
  );
  expect(withoutWorkflowCommands("std::vector, ## a heading, ::1")).toBe("std::vector, ## a heading, ::1");
});

test("JSON keeps its value", () => {
  const json = JSON.stringify({ "##[x]": "###[error]" });
  const safe = jsonWithoutWorkflowCommands(json);
  expect(safe).not.toContain("##");
  expect(parseJson(safe)).toEqual({ "##[x]": "###[error]" });
});
