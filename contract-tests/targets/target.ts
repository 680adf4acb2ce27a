/** An open target, and the configuration of a run against it. */
import { randomInt } from "node:crypto";
import type { Client } from "../client/http/http-client.ts";
import type { Secret } from "../client/masking/redaction.ts";
import type { KnownEntry } from "../report/known-entry.ts";
import type { RemarkList } from "../report/schema.ts";
import type { RunConfig, SessionConfig } from "../run/session/config.ts";
import type { Rules } from "../safety/rules.ts";
import { type ChosenSettings, settingsOfRun } from "./settings/settings.ts";

/** The targets that need no address: the mock over HTTP, and its msw handlers in this process. */
export const EMBEDDED = ["mock", "msw"] as const;

export function isEmbedded(name: string | undefined): name is (typeof EMBEDDED)[number] {
  return EMBEDDED.some((embedded) => embedded === name);
}

export type Env = Readonly<Record<string, string | undefined>>;

/** A deployment: what can be sent to, what may be done to it, and how it ends. */
export interface Target extends Client {
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
  readonly settings: ChosenSettings;
  /** The violations that are accepted for a while. */
  readonly known: readonly KnownEntry[];
  /** Why its orders could not be prepared, so that nothing can be judged. */
  readonly failed?: string;
}

/** The configuration of a run against a target, which ends early when the signal is aborted. */
export function runConfig(target: Target, signal: AbortSignal | undefined): SessionConfig {
  const { name, baseUrl, rules, settings } = target;
  return {
    ...settingsOfRun(settings),
    ...rules,
    baseUrl,
    seed: randomInt(2 ** 31),
    // Elsewhere it would stand in access logs.
    keyElsewhere: isEmbedded(name) || rules.disposable === true,
    signal,
    settleMs: settings.linger * 1000,
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
