/** Judges one variant as `verify` judges a target: every check, over HTTP, behind the guard. Waits are short. */
import { httpClient } from "../client/http/http-client.ts";
import type { Report } from "../report/report.ts";
import type { CheckResult } from "../run/check-result.ts";
import { judgeClient } from "../testing/judge-client.ts";
import { fastClock } from "../testing/simulation/fast-clock.ts";
import { type Deployment, startDeployment } from "./deployment.ts";
import type { Mode, Variant } from "./variant.ts";

export interface JudgedVariant {
  readonly report: Report;
  /** Of each check, in the order in which they ran. */
  readonly results: readonly CheckResult[];
  /** Closed, with its record of the run. */
  readonly deployment: Deployment;
}

export async function judgeVariant(variant: Variant, mode: Mode): Promise<JudgedVariant> {
  const clock = fastClock();
  const deployment = await startDeployment(variant, mode, clock.now);
  const { baseUrl, key, pending, shipped, absent } = deployment;
  // On the loopback interface a reply that is still missing after these times does not come.
  const timeoutMs = variant.callTimeoutMs ?? 3_000;
  const limits = { firstByteMs: timeoutMs, wholeMs: timeoutMs * 2, quietMs: 15 };
  const client = httpClient({ baseUrl, key, limits });
  try {
    const config = { baseUrl, pending, shipped, absent, readOnly: mode === "read-only", lingerMs: 5_000 };
    const { report, results } = await judgeClient(client.send, config, clock);
    return { report, results, deployment };
  } finally {
    await client.close();
    await deployment.close();
  }
}
