/** The gate's whole walk in this process, as the tests take it to see what a deployment shows. */
import type { CheckResult, Setting } from "./check.ts";
import { CHECKS } from "./checks/index.ts";
import { runCheck } from "./context.ts";
import type { Send } from "./exchange.ts";
import { BUDGET, guarded } from "./guard.ts";
import { type Learned, learn } from "./learn.ts";

export interface Walk {
  readonly results: readonly CheckResult[];
  readonly learned: Learned;
  /** What was violated or advised, in words. */
  readonly blamed: readonly string[];
}

export async function walk(
  send: Send,
  setting: Pick<Setting, "baseUrl" | "pending" | "shipped"> & Partial<Setting>,
): Promise<Walk> {
  const whole: Setting = { readOnly: false, seed: 1, keepTraffic: false, alone: true, ...setting };
  const guard = guarded(send, whole.baseUrl, whole, BUDGET);
  const results: CheckResult[] = [];
  for (const check of CHECKS) results.push(await runCheck(check, guard, whole));
  const blamed = results.flatMap(({ check, findings, notJudged }) => [
    ...(notJudged === undefined ? [] : [`${check}: ${notJudged}`]),
    ...findings.flatMap((finding) =>
      finding.kind === "violated"
        ? [`${finding.clause}: ${finding.why}`]
        : finding.kind === "advice"
          ? [`${finding.id}: ${finding.why}`]
          : [],
    ),
  ]);
  return { results, learned: learn(results, { from: whole.baseUrl, at: Date.now() }), blamed };
}
