/**
 * One row for each setting of a target and of a run: what the command line and orders-kit.yaml call it, how they read it, and their texts.
 * The flags, the reader of the file, its schema and the table of staging.md derive from the rows.
 */
import { checkNames } from "../../spec/errors/checks.ts";
import type { ReportRules } from "../report/report.ts";
import { BUDGET } from "../session/budget.ts";
import { PARALLEL } from "../session/turns.ts";
import type { PaceSettings, RunSettings, TargetEntry } from "./settings.ts";

/** A row of the table. Without `flag` the command line has no such setting, without `file` orders-kit.yaml has none. */
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
  /** With its value, as the help shows it; `...` for one that can be repeated. */
  readonly flag?: string;
  readonly about?: string;
  /** Whether the help of verify shows the flag only with `--all`. */
  readonly advanced?: true;
  /** The description in the schema of the file. */
  readonly file?: string;
  /** The key in the file. Default: the name of the option. */
  readonly key?: string;
  /** The limits of a number, in the flag and in the file. */
  readonly min?: number;
  readonly max?: number;
}

type Rows = Readonly<Record<string, Setting>>;

/** The key and the connection: what proxy takes as well. */
export const CONNECTION = {
  apiKeyEnv: {
    kind: "text",
    flag: "api-key-env NAME",
    about: "the environment variable that holds the key",
    file: "The environment variable that holds the key. Default: ORDERS_API_KEY.",
    key: "keyEnv",
  },
  config: {
    kind: "text",
    flag: "config FILE",
    about: "the file with the targets (orders-kit.yaml here, or above in the repository)",
  },
  keyCommand: {
    kind: "text",
    file: "A command that prints the key, such as an OAuth token, in one line; a shell runs it.",
  },
  headers: {
    kind: "headers",
    flag: "header 'NAME: VALUE'...",
    about: "a header of every request, for a gateway (repeatable)",
    advanced: true,
    file: "Headers that every request has in addition, for what is in front of the service.",
  },
  clientCert: {
    kind: "path",
    flag: "client-cert FILE",
    about: "a client certificate, in PEM form",
    advanced: true,
    file: "A PEM file with the client certificate that the server requires.",
  },
  clientKey: {
    kind: "path",
    flag: "client-key FILE",
    about: "its key, unless it is in the same file",
    advanced: true,
    file: "A PEM file with the key of `clientCert`. Default: the same file.",
  },
  ca: {
    kind: "path",
    flag: "ca FILE",
    about: "CA certificates to trust",
    advanced: true,
    file: "A PEM file with the CA certificates to trust, instead of those that Node knows.",
  },
} as const satisfies Rows;

/** The orders that a run may cancel, and what protects the others. */
const ORDERS = {
  pending: {
    kind: "ids",
    flag: "pending ID...",
    about:
      "a pending order that may be cancelled (repeatable; four are needed to prove every clause)",
    file: "Pending orders that may be cancelled; four prove every clause.",
  },
  shipped: {
    kind: "ids",
    flag: "shipped ID...",
    about: "a shipped order that the run may try to cancel (repeatable)",
    file: "Shipped orders, whose cancellation may be tried.",
  },
  absent: {
    kind: "ids",
    flag: "absent ID...",
    about: "an id that no order has, so that DELETE may be tried with it (repeatable)",
    advanced: true,
    file: "Ids that no order has; with them more of the clauses can be tried.",
  },
  setup: {
    kind: "text",
    file: 'A command that creates orders and prints `{"pending":[…],"shipped":[…],"absent":[…]}`, each optional; a shell runs it.',
  },
  teardown: { kind: "text", file: "A command that runs at the end, whatever happened." },
  readOnly: {
    kind: "boolean",
    flag: "read-only",
    about: "send GET, HEAD and OPTIONS alone, even with --pending",
    file: "Whether GET, HEAD and OPTIONS alone are sent, even with `pending`.",
  },
  disposable: {
    kind: "boolean",
    flag: "disposable",
    about:
      "nothing there is worth protecting: unlisted ids are free, listed orders may be cancelled",
    file: "Whether nothing in the deployment is worth protecting and nobody else uses it: every id that no list shows counts as free, and `verify` cancels listed orders where too few pending ones are provided.",
  },
  allowProductionWrites: {
    kind: "boolean",
    flag: "allow-production-writes",
    about: "use --pending and --shipped on a production target as well",
    advanced: true,
  },
  production: {
    kind: "boolean",
    file: "Whether it is a production target, which is read-only. Default: by its name and host.",
  },
} as const satisfies Rows;

