/** Fails a run in which a test passed without an assertion, because it may have tested nothing. */
import type { Reporter, TestCase, TestResult, TestStep } from "playwright/types/testReporter";

/**
 * Setups assert nothing, and the tests of `orders-kit/contract` assert through the clauses of the
 * report.
 */
const EXCEPTED = /\.setup\.ts$|\/contract\.spec\.ts$/;

const isAssertion = ({ category, steps }: TestStep): boolean =>
  category === "expect" || steps.some(isAssertion);

export default class EmptyTestsReporter implements Reporter {
  readonly #empty: string[] = [];

  printsToStdio(): boolean {
    return false;
  }

  onTestEnd({ location: { file, line }, title }: TestCase, { status, steps }: TestResult): void {
    if (status === "passed" && !EXCEPTED.test(file) && !steps.some(isAssertion))
      this.#empty.push(`${file}:${line} ${title}`);
  }

  async onEnd(): Promise<{ status: "failed" } | undefined> {
    if (this.#empty.length === 0) return undefined;
    console.error(`\nThese tests passed without an assertion:\n  ${this.#empty.join("\n  ")}`);
    return { status: "failed" };
  }
}
