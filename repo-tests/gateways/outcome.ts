/** What came of a row. */
import type { Report } from "../../contract-tests/report/report.ts";
import type { Expected } from "./expected.ts";
import type { Run } from "./verify.ts";

export interface Outcome {
  readonly isExpected: boolean;
  /** In one line, the same in every run. */
  readonly text: string;
  /** Why, for each violated clause. */
  readonly details: readonly string[];
}

const VERDICTS = { conforms: "conforms", violates: "violates", "not-judged": "not judged" } as const;

export function outcomeOf(expected: Expected, { output, report }: Run, harmed: readonly bigint[]): Outcome {
  if (report === undefined) return { isExpected: false, text: `error: ${oneLine(output)}`, details: [] };
  const verdict = VERDICTS[report.verdict];
  const isSaid = expected.says?.test(report.why ?? output) ?? true;
  const unproven = verdict === "conforms" ? clausesOf(report, "unproven", "withheld") : [];
  const violated = clausesOf(report, "violated");
  const names = (clauses: typeof violated): string => clauses.map(({ id }) => `\`${id}\``).join(", ");
  const faults = [
    ...(violated.length > 0 ? [`violates ${names(violated)}`] : []),
    ...(verdict === "not judged" ? [`not judged: ${oneLine(report.why ?? "")}`] : []),
    ...(unproven.length > 0 ? [`does not prove ${names(unproven)}`] : []),
    ...(isSaid ? [] : ["does not say why"]),
    ...(harmed.length > 0 ? ["cancels orders that were not handed over"] : []),
  ];
  return {
    isExpected: isVerdict(expected, verdict, unproven.length === 0) && isSaid && harmed.length === 0,
    text: faults.join("; ") || verdict,
    details: [
      `${report.requests} requests, ${(report.durationMs / 1000).toFixed(1)} s`,
      ...[...violated, ...unproven].map(({ id, why }) => `${id}: ${why}`),
      ...report.broken.map(({ check, why }) => `${check}: ${why}`),
    ],
  };
}

function isVerdict({ verdict: wanted }: Expected, verdict: string, isProven: boolean): boolean {
  if (wanted === "conforms") return verdict === "conforms" && isProven;
  return wanted === "any" || wanted === verdict || (wanted === "no violation" && verdict !== "violates");
}

function clausesOf({ clauses }: Report, ...verdicts: readonly string[]): Report["clauses"] {
  return clauses.filter(({ verdict }) => verdicts.includes(verdict));
}

/** Without what differs from run to run. */
function oneLine(text: string): string {
  const line = text.trim().split("\n")[0] ?? "";
  return line.replaceAll(/(?<=127\.0\.0\.1:|port )\d+/g, "…").slice(0, 160);
}
