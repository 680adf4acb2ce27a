/** Reads a command line, and words what is wrong with one as the fix. */
import { type ParseArgsConfig, parseArgs } from "node:util";
import { parseInt64 } from "../spec/int64.ts";
import { PROBLEMS } from "../spec/problems.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;

/** The flags of a command line and its other arguments, of which there may be `most`. Throws a UserError. */
export function readFlags<const O extends Options>(
  argv: readonly string[],
  command: string,
  options: O,
  most: number,
): ReturnType<typeof parseArgs<{ options: O; strict: true; allowPositionals: true }>> {
  const valid = Object.keys(options).map((name) => `--${name}`);
  try {
    const { values, positionals } = parseArgs({
      args: joinNegative(argv),
      options,
      strict: true,
      allowPositionals: true,
    });
    const extra = positionals[most];
    if (extra !== undefined) throw PROBLEMS.unknownArgument(extra, command, valid);
    return { values, positionals };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const named = /--[\w-]+/.exec(message)?.[0] ?? /'(-[^' ]*)/.exec(message)?.[1] ?? "";
    if (code === "ERR_PARSE_ARGS_UNKNOWN_OPTION") throw PROBLEMS.unknownFlag(named, command, valid);
    if (code === "ERR_PARSE_ARGS_INVALID_OPTION_VALUE")
      throw options[named.slice(2)]?.type === "boolean" ? PROBLEMS.noValue(named) : PROBLEMS.missingValue(named);
    throw error;
  }
}

/** `--pending -5` as `--pending=-5`: a negative id is no flag. */
function joinNegative(argv: readonly string[]): string[] {
  const joined: string[] = [];
  for (const argument of argv) {
    const last = joined.at(-1);
    if (/^-\d/.test(argument) && last !== undefined && /^--[\w-]+$/.test(last))
      joined[joined.length - 1] = `${last}=${argument}`;
    else joined.push(argument);
  }
  return joined;
}

/** The order ids of a flag that can be repeated, exact to the last digit. */
export function idFlags(flag: string, values: readonly string[] = []): bigint[] {
  return values.map((value) => {
    const id = parseInt64(value);
    if (id === undefined) throw PROBLEMS.badValue(flag, value, "one order id, an int64, and can be repeated");
    return id;
  });
}

/** A positive number, in whole or in part. */
export function numberFlag(flag: string, value: string | undefined, wanted: RegExp, words: string): number | undefined {
  if (value === undefined) return undefined;
  if (!wanted.test(value) || Number(value) <= 0) throw PROBLEMS.badValue(flag, value, words);
  return Number(value);
}
