/** `orders-kit.yaml`: the targets of a project by name. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
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
  string,
} from "../../scenarios/source/schemas.ts";
import { yamlSource } from "../../scenarios/source/yaml-source.ts";
import { describeSystemError } from "../../spec/errors/system-error.ts";
import { INT64_DESCRIPTION, parseInt64 } from "../../spec/schema/integers.ts";
import { unreadableTargetsError } from "../errors/targets.ts";
import { TARGETS_FILE, unsetVariable, VARIABLE } from "./address.ts";
import { SETTINGS, type Setting, type TargetEntry } from "./settings.ts";
import { type Env, isEmbedded } from "./target.ts";

/** Undefined when the folder has no such file. Throws a UserError with line, column and fix. */
export async function readTargetsFile(
  folder: string,
  env: Env,
): Promise<Map<string, TargetEntry> | undefined> {
  let yaml: string;
  try {
    yaml = decodeText(await readFile(join(folder, TARGETS_FILE)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw unreadableTargetsError({ file: TARGETS_FILE, why: describeSystemError(error) });
  }
  return parseTargets(yaml, env);
}

export function parseTargets(yaml: string, env: Env): Map<string, TargetEntry> {
  const { targets = {} } = read(yamlSource(yaml, TARGETS_FILE), targetsFile(env));
  return new Map(Object.entries(targets));
}

/** The schema of the file. Editors read it without variables. */
export function targetsFile(env: Env) {
  return mapping({ targets: v.exactOptional(dictionary(targetName, targetEntry(env))) });
}

const targetName = v.pipe(
  v.string(),
  v.check(
    (name) => !isEmbedded(name),
    ({ input }) => `"${input}" is a built-in target of orders-kit. Give this one another name.`,
  ),
);

const secondsExpected = "Expected a number of seconds above 0.";
const seconds = v.pipe(v.number(secondsExpected), v.gtValue(0, secondsExpected));

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

function targetEntry(env: Env): v.GenericSchema<unknown, TargetEntry> {
  const KINDS: Readonly<Record<Setting["kind"], v.GenericSchema<unknown, unknown>>> = {
    text: string,
    expanded: expanded(env),
    boolean,
    ids: list(id),
    number: seconds,
    // A value is read where it is used, because an error here would show it.
    headers: dictionary(v.string(), string),
  };
  const rows = Object.entries<Setting>(SETTINGS).flatMap(
    ([option, { kind, file, key = option }]) =>
      file === undefined ? [] : [[key, field(file, KINDS[kind])] as const],
  );
  const { url, ...optional } = Object.fromEntries(rows);
  const fields = mapping(
    { url: url!.wrapped, ...optional },
    'This target has no url. Add one, such as "url: https://host/v1".',
  ) as v.GenericSchema<unknown, TargetEntry>;
  return v.pipe(
    fields,
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const { keyEnv, keyCommand } = dataset.value;
      if (keyEnv === undefined || keyCommand === undefined) return;
      const place = {
        type: "object",
        origin: "value",
        key: "keyCommand",
        value: keyCommand,
      } as const;
      addIssue({
        message: "This target has keyEnv too. Remove one of the two.",
        path: [{ ...place, input: { ...dataset.value } }],
      });
    }),
    inEditors({ not: { required: ["keyEnv", "keyCommand"] } }),
  );
}

/** A text in which `${NAME}` is replaced by an environment variable. */
function expanded(env: Env) {
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
