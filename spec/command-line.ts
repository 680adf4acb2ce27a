/** A command of orders-kit from its table of flags: reads the arguments, answers --help, and words what is wrong as the fix. */
import { type ParseArgsConfig, parseArgs } from "node:util";
import type { Command, CommandIo } from "./io.ts";
import { PROBLEMS, UserError } from "./problems.ts";

/** A flag as parseArgs takes it, and as people read it: `--port 4010   where to listen`. */
interface Flag {
  readonly type: "string" | "boolean";
  /** It can be repeated. */
  readonly multiple?: boolean;
  /** What stands in the value's place: its default, or a word for it. */
  readonly value?: string;
  readonly about: string;
}
export type Flags = Readonly<Record<string, Flag>>;

export interface CommandLine<F extends Flags> {
  readonly name: string;
  /** The arguments besides flags, as the usage has them, and how many there may be. */
  readonly takes?: { readonly usage: string; readonly most: number };
  readonly flags: F;
  /** What --help says before the flags, and after them. */
  readonly before?: string;
  readonly after?: string;
}

/** The flags that were given, by name, and the other arguments. */
export type Given<F extends Flags> = ReturnType<
  typeof parseArgs<{ options: { -readonly [K in keyof F]: F[K] }; strict: true; allowPositionals: true }>
>;

/**
 * The command of a line. It resolves with what `run` resolves with; with 0 after --help; and with the exit code of a
 * UserError, whose message is then on stderr.
 */
export function command<const F extends Flags>(
  line: CommandLine<F>,
  run: (given: Given<F>, io: CommandIo) => Promise<number>,
): Command {
  return async (argv, io) => {
    if (asksForHelp(argv)) {
      io.stdout.write(help(line));
      return 0;
    }
    try {
      return await run(read(argv, line), io);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      io.stderr.write(`${error.told}\n`);
      return error.exitCode;
    }
  };
}

/** Behind `--`, nothing is a flag. */
function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  return argv.slice(0, end === -1 ? argv.length : end).some((argument) => argument === "--help" || argument === "-h");
}

function read<F extends Flags>(argv: readonly string[], { name, takes, flags }: CommandLine<F>): Given<F> {
  const valid = [...Object.keys(flags), "help"].map((flag) => `--${flag}`);
  try {
    const given = parseArgs({
      args: joinNegative(argv),
      options: flags as NonNullable<ParseArgsConfig["options"]>,
      strict: true,
      allowPositionals: true,
    }) as Given<F>;
    const extra = given.positionals[takes?.most ?? 0];
    if (extra !== undefined) throw PROBLEMS.unexpectedArgument(extra, name, takes?.usage);
    // An unset variable of the shell leaves nothing: no flag takes that, and some would take it for something else.
    const empty = Object.entries(given.values).find(([, value]) => [value].flat().includes(""));
    if (empty !== undefined) throw missing(`--${empty[0]}`, flags);
    return given;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const named = /--[\w-]+/.exec(message)?.[0] ?? /'(-[^' ]*)/.exec(message)?.[1] ?? "";
    if (code === "ERR_PARSE_ARGS_UNKNOWN_OPTION") throw PROBLEMS.unknownFlag(named, name, valid);
    if (code === "ERR_PARSE_ARGS_INVALID_OPTION_VALUE")
      throw flags[named.slice(2)]?.type === "boolean" ? PROBLEMS.noValue(named) : missing(named, flags);
    throw error;
  }
}

function missing(flag: string, flags: Flags): UserError {
  return PROBLEMS.missingValue(flag, flags[flag.slice(2)]?.value ?? "VALUE");
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

function help({ name, takes, flags, before, after }: CommandLine<Flags>): string {
  const rows = Object.entries(flags).map(([flag, { value, about }]) => ({
    left: `--${flag}${value === undefined ? "" : ` ${value}`}`,
    about,
  }));
  const width = Math.max(0, ...rows.map(({ left }) => left.length));
  const parts = [
    ["Usage: orders-kit", name, takes?.usage, rows.length > 0 && "[FLAGS]"].filter(Boolean).join(" "),
    before,
    rows.map(({ left, about }) => `  ${left.padEnd(width)}  ${about}`).join("\n"),
    after,
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}
