/**
 * The settings of a target and of a run, each defined once. The reader of orders-kit.yaml, its JSON
 * Schema, the flags and their help, the options of verify() and contractTests(), and the table of
 * docs/gate.md derive from these rows.
 */
import * as v from "valibot";
import type { ReadonlyDeep } from "../../../scenarios/scenario.ts";
import {
  boolean,
  dictionary,
  inEditors,
  list,
  number,
  oneOf,
  string,
} from "../../../scenarios/source/schemas.ts";
import { INT64_DESCRIPTION, type OrderId, parseInt64 } from "../../../spec/schema/integers.ts";
import { ADVICE_IDS } from "../../tables/advice-ids.ts";

/** Where a setting can be given. A flag is also an option of programs. */
type SettingSource = "file" | "file and option" | "flag and option" | "file, flag and option";

/** How a setting is written on the command line, and the schema that reads it. */
interface Value {
  readonly kind: "text" | "path" | "boolean" | "ids" | "headers" | "number" | "seconds";
  readonly schema: v.GenericSchema<unknown, unknown>;
}

/**
 * A row. The name of the row is the key in the file and the option; the flag is the same in kebab
 * case.
 */
export interface Setting extends Value {
  readonly where: SettingSource;
  /** The text in the help, and in the schema of the file. */
  readonly about: string;
  /** The value that applies if none is given. */
  readonly default?: unknown;
  /** The name of the flag, if it differs. */
  readonly flag?: string;
}

function settingsAt<const Place extends SettingSource>(where: Place) {
  return <const V extends Value, const More extends Pick<Setting, "default" | "flag"> = object>(
    value: V,
    about: string,
    more?: More,
  ) => ({ ...value, where, about, ...(more as More) });
}

const everywhere = settingsAt("file, flag and option");
const inFile = settingsAt("file");
const inFileOrProgram = settingsAt("file and option");
const inCall = settingsAt("flag and option");

const TEXT = { kind: "text", schema: string } as const;
/**
 * `${NAME}` in the path is an environment variable. The path is relative to the folder of the file,
 * or to the current one.
 */
const PATH = { kind: "path", schema: string } as const;
const BOOLEAN = { kind: "boolean", schema: boolean } as const;
/** A value is parsed where it is used, because an error here would show it. */
const HEADER_ROWS = { kind: "headers", schema: dictionary(v.string(), string) } as const;
const STRICT = {
  kind: "boolean",
  schema: v.union(
    [boolean, list(oneOf(ADVICE_IDS))],
    "Expected true, false, or a list of kinds of advice.",
  ),
} as const;

const orderId = v.pipe(
  v.custom<number | bigint | string>(
    (value) =>
      // Any other number was rounded, so it is the id of another order.
      (typeof value !== "number" || Number.isSafeInteger(value)) &&
      parseInt64(String(value)) !== undefined,
    `Expected an order id, ${INT64_DESCRIPTION}.`,
  ),
  inEditors({ type: ["integer", "string"] }),
  v.transform((value) => parseInt64(String(value)) as bigint),
);
const ID_ROWS = { kind: "ids", schema: list(orderId) } as const;

function numberFrom(min: number, max: number) {
  return { kind: "number", schema: number(min, max) } as const;
}

function secondsFrom(min: number) {
  return { kind: "seconds", schema: number(min, 600, "seconds") } as const;
}

/** The key and the connection, which `proxy` also takes. */
export const CONNECTION_ROWS = {
  apiKeyEnv: everywhere(TEXT, "the environment variable that holds the key", {
    default: "ORDERS_API_KEY",
  }),
  config: inCall(
    PATH,
    "the file with the targets (orders-kit.yaml here, or above in the repository)",
  ),
  keyCommand: inFile(
    TEXT,
    "a command that prints the key, such as an OAuth token, in one line; a shell runs it",
  ),
  /** Headers by name; `${NAME}` in a value is an environment variable. */
  headers: everywhere(
    HEADER_ROWS,
    "headers of every request, for a gateway in front of the service",
    {
      flag: "header",
    },
  ),
  clientCert: inFileOrProgram(PATH, "a client certificate with its key, both in one PEM file"),
  ca: inFileOrProgram(PATH, "CA certificates to trust, instead of those that Node knows"),
} as const satisfies Readonly<Record<string, Setting>>;

