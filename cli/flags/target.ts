/** The flags of verify and proxy for targets, and the options that they set. */
import { targetError } from "../../contract-tests/errors/targets.ts";
import {
  CONNECTION,
  ORDERS,
  RUN,
  SETTINGS,
  type Setting,
  type Settings,
} from "../../contract-tests/targets/settings-table.ts";
import type { VerifyOptions } from "../../contract-tests/verify.ts";
import { inputError } from "../../spec/errors/inputs.ts";
import { parseInt64 } from "../../spec/schema/integers.ts";
import type { CommandIo } from "../command.ts";
import { annotation } from "../workflow-commands.ts";
import type { Flags } from "./command-line.ts";
import { numberWithin } from "./integer.ts";

/** Without its value: `apiKeyEnv` is `api-key-env`, `waitMs` is `wait`. */
function nameOf(option: string, { flag }: Setting): string {
  const words = option.replace(/Ms$/, "");
  return flag ?? words.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The placeholder of a value in the help. */
const VALUES: { readonly [Kind in Setting["kind"]]?: string } = {
  text: " NAME",
  path: " FILE",
  ids: " ID...",
  headers: " 'NAME: VALUE'...",
  number: " N",
  seconds: " SECONDS",
};

function flagsOf(rows: Settings): Flags {
  const flags = Object.entries(rows).filter(
    ([, { only }]) => only === undefined || only === "flag",
  );
  return Object.fromEntries(
    flags.map(([option, row]) => [nameOf(option, row) + (VALUES[row.kind] ?? ""), row.about]),
  );
}

export const CONNECTION_FLAGS: Flags = flagsOf(CONNECTION);
export const VERIFY_FLAGS: Flags = flagsOf({ ...ORDERS, ...CONNECTION, ...RUN });

type Values = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** A signal ends the run, and notes go to stderr. */
export function targetOptions(values: Values, io: CommandIo): Omit<VerifyOptions, "target"> {
  const abort = new AbortController();
  io.onSignal(() => abort.abort());
  const options: Record<string, unknown> = {};
  for (const [option, row] of Object.entries<Setting>(SETTINGS)) {
    const flag = nameOf(option, row);
    const value = values[flag];
    if (value === undefined) continue;
    options[option] = READERS[row.kind]?.(value as never, `--${flag}`, row) ?? value;
  }
  return {
    ...options,
    env: io.env,
    cwd: io.cwd,
    signal: abort.signal,
    onNote: (note) => {
      io.stderr.write(`${note}\n`);
      if (io.env.GITHUB_ACTIONS) io.workflow.write(annotation("warning", "note", note));
    },
  };
}

/** Parsers for settings that need one. Each throws a UserError that names the flag and what it takes; a header may be a secret, and is not shown. */
const READERS: {
  readonly [Kind in Setting["kind"]]?: (value: never, flag: string, row: Setting) => unknown;
} = {
  ids: (values: string[], flag) => values.map((value) => idOf(value, flag)),
  headers: (values: string[]) => Object.fromEntries(values.map(headerOf)),
  number: (value: string, flag, row) => numberWithin(flag, value, row),
  seconds: (value: string, flag, row) => numberWithin(flag, value, row) * 1000,
};

function idOf(value: string, flag: string): bigint {
  const id = parseInt64(value);
  if (id !== undefined) return id;
  throw inputError("bad-value", {
    flag,
    expected: "the id of one order, an int64 in digits alone",
    value,
  });
}

function headerOf(text: string): [name: string, value: string] {
  const at = text.indexOf(":");
  if (at >= 1) return [text.slice(0, at), text.slice(at + 1).trim()];
  throw targetError("bad-header", {
    name: "of --header",
    why: 'it is not of the form "NAME: VALUE"',
  });
}
