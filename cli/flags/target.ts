/** The flags of verify and proxy that describe targets, and the options they set. */

import type { TargetOptions } from "../../contract-tests/targets/open-target.ts";
import { readSetting } from "../../contract-tests/targets/settings/options.ts";
import {
  CONNECTION_ROWS,
  describeSetting,
  flagOf,
  ORDER_ROWS,
  RUN,
  SETTINGS,
  type Setting,
} from "../../contract-tests/targets/settings/settings.ts";
import { targetError } from "../../contract-tests/targets/target-errors.ts";
import type { CommandIo } from "../command.ts";
import { annotation } from "../workflow-commands.ts";
import type { Flags } from "./command-line.ts";

/** Placeholders of values in the help. */
const VALUES: Readonly<Record<Setting["kind"], string>> = {
  text: " NAME",
  path: " FILE",
  boolean: "",
  ids: " ID...",
  headers: " 'NAME: VALUE'...",
  number: " N",
  seconds: " SECONDS",
};

function flagsOf(rows: Readonly<Record<string, Setting>>): Flags {
  const flags = Object.entries(rows).filter(([, { where }]) => where.includes("flag"));
  return Object.fromEntries(
    flags.map(([option, row]) => [flagOf(option, row) + VALUES[row.kind], describeSetting(row)]),
  );
}

export const CONNECTION_FLAGS: Flags = flagsOf(CONNECTION_ROWS);
export const VERIFY_FLAGS: Flags = flagsOf({ ...ORDER_ROWS, ...CONNECTION_ROWS, ...RUN });

/** The settings that have no flag. */
export const ONLY_IN_FILE = Object.fromEntries(
  Object.entries<Setting>(SETTINGS)
    .filter(([, { where }]) => !where.includes("flag"))
    .map(([name, row]) => [
      `--${flagOf(name, row)}`,
      `Set it for the target in orders-kit.yaml: ${name}.`,
    ]),
);

type Values = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/**
 * A signal ends the run, and notes go to stderr. Throws a UserError that names the flag and the
 * values it takes.
 */
export function targetOptions(values: Values, io: CommandIo): Omit<TargetOptions, "target"> {
  const abort = new AbortController();
  io.onSignal(() => abort.abort());
  const given = Object.entries<Setting>(SETTINGS).flatMap(([option, row]) => {
    const flag = flagOf(option, row);
    const value = values[flag];
    if (value === undefined) return [];
    return [
      [option, readSetting(row, `--${flag}`, FROM_TEXT[row.kind]?.(value as never) ?? value)],
    ];
  });
  return {
    ...Object.fromEntries(given),
    env: io.env,
    cwd: io.cwd,
    signal: abort.signal,
    onNote: (note) => {
      io.stderr.write(`${note}\n`);
      if (io.env.GITHUB_ACTIONS) io.workflow.write(annotation("warning", "note", note));
    },
  };
}

/**
 * Converts a flag's text into what the schema of its setting reads. Text that is no number stays as
 * it is, for the schema to refuse. Errors never show a header, because it may be a secret.
 */
const FROM_TEXT: { readonly [Kind in Setting["kind"]]?: (value: never) => unknown } = {
  headers: (values: string[]) => Object.fromEntries(values.map(headerOf)),
  number: numberIn,
  seconds: numberIn,
};

function numberIn(text: string): number | string {
  return /^\d{1,10}(?:\.\d+)?$/.test(text) ? Number(text) : text;
}

function headerOf(text: string): [name: string, value: string] {
  const at = text.indexOf(":");
  if (at >= 1) return [text.slice(0, at), text.slice(at + 1).trim()];
  throw targetError("bad-header", {
    name: "of --header",
    why: 'it is not of the form "NAME: VALUE"',
  });
}
