/** The message of a test whose check found a violation: the clause, what was wrong with it, and how to see it again. */
import { CLAUSES } from "../spec/clauses/index.ts";
import type { CheckResult, Evidence } from "./check.ts";

/** Undefined when nothing was violated. */
export function failureMessage({ findings, notJudged }: CheckResult): string | undefined {
  const parts = findings.flatMap((finding) => {
    if (finding.kind !== "violated") return [];
    const clause = CLAUSES.find(({ id }) => id === finding.clause);
    return [
      [
        `${finding.clause}: ${clause?.statement ?? ""}`,
        finding.why,
        ...(finding.expected === undefined ? [] : [`expected  ${finding.expected}`]),
        ...(finding.received === undefined ? [] : [`received  ${finding.received}`]),
        ...finding.evidence.map(quote),
      ].join("\n"),
    ];
  });
  if (notJudged !== undefined) parts.push(`Nothing could be judged: ${notJudged}`);
  return parts.length === 0 ? undefined : parts.join("\n\n");
}

function quote({ request, response, curl }: Evidence): string {
  const lines = [...request.split("\n"), "", ...response.split("\n")];
  return `\n${lines.map((line) => `  | ${line}`).join("\n")}\n  ${curl}`;
}
