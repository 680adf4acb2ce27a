/** The result of a check as the outcome of its test. */
import { CLAUSES } from "../../spec/clauses/index.ts";
import type { Check } from "../checks/check.ts";
import { CHECKS } from "../checks/index.ts";
import { violationText } from "../report/evidence.ts";
import { problemWith } from "../run/run-all.ts";
import { type TestInfo, withoutStack } from "./contract-run.ts";
import type { SharedRun } from "./shared-run.ts";

/**
 * Runs a check, attaches what it found, and ends the test: it fails with the violated clauses, their evidence and curl lines, or with what
 * is wrong with the check, and is skipped where nothing was proven.
 */
export async function runAsTest(
  check: Check,
  { run, resultOf }: SharedRun,
  test: TestInfo,
  requireProven = false,
): Promise<void> {
  const result = await run(check);
  const { findings, notTried } = result;
  const annotate = (type: string, description: string): void => void test.annotations.push({ type, description });
  const failures: string[] = [];
  const notProven = findings.flatMap((one) => (one.kind === "unproven" || one.kind === "withheld" ? [one] : []));
  for (const finding of findings) {
    if (finding.kind === "advice") annotate("advice", finding.why);
    if (finding.kind !== "violated") continue;
    const { clause, why } = finding;
    if (isElsewhere(clause, check, resultOf)) annotate("violation", `${clause}: ${why}`);
    else failures.push(`${clause}: ${CLAUSES.find(({ id }) => id === clause)?.statement}\n${violationText(finding)}`);
  }
  for (const { kind, clause, why } of notProven) annotate(kind, `${clause}: ${why}`);
  for (const { id, why } of notTried.flatMap(({ entries }) => entries)) annotate(id, why);
  await test.attach("findings", { body: JSON.stringify(result), contentType: "application/json" });
  const evidence = findings.flatMap((one) =>
    "evidence" in one && one.evidence.length > 0 ? [violationText(one)] : [],
  );
  if (evidence.length > 0) await test.attach("evidence", { body: evidence.join("\n\n"), contentType: "text/plain" });
  const missing = ["Not proven.", ...notProven.map(({ clause, why }) => `${clause}: ${why}`)].join("\n");
  const unproven = requireProven && notProven.length > 0 ? missing : undefined;
  const failure = failures.join("\n\n") || (problemWith(result) ?? unproven);
  if (failure !== undefined) throw withoutStack(failure);
  const [first] = notProven;
  if (first !== undefined && !findings.some(({ kind }) => kind === "held")) test.skip(true, first.why);
}

/**
 * Whether the violation of a clause has failed the test of another check before; here it is an annotation. The test of the check that is
 * there for the clause, the first of its clauses, fails in any case.
 */
function isElsewhere(clause: string, check: Check, resultOf: SharedRun["resultOf"]): boolean {
  if (check.clauses[0] === clause) return false;
  const place = CHECKS.findIndex(({ id }) => id === check.id);
  return CHECKS.filter(({ clauses }, at) => at < place || (at > place && clauses[0] === clause)).some(({ id }) =>
    resultOf(id)?.findings.some((other) => other.kind === "violated" && other.clause === clause),
  );
}