const PACE = {
  thorough: {
    kind: "boolean",
    flag: "thorough",
    about: "send all bad keys, spellings and parameters, and repeat calls for rare faults",
    file: "Whether a run sends all that it has: every bad key, spelling and parameter, and plain calls again and again, for rare faults.",
  },
  maxRequests: {
    kind: "integer",
    flag: "max-requests N",
    about: `at most N requests (${BUDGET.maxRequests})`,
    advanced: true,
    file: `Requests of a run at most. Default: ${BUDGET.maxRequests}.`,
    min: 1,
    max: 999_999_999,
  },
  rate: {
    kind: "number",
    flag: "rate N",
    about: "at most N requests a second",
    advanced: true,
    file: "Requests a second at most. Default: as they come.",
    min: 0.001,
    max: 999_999,
  },
  parallel: {
    kind: "integer",
    flag: "parallel N",
    about: `at most N requests at the same time (${PARALLEL})`,
    advanced: true,
    file: `Requests at the same time at most. Default: ${PARALLEL}.`,
    min: 1,
    max: 999,
  },
  gentle: {
    kind: "boolean",
    flag: "gentle",
    about: "send few bad keys, one request at a time (for services that ban clients)",
    advanced: true,
    file: "Whether fewer than ten bad keys are sent, and one request at a time, for services that ban clients.",
  },
} as const satisfies Rows;

/** What fails a run: flags of verify alone. */
export const VERDICT = {
  strict: {
    kind: "boolean",
    flag: "strict",
    about: "exit with 1 on advice as well",
    file: "Whether advice fails a run, too: exit code 1.",
  },
  requireProven: {
    kind: "boolean",
    flag: "require-proven",
    about: "exit with 4 when a clause was not proven",
    file: "Whether a clause that was not proven fails a run, too: exit code 4.",
  },
  failOn: {
    kind: "advice",
    file: "Kinds of advice that fail a run: exit code 1.",
  },
  known: {
    kind: "known",
    file: "The violations that are accepted for a while. They fail no run.",
  },
  knownStrict: {
    kind: "boolean",
    flag: "known-strict",
    about: "exit with 1 on an entry of known that is mended or was not observed",
    advanced: true,
    file: "Whether an entry of `known` that is mended, or of which nothing was observed, fails a run: exit code 1.",
  },
} as const satisfies Rows;

/** Flags of verify alone. */
export const WAITS = {
  lingerMs: {
    kind: "seconds",
    flag: "linger SECONDS",
    about:
      "seconds to wait after the first cancellation before the final checks (5; 0 for mock and msw)",
    advanced: true,
    file: "Seconds to wait after the first cancellation before the final checks. Default: 5.",
    key: "linger",
    min: 0,
    max: 600,
  },
  waitMs: {
    kind: "seconds",
    flag: "wait SECONDS",
    about: "seconds to wait for a target that is not up yet (0)",
    advanced: true,
    file: "Seconds to wait for a target that is not up yet. Default: 0.",
    key: "wait",
    min: 0,
    max: 600,
  },
  timeoutMs: {
    kind: "seconds",
    file: "Seconds to wait for the first byte of a response. Default: 10.",
    key: "timeout",
    min: 0.001,
    max: 600,
  },
} as const satisfies Rows;

/** In the order of the help of verify. */
export const TARGET = { ...ORDERS, ...CONNECTION, ...PACE } as const;

/** All of them, in the order of the file's schema. */
export const SETTINGS: Readonly<Record<keyof RunSettings | keyof TargetEntry, Setting>> = {
  url: { kind: "expanded", file: "The base address, which ends in the version segment." },
  ...CONNECTION,
  ...ORDERS,
  ...PACE,
  ...WAITS,
  ...VERDICT,
};

/** What is said of a run: by the options, or else by the file. */
export function choicesOf(
  options: PaceSettings & ReportRules,
  file: PaceSettings & ReportRules = {},
): PaceSettings & ReportRules {
  const names = Object.keys(CHOICES) as (keyof typeof CHOICES)[];
  return Object.fromEntries(names.map((name) => [name, options[name] ?? file[name]]));
}

const CHOICES = { ...PACE, ...WAITS, ...VERDICT } satisfies Record<
  keyof (PaceSettings & ReportRules),
  Setting
>;

/** Options of programs that the command line does not have. */
const WITHOUT_FLAG = ["timeoutMs", "failOn", "known"];

/** Throws a UserError for an option that does not exist. `more`: further names with spaces between. */
export function checkOptionNames(owner: string, options: object, more: string): void {
  const settings = Object.entries<Setting>({ ...TARGET, ...WAITS, ...VERDICT }).filter(
    ([name, { flag }]) => flag !== undefined || WITHOUT_FLAG.includes(name),
  );
  const names = ["target", ...settings.map(([name]) => name), more].join(" ");
  checkNames(owner, options, names, '{ target: "staging" }');
}
