/**
 * Writes the reports of a run that Playwright itself started, and of merged blob reports:
 * `npx playwright merge-reports --reporter ./contract-tests/playwright-reporter.ts blob-report`.
 */
import type {
  FullConfig,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
} from "playwright/types/testReporter";
import { removeLeaks } from "./artefacts.ts";
import { type Outcome, readOutcome } from "./attachment.ts";
import { heldKey } from "./key-holder.ts";
import { assembleReport, type Report } from "./report.ts";
import { colorFor, renderTerminal, writeReports } from "./reporters/index.ts";
import { checkOf, whyOf } from "./stream-reporter.ts";

export default class PlaywrightReporter implements Reporter {
  private readonly outcomes = new Map<string, Outcome>();
  private readonly broken: { check: string; why: string }[] = [];
  private config: FullConfig | undefined;

  onBegin(config: FullConfig, _suite: Suite): void {
    this.config = config;
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    if (!test.location.file.includes("contract.spec.")) return;
    const outcome = readOutcome(result);
    // The last of several attempts counts.
    if (outcome !== undefined) this.outcomes.set(test.title, outcome);
    else if (result.status !== "skipped")
      this.broken.push({ check: checkOf(test.title), why: whyOf(result.error) ?? `it was ${result.status}` });
  }

  onError(error: TestError): void {
    this.broken.push({ check: "playwright", why: whyOf(error) ?? "an unknown error" });
  }

  async onEnd({ startTime, duration }: FullResult): Promise<{ status?: FullResult["status"] } | undefined> {
    const [first] = this.outcomes.values();
    // Nothing of the contract ran, or only a part of it, which the blob reports keep for the merge.
    if (first === undefined || this.config?.shard) return undefined;
    const { url, readOnly, name, only } = first.run;
    const report: Report = assembleReport(
      {
        target: { url, readOnly, ...(name !== undefined && { name }) },
        durationMs: Math.round(duration),
        startedAt: startTime.toISOString(),
        broken: this.broken,
        ...(only !== undefined && { only }),
      },
      [...this.outcomes.values()].map(({ result }) => result),
    );
    const dir = process.env.ORDERS_KIT_REPORT || "orders-kit-report";
    const files = await writeReports(report, { dir, env: process.env });
    const key = heldKey();
    const leaks = key === undefined ? [] : await removeLeaks(files, key);
    if (leaks.length > 0) {
      console.error(`The API key was found in ${leaks.join(", ")}, which was removed. The run does not count.`);
      return { status: "failed" };
    }
    const color = colorFor(process.env, process.stdout);
    const page = files.find((file) => file.endsWith("index.html"));
    const columns = process.stdout.columns ?? 100;
    process.stdout.write(renderTerminal(report, { color, columns, ...(page !== undefined && { reportAt: page }) }));
    return undefined;
  }

  printsToStdio(): boolean {
    return false; // Beside it, another reporter shows the tests.
  }
}
