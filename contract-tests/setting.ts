/** What a run gives its Playwright workers: where the relay is, and what the checks may use. Its only secret is the relay's token. */
import type { ClauseId } from "../spec/clauses/index.ts";
import type { Setting } from "./check.ts";

/** The environment variable in which it crosses to the workers. */
export const RUN_VARIABLE = "ORDERS_KIT_RUN";

export interface Run {
  readonly relayUrl: string;
  /** The target's name, where it has one besides its address. */
  readonly name?: string;
  /** Clauses to which the run is narrowed. */
  readonly only?: readonly ClauseId[];
  /**
   * What a test does whose check found a violation: `fail`, as Playwright's users expect, or only `tell` it to the reporter.
   * Playwright starts a new worker after each failure, which costs more than most checks.
   */
  readonly onViolation: "fail" | "tell";
  readonly setting: Setting;
}

export function writeRun({ setting, ...run }: Run): string {
  const ids = { pending: setting.pending.map(String), shipped: setting.shipped.map(String) };
  return JSON.stringify({ ...run, setting: { ...setting, ...ids } });
}

/** Throws when the text was not written by {@link writeRun}. */
export function readRun(text: string): Run {
  const { setting, ...run } = JSON.parse(text);
  const ids = { pending: setting.pending.map(BigInt), shipped: setting.shipped.map(BigInt) };
  return { ...run, setting: { ...setting, ...ids } };
}
