/** The configuration of a run against a target, and how long it waits before the last questions. */
import { randomInt } from "node:crypto";
import type { RemarkList } from "../report/run-facts.ts";
import type { RunConfig } from "../run/run.ts";
import { isEmbedded, type Target, type TargetOptions } from "./target.ts";

/** Milliseconds from the first cancellations to the last questions. The embedded targets do nothing in the background. */
const LINGER_MS = 5_000;

type JudgedTarget = Pick<Target, "name" | "baseUrl" | "rules">;

export function runConfig({ name, baseUrl, rules }: JudgedTarget, options: TargetOptions): RunConfig {
  const { maxRequests, rate, parallel, signal, lingerMs = isEmbedded(name) ? 0 : LINGER_MS } = options;
  return {
    ...rules,
    baseUrl,
    seed: randomInt(2 ** 31),
    budget: { maxRequests, rate, parallel },
    settleMs: lingerMs,
    signal,
  };
}

/** Says what a run without the wait does not see. */
export function lingerRemarks({ name, rules }: JudgedTarget, { settleMs = 0 }: RunConfig): RemarkList[] {
  if (settleMs > 0 || rules.readOnly || isEmbedded(name)) return [];
  const why =
    "The run did not wait: that a deployment undoes a cancellation, or carries out a refused one, some seconds later was not seen. --linger 5 waits until 5 s after the first cancellation.";
  return [{ title: "Delayed effects not checked", entries: [{ id: "--linger", why, times: 1 }] }];
}
