/**
 * Judges one variant as `verify` judges a target: all checks, over HTTP, within the safety rules.
 * Waits are short.
 */
import { httpClient } from "../client/http/http-client.ts";
import { judgeClient } from "../testing/judge-client.ts";
import { fastClock } from "../testing/simulation/fast-clock.ts";
import { startDeployment } from "./deployment.ts";
import type { Mode, Variant } from "./variant.ts";

/** A thorough run sends all of the data. */
export type Run = "thorough" | "usual";

export type JudgedVariant = Awaited<ReturnType<typeof judgeVariant>>;

/** Returns the closed deployment, with its record of the run. */
export async function judgeVariant(variant: Variant, mode: Mode, run: Run = "thorough") {
  const clock = fastClock();
  const deployment = await startDeployment(variant, mode, () => clock.epoch + clock.now());
  const { baseUrl, key, pending, shipped, absent } = deployment;
  // On the loopback interface, a reply that takes longer never comes.
  const timeoutMs = variant.callTimeoutMs ?? 3_000;
  const limits = { firstByteMs: timeoutMs, wholeMs: timeoutMs * 2, quietMs: 15 };
  const client = httpClient({ baseUrl, key, limits, now: clock.now });
  try {
    const config = {
      baseUrl,
      pending,
      shipped,
      absent,
      thorough: run === "thorough",
      settleMs: 5_000,
      keyElsewhere: run === "thorough",
    };
    return { ...(await judgeClient(client.send, config, clock)), deployment };
  } finally {
    await client.close();
    await deployment.close();
  }
}
