/** `orders-kit.yaml`: the targets of a project by name. */
import { readFile } from "node:fs/promises";
import { dirname, isAbsolute, join, resolve } from "node:path";
import * as v from "valibot";
import { decodeText } from "../../scenarios/source/decode.ts";
import { read } from "../../scenarios/source/read.ts";
import {
  boolean,
  dictionary,
  field,
  inEditors,
  list,
  mapping,
  number,
  oneOf,
  string,
} from "../../scenarios/source/schemas.ts";
import { yamlSource } from "../../scenarios/source/yaml-source.ts";
import { EXAMPLE_URL } from "../../spec/base-address.ts";
import { describeSystemError } from "../../spec/errors/system-error.ts";
import { INT64_DESCRIPTION, parseInt64 } from "../../spec/schema/integers.ts";
import { ADVICE_IDS } from "../assertions/advice-ids.ts";
import { targetError } from "../errors/targets.ts";
import { unsetVariable, VARIABLE } from "./address.ts";
import { REMOVED_SETTINGS } from "./removed-settings.ts";
import type { TargetEntry } from "./settings.ts";
import { SETTINGS, type Setting } from "./settings-table.ts";
import { type Env, isEmbedded } from "./target.ts";

/** A target, if the file has one of this name, and the names of all. */
export interface FoundTarget {
  readonly entry: TargetEntry | undefined;
  readonly names: readonly string[];
}

/** `file` is relative to the folder `cwd`. Throws a UserError with line, column and fix. */
export async function readTarget(
  name: string,
  file: string,
  cwd: string,
  env: Env,
): Promise<FoundTarget> {
  const bytes = await readFile(resolve(cwd, file)).catch((error: unknown) => {
    throw targetError("unreadable-targets", { file, why: describeSystemError(error) });
  });
  return parseTarget(decodeText(bytes), name, file, env);
}

/** The other targets are checked, too, but for their variables: those of another run need not be set. */
export function parseTarget(yaml: string, name: string, file: string, env: Env): FoundTarget {
  const source = yamlSource(yaml, file);
  const { targets = {} } = read(source, targetsFile(), REMOVED_SETTINGS);
  const names = Object.keys(targets);
  if (!names.includes(name)) return { entry: undefined, names };

  const own = v.looseObject({ [name]: targetEntry(env, dirname(file)) });
  const { targets: found } = read(source, v.looseObject({ targets: own }));
  return { entry: found[name], names };
}

/** The schema of the file, as editors read it: without variables. */
export function targetsFile() {
  return mapping({ targets: v.exactOptional(dictionary(targetName, targetEntry())) });
}

const targetName = v.pipe(
  v.string(),
  v.check(
    (name) => !isEmbedded(name),
    ({ input }) => `"${input}" is a built-in target of orders-kit. Give this one another name.`,
  ),
);

const id = v.pipe(
  v.custom<number | bigint | string>(
    (value) =>
      // Another number is rounded: the id of another order.
      (typeof value !== "number" || Number.isSafeInteger(value)) &&
      parseInt64(String(value)) !== undefined,
    `Expected an order id, ${INT64_DESCRIPTION}.`,
  ),
  inEditors({ type: ["integer", "string"] }),
  v.transform((value) => parseInt64(String(value)) as bigint),
);

/** The rows of the file. Its keys have no unit: times in it are in seconds. */
const ROWS = Object.entries<Setting>(SETTINGS)
  .filter(([, { only }]) => only !== "flag")
  .map(([option, row]) => ({ option, key: option.replace(/Ms$/, ""), row }));

const sentence = (about: string): string => `${about[0]?.toUpperCase()}${about.slice(1)}.`;

/** Without an environment, variables stay as they are. Paths are relative to `folder`, and then to the current one. */
function targetEntry(env?: Env, folder = "."): v.GenericSchema<unknown, TargetEntry> {
  const path = (text: string): string => (isAbsolute(text) ? text : join(folder, text));
  const KINDS = {
    text: () => string,
    expanded: () => expanded(env),
    path: () => v.pipe(expanded(env), v.transform(path)),
    boolean: () => boolean,
    ids: () => list(id),
    number: ({ min = 0, max = Infinity }) => number(min, max),
    seconds: ({ min = 0, max = Infinity }) =>
      v.pipe(
        number(min, max, "seconds"),
        v.transform((seconds) => seconds * 1000),
      ),
    strict: () => v.union([boolean, list(oneOf(ADVICE_IDS))]),
    // A value is read where it is used, because an error here would show it.
    headers: () => dictionary(v.string(), string),
  } satisfies Record<Setting["kind"], (row: Setting) => v.GenericSchema<unknown, unknown>>;
  const rows = ROWS.map(({ key, row }) => [key, field(sentence(row.about), KINDS[row.kind](row))]);
  const { url, ...optional } = Object.fromEntries(rows);
  const fields = mapping(
    { url: url!.wrapped, ...optional },
    `This target has no url. Add one, such as "url: ${EXAMPLE_URL}".`,
  ) as v.GenericSchema<unknown, Readonly<Record<string, unknown>>>;
  return v.pipe(
    fields,
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const { apiKeyEnv, keyCommand } = dataset.value;
      if (apiKeyEnv === undefined || keyCommand === undefined) return;
      const place = {
        type: "object",
        origin: "value",
        key: "keyCommand",
        value: keyCommand,
      } as const;
      addIssue({
        message: "This target has apiKeyEnv too. Remove one of the two.",
        path: [{ ...place, input: { ...dataset.value } }],
      });
    }),
    inEditors({ not: { required: ["apiKeyEnv", "keyCommand"] } }),
    v.transform(byOption),
  );
}

/** The settings by the names of the options, which differ from the keys of the file. */
function byOption(settings: Readonly<Record<string, unknown>>): TargetEntry {
  const said = ROWS.filter(({ key }) => Object.hasOwn(settings, key));
  return Object.fromEntries(said.map(({ option, key }) => [option, settings[key]])) as never;
}

/** A text in which `${NAME}` is replaced by an environment variable. */
function expanded(env: Env | undefined) {
  if (env === undefined) return string;
  return v.pipe(
    string,
    v.check(
      (text) => unsetVariable(text, env) === undefined,
      ({ input }) =>
        `The variable ${unsetVariable(input, env)} is not set. Set it, or write the value without a variable.`,
    ),
    v.transform((text) => text.replace(VARIABLE, (_, variable: string) => env[variable] ?? "")),
  );
}
