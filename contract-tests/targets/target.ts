/** A deployment with a client for it, what may be done to it, and the configuration of a run against it. */
import { randomInt } from "node:crypto";
import type { Client } from "../client/http/http-client.ts";
import type { Secret } from "../client/redaction.ts";
import type { ReportRules } from "../report/report.ts";
import type { RemarkList } from "../report/schema.ts";
import type { Rules } from "../safety/rules.ts";
import type { RunConfig, SessionConfig } from "../session/config.ts";
import type { Acceptance } from "./accept-violations.ts";
import type { PaceSettings, RunSettings } from "./settings.ts";

/** The targets that need no address: the mock over HTTP, and its msw handlers in this process. */
export const EMBEDDED = ["mock", "msw"] as const;

export function isEmbedded(name: string | undefined): name is (typeof EMBEDDED)[number] {
  return EMBEDDED.some((embedded) => embedded === name);
}

export interface TargetOptions extends RunSettings {
  /** `mock` (the embedded mock), `msw`, an address, or a name in orders-kit.yaml. */
  readonly target: string;
  /** Default: the environment of the process. */
  readonly env?: Env | undefined;
  /** The folder that relative paths start from, and in which orders-kit.yaml is looked for first. Default: the current folder. */
  readonly cwd?: string | undefined;
  /** When it is aborted, the run ends early, also in `setup`: `teardown` runs, and the findings so far are reported. */
  readonly signal?: AbortSignal | undefined;
  /** Adds the violations of the run to the known ones of the target, which has a name in orders-kit.yaml. */
  readonly accept?: Acceptance | undefined;
  /** Called with a sentence about how the target is treated. */
  readonly onNote?: ((note: string) => void) | undefined;
}

export type Env = Readonly<Record<string, string | undefined>>;

/** With the settings of the options, or else of orders-kit.yaml. */
export interface Target extends Client, PaceSettings, ReportRules {
  /** Undefined for an address. */
  readonly name?: string;
  /** The path of the file that has the target, relative to the current folder, for one with a name. */
  readonly file?: string;
  readonly baseUrl: string;
  readonly key: string;
  /** The key, and what else must not be in anything that is shown or written. */
  readonly secrets: readonly Secret[];
  /** The environment variable that holds the key; undefined for an embedded target, and for a key that a command prints. */
  readonly keyVariable?: string;
  readonly rules: Rules;
  /** Why its orders could not be prepared, so that nothing can be judged. */
  readonly failed?: string;
}

/** Milliseconds from the first cancellations to the last questions. The embedded targets do nothing in the background. */
const LINGER_MS = 5_000;

/** The configuration of a run against a target, which ends early when the signal is aborted. */
export function runConfig(target: Target, signal: AbortSignal | undefined): SessionConfig {
  const { name, baseUrl, rules, thorough, rate } = target;
  const { lingerMs = isEmbedded(name) ? 0 : LINGER_MS } = target;
  return {
    ...rules,
    baseUrl,
    seed: randomInt(2 ** 31),
    // Elsewhere it would stand in access logs.
    keyElsewhere: isEmbedded(name) || rules.disposable === true,
    thorough,
    rate,
    signal,
    settleMs: lingerMs,
  };
}

/** Says what a run without the wait does not see. */
export function lingerRemarks(
  { name, rules }: Pick<Target, "name" | "rules">,
  { settleMs = 0 }: RunConfig,
): RemarkList[] {
  if (settleMs > 0 || rules.readOnly || isEmbedded(name)) return [];
  const why =
    "The run did not wait: that a deployment undoes a cancellation, or carries out a refused one, some seconds later was not seen. linger: 5 in orders-kit.yaml waits until 5 s after the first cancellation.";
  const entries = [{ id: "linger", why, times: 1 }];
  return [{ title: "Delayed effects not checked", entries }];
}
