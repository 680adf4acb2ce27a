/** The flags of verify, compare and proxy for targets, and the options that they set. */
import { CONNECT_TO_DESCRIPTION, parseConnectTo } from "../../contract-tests/targets/address.ts";
import { CONNECTION, type RunSettings, type Setting, TARGET, WAITS } from "../../contract-tests/targets/settings.ts";
import type { VerifyOptions } from "../../contract-tests/verify.ts";
import { USER_ERRORS } from "../../spec/errors/user-errors.ts";
import { type Flags, idFlags } from "../command.ts";
import type { CommandIo } from "../io.ts";

type Settings = Readonly<Record<string, Setting>>;

function flagsOf(rows: Settings): Flags {
  return Object.fromEntries(
    Object.values(rows).flatMap(({ flag, about = "" }) => (flag === undefined ? [] : [[flag, about]])),
  );
}

export const CONNECTION_FLAGS: Flags = flagsOf(CONNECTION);
export const TARGET_FLAGS: Flags = flagsOf(TARGET);
export const WAIT_FLAGS: Flags = flagsOf(WAITS);

/** Flags whose value is wrong for all targets but one. */
export const FLAGS_OF_ONE_TARGET = "pending shipped origin header client-cert client-key connect-to".split(" ");

function nameOf(flag: string): string {
  return flag.replace(/ .*/, "");
}

type Values = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** A signal ends the run, and notes go to stderr. */
export function targetOptions(values: Values, io: CommandIo): VerifyOptions {
  const abort = new AbortController();
  io.onSignal(() => abort.abort());
  return {
    ...optionsOf({ ...TARGET, ...WAITS }, values),
    env: io.env,
    cwd: io.cwd,
    signal: abort.signal,
    onNote: (note) => io.stderr.write(`${note}\n`),
  };
}

function optionsOf(rows: Settings, values: Values): RunSettings {
  return Object.fromEntries(
    Object.entries(rows).flatMap(([option, row]) => {
      const flag = nameOf(row.flag ?? "");
      const value = values[flag];
      if (value === undefined) return [];
      const read = READERS[row.kind]?.(value as never, `--${flag}`, row) ?? value;
      // The flag has seconds, the option milliseconds.
      return [[option, option.endsWith("Ms") ? Number(read) * 1000 : read]];
    }),
  );
}

/** Of what is not taken as it is. Each throws a UserError that names the flag and what it takes. */
const READERS: { readonly [Kind in Setting["kind"]]?: (value: never, flag: string, row: Setting) => unknown } = {
  ids: (values: string[], flag) => idFlags(flag, values),
  headers: (values: string[]) => headerFlags(values),
  "host and port": (value: string, flag) => {
    if (parseConnectTo(value) === undefined) throw USER_ERRORS.badValue(flag, CONNECT_TO_DESCRIPTION, value);
    return value;
  },
  number: (value: string, flag, { accepts, expected = "" }) => {
    if (accepts?.test(value) === false) throw USER_ERRORS.badValue(flag, expected, value);
    return Number(value);
  },
};

/** Throws a UserError, which does not show the value: it may be a secret. */
function headerFlags(values: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    values.map((text) => {
      const at = text.indexOf(":");
      if (at < 1) throw USER_ERRORS.badHeader("of --header", 'it is not of the form "NAME: VALUE"');
      return [text.slice(0, at), text.slice(at + 1).trim()];
    }),
  );
}
