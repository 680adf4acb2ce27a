/** A deployment with a client for it, and what may be done to it. */
import type { Client } from "../client/http/http-client.ts";
import type { Secret } from "../client/redaction.ts";
import type { Rules } from "../safety/policy.ts";
import type { RunSettings } from "./settings.ts";

/** The targets that need no address: the mock over HTTP, and its msw handlers in this process. */
export const EMBEDDED = ["mock", "msw"] as const;

export function isEmbedded(name: string | undefined): name is (typeof EMBEDDED)[number] {
  return EMBEDDED.some((embedded) => embedded === name);
}

export interface TargetOptions extends RunSettings {
  /** `mock` (the default), `msw`, an address, or a name in orders-kit.yaml. */
  readonly target?: string | undefined;
  /** Default: the environment of the process. */
  readonly env?: Env | undefined;
  /** The folder of orders-kit.yaml. Default: the current folder. */
  readonly cwd?: string | undefined;
  /** When it is aborted, the run ends early, also in `setup`: `teardown` runs, and the findings so far are reported. */
  readonly signal?: AbortSignal | undefined;
  /** Called with a sentence about how the target is treated. */
  readonly onNote?: ((note: string) => void) | undefined;
}

export type Env = Readonly<Record<string, string | undefined>>;

export interface Target extends Client {
  /** Undefined for an address. */
  readonly name?: string;
  readonly baseUrl: string;
  readonly key: string;
  /** The key, and what else must not be in anything that is shown or written. */
  readonly secrets: readonly Secret[];
  /** The environment variable that holds the key; undefined for an embedded target, and for a key that a command prints. */
  readonly keyVariable?: string;
  readonly rules: Rules;
}
