/**
 * One row for each setting of a target and of a run. The flags of the command line, the reader of orders-kit.yaml, its schema and the table
 * of staging.md derive from the rows.
 */
import { checkNames } from "../../spec/errors/checks.ts";
import type { ReportRules } from "../report/report.ts";
import { BUDGET } from "../session/budget.ts";
import { PARALLEL } from "../session/turns.ts";
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
    | "integer"
    | "number"
    | "seconds"
    | "advice"
    | "known";
  /** In the help, and in the schema of the file. */
  readonly about: string;
  /** The only place where it can be said. Default: on the command line and in the file. */
  readonly only?: "flag" | "file";
  /** True if the help shows the flag only with `--all`. */
  readonly advanced?: true;
  /** The name of the flag, where it is another one. */
  readonly flag?: string;
  /** The key in the file, where it is another one. */
  readonly key?: string;
  /** The limits of a number, in the flag and in the file. */
  readonly min?: number;
  readonly max?: number;
}

export type Settings = Readonly<Record<string, Setting>>;

/** The key and the connection: what proxy and snapshot take as well. */
export const CONNECTION = {
  apiKeyEnv: {
    kind: "text",
    about: "the environment variable that holds the key (ORDERS_API_KEY)",
    key: "keyEnv",
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
    advanced: true,
    flag: "header",
  },
  clientCert: {
    kind: "path",
    about: "a client certificate, in PEM form",
    advanced: true,
  },
  clientKey: {
    kind: "path",
    about: "the key of the client certificate, unless it is in the same file",
    advanced: true,
  },
  ca: {
    kind: "path",
    about: "CA certificates to trust, instead of those that Node knows",
    advanced: true,
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
    advanced: true,
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
    advanced: true,
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
  },
  maxRequests: {
    kind: "integer",
    about: `at most this many requests (${BUDGET.maxRequests})`,
    advanced: true,
    min: 1,
    max: 999_999_999,
  },
  rate: {
    kind: "number",
    about: "at most this many requests a second",
    advanced: true,
    min: 0.001,
    max: 999_999,
  },
  parallel: {
    kind: "integer",
    about: `at most this many requests at the same time (${PARALLEL})`,
    advanced: true,
    min: 1,
    max: 999,
  },
  gentle: {
    kind: "boolean",
    about: "send few bad keys, one request at a time, for a service that bans clients",
    advanced: true,
  },
  timeoutMs: {
    kind: "seconds",
    about: "seconds to wait for the first byte of a response (10)",
    only: "file",
    min: 0.001,
    max: 600,
  },
  lingerMs: {
    kind: "seconds",
    about: "seconds from the first cancellation to the last questions (5; 0 for mock and msw)",
    advanced: true,
    min: 0,
    max: 600,
  },
  waitMs: {
    kind: "seconds",
    about: "seconds to wait for a target that is not up yet (0)",
    advanced: true,
    min: 0,
    max: 600,
  },
  strict: {
    kind: "boolean",
    about: "advice fails the run, too: exit code 1",
  },
  requireProven: {
    kind: "boolean",
    about: "a clause that was not proven fails the run, too: exit code 4",
  },
  failOn: {
    kind: "advice",
    about: "kinds of advice that fail the run: exit code 1",
    only: "file",
  },
  known: {
    kind: "known",
    about: "violations that are accepted for a while: they fail no run",
    only: "file",
  },
  knownStrict: {
    kind: "boolean",
    about: "an entry of `known` that is mended, or was not observed, fails the run: exit code 1",
    advanced: true,
  },
} as const satisfies Readonly<Record<keyof (PaceSettings & ReportRules), Setting>>;

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
  options: PaceSettings & ReportRules,
  file: PaceSettings & ReportRules = {},
): PaceSettings & ReportRules {
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
  checkNames(owner, options, names.join(" "), '{ target: "staging" }');
}
