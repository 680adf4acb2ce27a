/** Reads `orders-kit.yaml`: the targets of a project by name. */
import { readFile } from "node:fs/promises";
import { dirname, isAbsolute, join, resolve } from "node:path";
import * as v from "valibot";
import { decodeText } from "../../../scenarios/source/decode.ts";
import { read } from "../../../scenarios/source/read.ts";
import {
  described,
  dictionary,
  field,
  inEditors,
  mapping,
  string,
} from "../../../scenarios/source/schemas.ts";
import { yamlSource } from "../../../scenarios/source/yaml-source.ts";
import { EXAMPLE_URL } from "../../../spec/base-address.ts";
import { describeSystemError } from "../../../spec/errors/system-error.ts";
import { unsetVariable, VARIABLE } from "../address.ts";
import {
  describeSetting,
  FOR_ONE_RUN,
  SETTINGS,
  type Setting,
  type TargetEntry,
} from "../settings/settings.ts";
import { type Env, isEmbedded } from "../target.ts";
import { targetError } from "../target-errors.ts";

/** The target of this name, if the file has one, and the names of all targets. */
export interface FoundEntry {
  readonly entry: TargetEntry | undefined;
  readonly names: readonly string[];
}

/** `file` is relative to the folder `cwd`. Throws a UserError with line, column and fix. */
export async function readTarget(
  name: string,
  file: string,
  cwd: string,
  env: Env,
): Promise<FoundEntry> {
  const bytes = await readFile(resolve(cwd, file)).catch((error: unknown) => {
    throw targetError("unreadable-targets", { file, why: describeSystemError(error) });
  });
  return parseTarget(decodeText(bytes), name, file, env);
}

/**
 * Returns a target. We check the other targets, too, but not that their variables are set: those
 * may be for another run.
 */
export function parseTarget(yaml: string, name: string, file: string, env: Env): FoundEntry {
  const source = yamlSource(yaml, file);
  const { targets = {} } = read(source, targetsFile, FOR_ONE_RUN);
  const names = Object.keys(targets);
  const entry = Object.hasOwn(targets, name) ? targets[name] : undefined;
  if (entry === undefined) return { entry, names };

  const texts = v.object({ [name]: textsIn(env, dirname(file)) });
  const { targets: expanded } = read(source, v.object({ targets: texts }));
  return { entry: { ...entry, ...expanded[name] }, names };
}

const asSentence = (about: string): string => `${about[0]?.toUpperCase()}${about.slice(1)}.`;

const { url, ...others } = SETTINGS;

const target = v.pipe(
  mapping(
    {
      url: described(asSentence(url.about), url.schema),
      ...Object.fromEntries(
        Object.entries<Setting>(others)
          .filter(([, { where }]) => where.startsWith("file"))
          .map(([name, row]) => [name, field(asSentence(describeSetting(row)), row.schema)]),
      ),
    },
    `This target has no url. Add one, such as "url: ${EXAMPLE_URL}".`,
  ) as v.GenericSchema<unknown, TargetEntry>,
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
);

const targetName = v.pipe(
  v.string(),
  v.check(
    (name) => !isEmbedded(name),
    ({ input }) => `"${input}" is a built-in target of orders-kit. Give this one another name.`,
  ),
);

/** The schema of the file, which leaves variables as they are. */
export const targetsFile = mapping({ targets: v.exactOptional(dictionary(targetName, target)) });

/**
 * Schema of the texts of a target in which `${NAME}` is an environment variable. Makes paths
 * relative to `folder`, which is relative to the current folder.
 */
function textsIn(env: Env, folder: string) {
  const expanded = v.pipe(
    string,
    v.check(
      (text) => unsetVariable(text, env) === undefined,
      ({ input }) =>
        `The variable ${unsetVariable(input, env)} is not set. Set it, or write the value without a variable.`,
    ),
    v.transform((text) => text.replace(VARIABLE, (_, variable: string) => env[variable] ?? "")),
  );
  const path = v.pipe(
    expanded,
    v.transform((text) => (isAbsolute(text) ? text : join(folder, text))),
  );
  return v.object({
    url: expanded,
    clientCert: v.exactOptional(path),
    ca: v.exactOptional(path),
  });
}