/** The orders that a run may cancel, and what protects the others. */
export const ORDER_ROWS = {
  /** Orders that nothing else uses. Without any, we cancel no order. */
  pending: everywhere(ID_ROWS, "pending orders that may be cancelled; four prove every clause"),
  shipped: everywhere(ID_ROWS, "shipped orders, whose cancellation may be tried"),
  absent: inFileOrProgram(ID_ROWS, "ids that no order has, so that DELETE may be tried with them"),
  setup: inFile(
    TEXT,
    'a command that creates orders and prints `{"pending":[…],"shipped":[…],"absent":[…]}`, each optional; a shell runs it',
  ),
  teardown: inFile(TEXT, "a command that runs at the end, whatever happened"),
  readOnly: everywhere(BOOLEAN, "send GET, HEAD and OPTIONS alone, even with pending orders"),
  disposable: everywhere(
    BOOLEAN,
    "nothing there is worth protecting: unlisted ids are free, listed orders may be cancelled",
  ),
  allowProductionWrites: inCall(BOOLEAN, "cancel orders of a production target as well"),
  production: inFile(
    BOOLEAN,
    "whether it is a production target, which is read-only (by its name and host)",
  ),
} as const satisfies Readonly<Record<string, Setting>>;

/** Settings of a run: what it sends, how long it waits, and what fails it. */
export const RUN = {
  thorough: inCall(
    BOOLEAN,
    "send all bad keys, spellings and parameters, and repeat calls for rare faults",
  ),
  rate: everywhere(numberFrom(0.001, 999_999), "at most this many requests a second"),
  gentle: everywhere(
    BOOLEAN,
    "send few bad keys, one request at a time, for a service that bans clients",
  ),
  timeout: inFileOrProgram(secondsFrom(0.001), "seconds to wait for the first byte of a response", {
    default: 10,
  }),
  linger: inFileOrProgram(
    secondsFrom(0),
    "seconds from the first cancellation to the last questions; none for mock and msw",
    { default: 5 },
  ),
  wait: inCall(secondsFrom(0), "seconds to wait for a target that is not up yet", {
    default: 0,
  }),
  /** Programs can also give a list of kinds of advice. */
  strict: everywhere(
    STRICT,
    "advice fails the run, too: exit code 1; in the file also a list of kinds of advice",
  ),
  requireProven: everywhere(BOOLEAN, "an unproven clause fails the run, too: exit code 4"),
} as const satisfies Readonly<Record<string, Setting>>;

/** All settings, in the order of the file's schema. */
export const SETTINGS = {
  url: inFile(TEXT, "the base address, which ends in the version segment"),
  ...CONNECTION_ROWS,
  ...ORDER_ROWS,
  ...RUN,
} as const satisfies Readonly<Record<string, Setting>>;

/** The flag of a setting: `apiKeyEnv` becomes `api-key-env`. */
export function flagOf(name: string, { flag = name }: Setting): string {
  return flag.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** For the error when a setting stands in the file that is for one run, what to write instead. */
export const FOR_ONE_RUN = Object.fromEntries(
  Object.entries<Setting>(SETTINGS)
    .filter(([, { where }]) => where === "flag and option")
    .map(([name, row]) => [name, `It is for one run: --${flagOf(name, row)}.`]),
);

type Rows = typeof SETTINGS;

/** Settings as their schemas read them. */
export interface Settings
  extends ReadonlyDeep<{
    [Name in keyof Rows]?: v.InferOutput<Rows[Name]["schema"]>;
  }> {}

type NameWithDefault = {
  [Name in keyof Rows]: Rows[Name] extends { readonly default: unknown } ? Name : never;
}[keyof Rows];

/** The settings that apply, with the defaults. */
export type ChosenSettings = Settings & {
  readonly [Name in NameWithDefault]: v.InferOutput<Rows[Name]["schema"]>;
};

export const DEFAULTS = Object.fromEntries(
  Object.entries<Setting>(SETTINGS).flatMap(([name, row]) =>
    row.default === undefined ? [] : [[name, row.default]],
  ),
) as Pick<ChosenSettings, NameWithDefault>;

/**
 * Returns what a setting is, and its default: "seconds to wait for the first byte of a response
 * (10)".
 */
export function describeSetting({ about, default: value }: Setting): string {
  return value === undefined ? about : `${about} (${value})`;
}

/** The settings of a target in orders-kit.yaml. */
export interface TargetEntry
  extends Pick<
    Settings,
    { [Name in keyof Rows]: Rows[Name]["where"] extends `file${string}` ? Name : never }[keyof Rows]
  > {
  readonly url: string;
}

type OptionValue<Row extends Setting> = Row["kind"] extends "ids"
  ? readonly OrderId[]
  : ReadonlyDeep<v.InferOutput<Row["schema"]>>;

/** The settings that a program gives in a call. */
export type SettingOptions = {
  readonly [Name in keyof Rows as Rows[Name]["where"] extends `${string}option` ? Name : never]?:
    | OptionValue<Rows[Name]>
    | undefined;
};

/** Only the settings of the run. */
export type RunSettings = { readonly [Name in keyof typeof RUN]?: Settings[Name] | undefined };

export function settingsOfRun(settings: Settings): RunSettings {
  const names = Object.keys(RUN) as (keyof typeof RUN)[];
  return Object.fromEntries(names.map((name) => [name, settings[name]]));
}
