/** Tells the process that started Playwright, line by line on stdout, what each test found. */
import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult } from "playwright/types/testReporter";
import { readOutcome } from "./attachment.ts";
import type { CheckResult } from "./check.ts";

/** One line, as JSON. */
export type StreamEvent =
  | { readonly kind: "begin"; readonly checks: number }
  | { readonly kind: "start"; readonly title: string }
  | { readonly kind: "result"; readonly result: CheckResult }
  /** A check that did not come to its end, or Playwright itself. */
  | { readonly kind: "broken"; readonly check: string; readonly why: string };

export default class StreamReporter implements Reporter {
  onBegin(_config: FullConfig, suite: Suite): void {
    tell({ kind: "begin", checks: suite.allTests().length });
  }

  onTestBegin({ title }: TestCase): void {
    tell({ kind: "start", title });
  }

  onTestEnd({ title }: TestCase, result: TestResult): void {
    const outcome = readOutcome(result);
    if (outcome !== undefined) tell({ kind: "result", result: outcome.result });
    else tell({ kind: "broken", check: checkOf(title), why: whyOf(result.error) ?? `it was ${result.status}` });
  }

  onError(error: TestError): void {
    tell({ kind: "broken", check: "playwright", why: whyOf(error) ?? "an unknown error" });
  }

  printsToStdio(): boolean {
    return true;
  }
}

export const checkOf = (title: string): string => title.replace(/:.*/s, "");

export function whyOf(error: TestError | undefined): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters
  return (error?.message ?? error?.value)?.replace(/\u001b\[[0-9;]*m/g, "");
}

function tell(event: StreamEvent): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}
