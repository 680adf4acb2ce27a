/**
 * Reports a clause as a test: it passes, fails with the evidence, or is skipped with what would
 * prove the clause.
 */
import { writeFile } from "node:fs/promises";
import type { TestInfo } from "../../mock/playwright/runner.ts";
import type { ClauseId } from "../../spec/clauses/index.ts";
import type { ClauseReport, Report } from "../report/schema.ts";
import { partTried, violationText } from "../report/writers/finding-text.ts";
import { reportPage } from "../report/writers/html/report-page.ts";
import { renderJson } from "../report/writers/json.ts";
import { type ContractRun, withoutStack } from "./contract-run.ts";

/** The first test also reports on the run as a whole. */
export async function tellClause(
  id: ClauseId,
  contractRun: ContractRun,
  testInfo: TestInfo,
): Promise<void> {
  const { firstTest, report, requireProven, error } = await contractRun.outcome(testInfo);
  const isFirst = firstTest === testInfo.testId;
  const fail = (...texts: readonly string[]): never => {
    contractRun.noteFailure();
    throw withoutStack(texts.join("\n"));
  };

  if (report === undefined) return isFirst ? fail(`${error}`) : testInfo.skip(true, error);
  if (isFirst) await attachReport(report, testInfo);
  const problems = isFirst ? problemsOf(report) : [];
  const clause = report.clauses.find((one) => one.id === id);

  if (clause?.known) return testInfo.skip(true, `Known: ${clause.reason}`);
  if (clause?.verdict === "violated" && clause.followsFrom === undefined) {
    fail(...problems, `${id}: ${clause.statement}`, violationText(clause));
  }
  if (problems.length > 0) fail(...problems);
  if (clause === undefined) return testInfo.skip(true, "No order has the optional field.");

  const { verdict, followsFrom, why = "" } = clause;
  if (verdict === "held") return noteTried(clause, testInfo);
  if (followsFrom !== undefined) {
    const text = `${id} is violated, which follows from ${followsFrom}: ${why}`;
    contractRun.skippedViolations.push(text);
    return testInfo.skip(true, text);
  }
  if (requireProven) fail("Unproven.", `${id}: ${why}`);
  testInfo.skip(true, why);
}

/** Returns why a run has no verdict or only part of one, and what fails it besides the clauses. */
function problemsOf({ why, broken, exitCode, reasons }: Report): string[] {
  const steps = broken.map((step) => `${step.check} did not finish: ${step.why}`);
  const judged = why === undefined ? [] : [`Not judged: ${why}`];
  return [...judged, ...steps, ...(exitCode === 1 ? reasons : [])];
}

/** Annotates a passed test with how much of its clause was tried: `held: 4 of 41 keys`. */
function noteTried(clause: ClauseReport, { annotations }: TestInfo): void {
  const description = partTried(clause);
  if (description !== undefined) annotations.push({ type: "held", description });
}

/** Attaches the report, and adds advice and section entries as annotations. */
async function attachReport(report: Report, testInfo: TestInfo): Promise<void> {
  const { advice, sections = [] } = report;
  for (const { title, entries } of [{ title: "advice", entries: advice }, ...sections])
    for (const { why } of entries) testInfo.annotations.push({ type: title, description: why });
  await attach(testInfo, "report.html", reportPage(report));
  await attach(testInfo, "report.json", renderJson(report));
}

/** Attaches a file rather than a text: a terminal shows its path. */
async function attach(testInfo: TestInfo, name: string, text: string): Promise<void> {
  const path = testInfo.outputPath(name);
  await writeFile(path, text);
  await testInfo.attach(name, { path });
}
