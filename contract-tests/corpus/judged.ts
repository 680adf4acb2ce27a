/** One variant judged as `verify` judges a target: every check, over HTTP, behind the guard. */
import { CHECKS } from "../checks/index.ts";
import { runCheck } from "../context.ts";
import { BUDGET, guarded } from "../guard.ts";
import { assembleReport, type Report } from "../report.ts";
import { httpSender } from "../transport.ts";
import { type Deployment, startDeployment } from "./deployment.ts";
import type { Variant } from "./variant.ts";

export type Mode = "full" | "read-only";

export interface Judged {
  readonly report: Report;
  readonly deployment: Deployment;
}

export async function judged(variant: Variant, mode: Mode): Promise<Judged> {
  const deployment = await startDeployment(variant, mode);
  const { baseUrl, key, pending, shipped } = deployment;
  const readOnly = mode === "read-only";
  // Loopback is quick: what has not come after these times does not come.
  const timeoutMs = variant.callTimeoutMs ?? 3_000;
  const sender = httpSender({
    baseUrl,
    key,
    limits: { firstByteMs: timeoutMs, wholeMs: timeoutMs * 2, quietMs: 15 },
  });
  const send = guarded(sender.send, baseUrl, { readOnly, pending, shipped }, BUDGET);
  const startedAt = new Date();
  try {
    const results = [];
    for (const check of CHECKS)
      results.push(
        await runCheck(check, send, { readOnly, pending, shipped, baseUrl, seed: 1, keepTraffic: false, alone: true }),
      );
    const durationMs = Date.now() - startedAt.getTime();
    const run = { target: { url: baseUrl, readOnly }, durationMs, startedAt: startedAt.toISOString(), broken: [] };
    return { report: assembleReport(run, results), deployment };
  } finally {
    await sender.close();
    await deployment.close();
  }
}
