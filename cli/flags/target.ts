/** The flags of verify, snapshot and proxy for targets, and the options that they set. */

import { badHeaderError } from "../../contract-tests/errors/targets.ts";
import {
  CONNECTION,
  SETTINGS,
  type Setting,
  TARGET,
  VERDICT,
  WAITS,
} from "../../contract-tests/targets/settings-table.ts";
import type { VerifyOptions } from "../../contract-tests/verify.ts";
import { badValueError } from "../../spec/errors/inputs.ts";
import { parseInt64 } from "../../spec/schema/integers.ts";
import type { CommandIo } from "../command.ts";
import type { Flags } from "./command-line.ts";
import { numberWithin } from "./integer.ts";

type Settings = Readonly<Record<string, Setting>>;

function flagsOf(rows: Settings): Flags {
  return Object.fromEntries(
    Object.values(rows).flatMap(({ flag, about = "" }) =>
      flag === undefined ? [] : [[flag, about]],
    ),
  );
}

export const CONNECTION_FLAGS: Flags = flagsOf(CONNECTION);
export const TARGET_FLAGS: Flags = flagsOf(TARGET);
export const VERDICT_FLAGS: Flags = flagsOf(VERDICT);
export const WAIT_FLAGS: Flags = flagsOf(WAITS);

/** The flags that few people need. */
export const ADVANCED_FLAGS: readonly string[] = Object.values<Setting>(SETTINGS).flatMap(
  ({ flag, advanced }) => (flag === undefined || advanced === undefined ? [] : [flag]),
);

/** Without the placeholder of its value. */
function nameOf({ flag = "" }: Setting): string {
  return flag.replace(/ .*/, "");
}

type Values = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** A signal ends the run, and notes go to stderr. */
export function targetOptions(values: Values, io: CommandIo): VerifyOptions {
  const abort = new AbortController();
  io.onSignal(() => abort.abort());
  const options: Record<string, unknown> = {};
  for (const [option, row] of Object.entries<Setting>(SETTINGS)) {
    const flag = nameOf(row);
    const value = values[flag];
    if (value === undefined) continue;
    options[option] = READERS[row.kind]?.(value as never, `--${flag}`, row) ?? value;
  }
  return {
    ...options,
    env: io.env,
    cwd: io.cwd,
    signal: abort.signal,
    onNote: (note) => io.stderr.write(`${note}\n`),
  };
}

/** Parsers for settings that need one. Each throws a UserError that names the flag and what it takes; a header may be a secret, and is not shown. */
const READERS: {
  readonly [Kind in Setting["kind"]]?: (value: never, flag: string, row: Setting) => unknown;
} = {
  ids: (values: string[], flag) =>
    values.map((value) => {
      const id = parseInt64(value);
      if (id === undefined)
        throw badValueError({
          flag,
          expected: "the id of one order, an int64 in digits alone",
          value,
        });
      return id;
    }),
  headers: (values: string[]) =>
    Object.fromEntries(
      values.map((text) => {
        const at = text.indexOf(":");
        if (at < 1)
          throw badHeaderError({ name: "of --header", why: 'it is not of the form "NAME: VALUE"' });
        return [text.slice(0, at), text.slice(at + 1).trim()];
      }),
    ),
  integer: (value: string, flag, row) => numberWithin(flag, value, row),
  number: (value: string, flag, row) => numberWithin(flag, value, row),
  seconds: (value: string, flag, row) => numberWithin(flag, value, row) * 1000,
};
