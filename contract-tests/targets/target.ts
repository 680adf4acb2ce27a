/** A deployment with a client for it, and what may be done to it. */
import type { Client } from "../client/http/http-client.ts";
import type { Secret } from "../client/redaction.ts";
import type { Rules } from "../safety/policy.ts";

/** The targets that need no address: the mock over HTTP, and its msw handlers in this process. */
export const EMBEDDED = ["mock", "msw"] as const;

/** How a target is reached, and what every request to it has in addition. */
export interface ConnectionSettings {
  /** Headers by name; `${NAME}` in a value is an environment variable. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** PEM files of a client certificate and of its key, which may be in the same file. */
  readonly clientCert?: string | undefined;
  readonly clientKey?: string | undefined;
  /** A PEM file with the authorities that are trusted, instead of those that Node knows. */
  readonly ca?: string | undefined;
  /** `host:port` to connect to, in place of the host of the address. */
  readonly connectTo?: string | undefined;
}

export interface TargetOptions extends ConnectionSettings {
  /** `mock` (the default), `msw`, an address, or a name in orders-kit.yaml. */
  readonly target?: string | undefined;
  /** Orders that may be cancelled, and shipped orders whose cancellation may be tried. Without any, the run is read-only. */
  readonly pending?: readonly bigint[] | undefined;
  readonly shipped?: readonly bigint[] | undefined;
  /** Ids that no order has: a DELETE may be sent to them, also in a read-only run. */
  readonly absent?: readonly bigint[] | undefined;
  readonly readOnly?: boolean | undefined;
  /** The environment variable that holds the key. Default: that of the targets file, else ORDERS_API_KEY. */
  readonly apiKeyEnv?: string | undefined;
  /** Whether orders of a production target may be cancelled. */
  readonly allowProductionWrites?: boolean | undefined;
  /** Fewer than ten calls without the good key, and one call at a time, for a service that bans clients. */
  readonly gentle?: boolean | undefined;
  /** Milliseconds until the first byte of a response. Default: 10,000. */
  readonly timeoutMs?: number | undefined;
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
