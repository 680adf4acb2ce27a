/**
 * What a command is: its input and output, and its table of flags, from which its arguments are read, its help is printed, and mistakes
 * are reported.
 */
import { type ParseArgsConfig, parseArgs } from "node:util";
import { escapeText } from "../contract-tests/client/escape-text.ts";
import { USER_ERRORS, UserError } from "../spec/errors/user-errors.ts";
import { maskEnvironment, type Output, type ProcessEvents } from "./process-events.ts";

/** What a command reads, and where it writes. */
export interface CommandIo {
  /** No line is a command for a CI runner, whatever is written. */
  readonly stdout: Output;
  readonly stderr: Output;
  /** Writes commands for a CI runner to stdout. */
  readonly workflow: Output;
  /** Environment variables by name. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The callback is called once, when the command has to end: on SIGINT, SIGTERM or SIGHUP. */
  onSignal(callback: () => void): void;
  /** Whether stdout is a terminal. */
  readonly isTTY?: boolean;
  /** The columns of the terminal, where stdout is one. */
  readonly columns?: number | undefined;
  /** The folder that relative paths start from; by default that of the process. */
  readonly cwd?: string;
}

/** A command of orders-kit. `argv` is what follows its name; it resolves with the exit code. */
export type Command = (argv: readonly string[], io: CommandIo) => Promise<number>;

/**
 * Flags as the help shows them: `"port 4010": "where to listen"`. The value is its default, or a word for it. One that ends with
 * `...`, which is not shown, can be repeated; a flag without a value is a boolean.
 */
export type Flags = Readonly<Record<string, string>>;

export interface CommandLine<F extends Flags> {
  readonly name: string;
  /** The positional arguments in the usage, and their maximum number. */
  readonly takes?: { readonly usage: string; readonly max: number };
  readonly flags: F;
  /** Texts of the help before and after the flags. */
  readonly before?: string;
  readonly after?: string;
}

type NameOf<Flag> = Flag extends `${infer Name} ${string}` ? Name : Flag;
type ValueOf<Flag> = Flag extends `${string} ${string}...`
  ? string[]
  : Flag extends `${string} ${string}`
    ? string
    : boolean;

/** What was given: the values by the names of the flags. */
export interface Given<F extends Flags> {
  readonly values: { readonly [Flag in keyof F as NameOf<Flag>]?: ValueOf<Flag> | undefined };
  readonly positionals: readonly string[];
}

/** The command resolves with the result of `run`, with 0 after --help, or with the exit code of a UserError, after printing it. */
export function defineCommand<const F extends Flags>(
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
      return printError(error, argv, io);
    }
  };
}

/** Returns the exit code. The error may show what the user has written, or what a command of the user has printed. */
export function printError({ display, exitCode }: UserError, argv: readonly string[], io: CommandIo): number {
  const parts = maskEnvironment(display, argv, io.env).split("\t").map(escapeText);
  io.stderr.write(`${parts.join("\t")}\n`);
  return exitCode;
}

/** After `--`, nothing is a flag. */
function asksForHelp(argv: readonly string[]): boolean {
  const flags = argv.slice(0, [...argv, "--"].indexOf("--"));
  return flags.includes("--help") || flags.includes("-h");
}

function read<F extends Flags>(argv: readonly string[], { name, takes, flags }: CommandLine<F>): Given<F> {
  const parts = [...Object.keys(flags), "help"].map(partsOf);
  const valid = parts.map((flag) => `--${flag.name}`);
  const options = Object.fromEntries(
    parts.map((flag) => [flag.name, { type: flag.value === undefined ? "boolean" : "string", multiple: flag.repeats }]),
  ) as NonNullable<ParseArgsConfig["options"]>;
  const missing = (flag: string): UserError =>
    USER_ERRORS.missingValue(flag, parts[valid.indexOf(flag)]?.value ?? "VALUE");
  try {
    const given = parseArgs({ args: joinNegative(argv), options, strict: true, allowPositionals: true });
    const extra = given.positionals[takes?.max ?? 0];
    if (extra !== undefined) throw USER_ERRORS.unexpectedArgument(name, extra, takes?.usage ?? "[FLAGS]");
    // An unset variable of the shell leaves an empty value, which no flag takes.
    const empty = Object.entries(given.values).find(([, value]) => [value].flat().includes(""));
    if (empty !== undefined) throw missing(`--${empty[0]}`);
    return given as Given<F>;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const named = /--[\w-]+/.exec(message)?.[0] ?? /'(-[^' ]*)/.exec(message)?.[1] ?? "";
    if (code === "ERR_PARSE_ARGS_UNKNOWN_OPTION") throw USER_ERRORS.unknownFlag(name, named, valid);
    if (code === "ERR_PARSE_ARGS_INVALID_OPTION_VALUE")
      throw options[named.slice(2)]?.type === "boolean" ? USER_ERRORS.noValue(named) : missing(named);
    throw error;
  }
}

function partsOf(flag: string) {
  const [, name = "", value, dots] = /^(\S+)(?: (.+?)(\.{3})?)?$/.exec(flag) ?? [];
  return { name, value, repeats: dots !== undefined };
}

/** Makes `--pending -5` `--pending=-5`: a negative id is not a flag. */
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
  const rows = Object.entries(flags).map(([flag, about]) => [`--${flag.replace(/\.{3}$/, "")}`, about] as const);
  const width = Math.max(0, ...rows.map(([shown]) => shown.length));
  const parts = [
    ["Usage: orders-kit", name, takes?.usage, rows.length > 0 && "[FLAGS]"].filter(Boolean).join(" "),
    before,
    rows.map(([shown, about]) => `  ${shown.padEnd(width)}  ${about}`).join("\n"),
    after,
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

/** Throws a UserError that names the flag and what it takes. */
export function integerFlag(flag: string, value: string | undefined, max: number): number | undefined {
  if (value === undefined) return undefined;
  const number = /^\d{1,10}$/.test(value) ? Number(value) : -1;
  if (number < 0 || number > max) throw USER_ERRORS.badValue(flag, `an integer from 0 to ${max}`, value);
  return number;
}

export function portFlag(value: string | undefined): number | undefined {
  return integerFlag("--port", value, 65_535);
}

export function ioOf({ stdout, stderr, env }: NodeJS.Process, events: ProcessEvents): CommandIo {
  const safe = (output: Output): Output => ({ write: (text) => output.write(withoutWorkflowCommands(text)) });
  return {
    stdout: safe(stdout),
    stderr: safe(stderr),
    workflow: stdout,
    env,
    isTTY: stdout.isTTY === true,
    columns: stdout.columns,
    onSignal: events.onEnd,
  };
}

/**
 * A text for the log in which nothing is a command: those of GitHub's runner begin a line with `::`, older ones (`##[…]`), and
 * those of Azure (`##vso[…]`) and TeamCity (`##teamcity[…]`), may stand anywhere in one.
 */
export function withoutWorkflowCommands(text: string): string {
  return text.replace(/^(\s*):(?=:)/gm, "$1: ").replace(/##(?=\w*\[)/g, "# #");
}

/** The same for JSON: the text changes, the value does not. */
export function jsonWithoutWorkflowCommands(json: string): string {
  return json.replaceAll("##", "#\\u0023");
}
