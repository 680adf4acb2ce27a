/** The settings of a target and of a run, as programs see them. settings-table.ts has what the command line and orders-kit.yaml call them. */
import type { OrderId } from "../../spec/schema/integers.ts";
import type { OutcomeRules } from "../report/outcome.ts";
import type { OrderIds } from "../safety/rules.ts";

/** How a target is reached, and what every request to it has in addition. */
export interface ConnectionSettings {
  /** Headers by name; `${NAME}` in a value is an environment variable. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** A PEM file with a client certificate and its key. */
  readonly clientCert?: string | undefined;
  /** A PEM file with the CA certificates to trust, instead of those that Node knows. */
  readonly ca?: string | undefined;
}

/** How much a run sends, how fast, and how long it waits. */
export interface PaceSettings {
  /** All bad keys, spellings and parameters, and plain calls again and again, for faults that are rare. Default: at most 200 calls. */
  readonly thorough?: boolean | undefined;
  /** Requests per second. Default: unlimited. */
  readonly rate?: number | undefined;
  /** Fewer than ten calls without the good key, and one call at a time, for a service that bans clients. */
  readonly gentle?: boolean | undefined;
  /** Milliseconds until the first byte of a response. Default: 10,000. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds from the first cancellations to the last questions. Default: 5,000, and 0 for `mock` and `msw`. */
  readonly lingerMs?: number | undefined;
  /** Milliseconds that a run waits for a target that is not up yet. Default: 0. */
  readonly waitMs?: number | undefined;
}

/** The settings of a target, in orders-kit.yaml and in programs. */
interface TargetSettings extends ConnectionSettings, PaceSettings {
  /** The environment variable that holds the key. Default: that of the targets file, else ORDERS_API_KEY. */
  readonly apiKeyEnv?: string | undefined;
  readonly readOnly?: boolean | undefined;
  /** Nothing in the deployment is worth protecting, and nobody else uses it: every id that no list shows counts as free. */
  readonly disposable?: boolean | undefined;
}

/** The settings of a target and of one run, in programs. */
export interface RunSettings extends TargetSettings, OutcomeRules {
  /**
   * Orders that nothing else uses, which may be cancelled, and shipped ones, whose cancellation may be tried: four and one prove every clause.
   * Without any, no order is cancelled.
   */
  readonly pending?: readonly OrderId[] | undefined;
  readonly shipped?: readonly OrderId[] | undefined;
  /** Ids that no order has: a DELETE may be sent to them. */
  readonly absent?: readonly OrderId[] | undefined;
  /** True if orders of a production target may be cancelled. */
  readonly allowProductionWrites?: boolean | undefined;
  /** The file with the targets. Default: orders-kit.yaml in the current folder, or above it in the repository. */
  readonly config?: string | undefined;
}

/** The settings of a target in orders-kit.yaml, by the names of the options, with times in milliseconds. */
export interface TargetEntry extends TargetSettings, OutcomeRules, Partial<OrderIds> {
  readonly url: string;
  readonly keyCommand?: string;
  readonly setup?: string;
  readonly teardown?: string;
  readonly production?: boolean;
}
