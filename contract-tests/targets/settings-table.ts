/**
 * One row for each setting of a target and of a run. The flags of the command line, the reader of orders-kit.yaml, its schema and the table
 * of staging.md derive from the rows.
 */
import { checkNames } from "../../spec/errors/checks.ts";
import type { OutcomeRules } from "../report/outcome.ts";
import { REMOVED_SETTINGS } from "./removed-settings.ts";
import type { PaceSettings, RunSettings, TargetEntry } from "./settings.ts";

/**
 * A row, under the name of the option that programs use. Its flag is that name in kebab case, its key in the file is that name, both
 * without the unit `Ms`.
 */
export interface Setting {
  /**
   * How it is written. `${NAME}` in an `expanded` text or a `path` is an environment variable of the file. `seconds` are milliseconds in
   * the option.
   */
  readonly kind:
    | "text"
    | "expanded"
    | "path"
    | "boolean"
    | "ids"
    | "headers"
    | "number"
    | "seconds"
    | "strict";
  /** In the help, and in the schema of the file. */
  readonly about: string;
  /** Where alone it can be said. Default: on the command line, in the file, and as an option of programs. A flag is an option, too. */
  readonly only?: "flag" | "file" | "file and option";
  /** The name of the flag, where it is another one. */
  readonly flag?: string;
  /** The limits of a number, in the flag and in the file. */
  readonly min?: number;
  readonly max?: number;
}

export type Settings = Readonly<Record<string, Setting>>;

/** The key and the connection: what proxy takes as well. */
export const CONNECTION = {
  apiKeyEnv: {
    kind: "text",
    about: "the environment variable that holds the key (ORDERS_API_KEY)",
  },
  config: {
    kind: "path",
    about: "the file with the targets (orders-kit.yaml here, or above in the repository)",
    only: "flag",
  },
  keyCommand: {
    kind: "text",
    about: "a command that prints the key, such as an OAuth token, in one line; a shell runs it",
    only: "file",
  },
  headers: {
    kind: "headers",
    about: "headers of every request, for a gateway in front of the service",
    flag: "header",
  },
  clientCert: {
    kind: "path",
    about: "a client certificate with its key, both in one PEM file",
    only: "file and option",
  },
  ca: {
    kind: "path",
    about: "CA certificates to trust, instead of those that Node knows",
    only: "file and option",
  },
} as const satisfies Settings;

/** The orders that a run may cancel, and what protects the others. */
export const ORDERS = {
  pending: {
    kind: "ids",
    about: "pending orders that may be cancelled; four prove every clause",
  },
  shipped: {
    kind: "ids",
    about: "shipped orders, whose cancellation may be tried",
  },
  absent: {
    kind: "ids",
    about: "ids that no order has, so that DELETE may be tried with them",
    only: "file and option",
  },
  setup: {
    kind: "text",
    about:
      'a command that creates orders and prints `{"pending":[…],"shipped":[…],"absent":[…]}`, each optional; a shell runs it',
    only: "file",
  },
  teardown: {
    kind: "text",
    about: "a command that runs at the end, whatever happened",
    only: "file",
  },
  readOnly: {
    kind: "boolean",
    about: "send GET, HEAD and OPTIONS alone, even with pending orders",
  },
  disposable: {
    kind: "boolean",
    about:
      "nothing there is worth protecting: unlisted ids are free, listed orders may be cancelled",
  },
  allowProductionWrites: {
    kind: "boolean",
    about: "cancel orders of a production target as well",
    only: "flag",
  },
  production: {
    kind: "boolean",
    about: "whether it is a production target, which is read-only (by its name and host)",
    only: "file",
  },
} as const satisfies Settings;

/** Settings of verify alone: what a run sends, how long it waits, and what fails it. Options win over the file. */
export const RUN = {
  thorough: {
    kind: "boolean",
    about: "send all bad keys, spellings and parameters, and repeat calls for rare faults",
    only: "flag",
  },
  rate: {
    kind: "number",
    about: "at most this many requests a second",
    min: 0.001,
    max: 999_999,
  },
  gentle: {
    kind: "boolean",
    about: "send few bad keys, one request at a time, for a service that bans clients",
  },
  timeoutMs: {
    kind: "seconds",
    about: "seconds to wait for the first byte of a response (10)",
    only: "file and option",
    min: 0.001,
    max: 600,
  },
  lingerMs: {
    kind: "seconds",
    about: "seconds from the first cancellation to the last questions (5; 0 for mock and msw)",
    only: "file and option",
    min: 0,
    max: 600,
  },
  waitMs: {
    kind: "seconds",
    about: "seconds to wait for a target that is not up yet (0)",
    only: "flag",
    min: 0,
    max: 600,
  },
  strict: {
    kind: "strict",
    about: "advice fails the run, too: exit code 1; in the file also a list of kinds of advice",
  },
  requireProven: {
    kind: "boolean",
    about: "a clause that was not proven fails the run, too: exit code 4",
  },
} as const satisfies Readonly<Record<keyof (PaceSettings & OutcomeRules), Setting>>;

/** All of them, in the order of the file's schema. */
export const SETTINGS: Readonly<Record<keyof RunSettings | keyof TargetEntry, Setting>> = {
  url: {
    kind: "expanded",
    about: "the base address, which ends in the version segment",
    only: "file",
  },
  ...CONNECTION,
  ...ORDERS,
  ...RUN,
};

/** The settings of a run: from the options, or else from the file. */
export function choicesOf(
  options: PaceSettings & OutcomeRules,
  file: PaceSettings & OutcomeRules = {},
): PaceSettings & OutcomeRules {
  const names = Object.keys(RUN) as (keyof typeof RUN)[];
  return Object.fromEntries(names.map((name) => [name, options[name] ?? file[name]]));
}

/** Throws a UserError for an option that does not exist. `more`: further names with spaces between. */
export function checkOptionNames(owner: string, options: object, more: string): void {
  const ofTarget = Object.entries<Setting>({ ...ORDERS, ...CONNECTION });
  const names = [
    "target",
    ...ofTarget.flatMap(([name, { only }]) => (only === "file" ? [] : [name])),
    ...Object.keys(RUN),
    more,
  ];
  checkNames(owner, options, names.join(" "), '{ target: "staging" }', REMOVED_SETTINGS);
}
