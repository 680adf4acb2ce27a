/** Reads the settings that a program or a command line gives in a call. */
import * as v from "valibot";
import { checkNames } from "../../../spec/errors/checks.ts";
import { inputError } from "../../../spec/errors/inputs.ts";
import { shown } from "../../../spec/errors/user-error.ts";
import { SETTINGS, type Setting, type SettingOptions, type Settings } from "./settings.ts";

const ROWS = Object.entries<Setting>(SETTINGS).filter(([, { where }]) => where.endsWith("option"));

/**
 * Throws a UserError for an option that does not exist. `more`: further names, separated by spaces.
 */
export function checkOptionNames(owner: string, options: object, more: string): void {
  const names = ["target", ...ROWS.map(([name]) => name), more];
  checkNames(owner, options, names.join(" "), '{ target: "staging" }');
}

/**
 * Returns the given settings as their schemas read them. Throws a UserError that names the option,
 * and what it takes.
 */
export function readOptions(options: SettingOptions): Settings {
  const given: Readonly<Record<string, unknown>> = { ...options };
  return Object.fromEntries(
    ROWS.filter(([name]) => given[name] !== undefined).map(([name, row]) => [
      name,
      readSetting(row, name, given[name]),
    ]),
  );
}

/**
 * `name`: how an error names the setting. Throws a UserError, which shows no value that may be
 * secret.
 */
export function readSetting({ schema, kind }: Setting, name: string, value: unknown): unknown {
  const { success, output, issues } = v.safeParse(schema, value, { abortEarly: true });
  if (success) return output;
  const [{ message, input }] = issues;
  throw inputError("bad-value", {
    flag: name,
    expected: /^Expected (.*)\.$/.exec(message)?.[1] ?? message,
    value: kind === "headers" ? "another value" : [input].flat().map(shown).join(", "),
  });
}
