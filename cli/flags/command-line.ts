/** The table of a command's flags, from which we read arguments, print help and report mistakes. */
import { type ParseArgsConfig, parseArgs } from "node:util";
import { suggest } from "../../spec/errors/suggest.ts";
import { commandError } from "../command-errors.ts";

/**
 * Flags as the help shows them: `"port 4010": "where to listen"`. The word after the name is the
 * default or a placeholder; a flag without one is a boolean. A final `...`, which the help leaves
 * out, marks a flag that can be repeated.
 */
export type Flags = Readonly<Record<string, string>>;

export interface CommandLine<F extends Flags> {
  readonly name: string;
  /** The positional arguments as the usage line shows them, and how many there may be. */
  readonly takes?: { readonly usage: string; readonly max: number };
  readonly flags: F;
  /** For the error when a flag is unknown, where the same is set instead; by flag. */
  readonly elsewhere?: Readonly<Record<string, string>>;
  /** Help texts before and after the flags. */
  readonly before?: string;
  readonly after?: string;
}

type NameOf<Flag> = Flag extends `${infer Name} ${string}` ? Name : Flag;
type ValueOf<Flag> = Flag extends `${string} ${string}...`
  ? string[]
  : Flag extends `${string} ${string}`
    ? string
    : boolean;

/** The given values by flag name. */
export interface CommandArguments<F extends Flags> {
  readonly values: { readonly [Flag in keyof F as NameOf<Flag>]?: ValueOf<Flag> | undefined };
  readonly positionals: readonly string[];
}

/** True if the user asks for help. After `--`, nothing is a flag. */
export function asksForHelp(argv: readonly string[]): boolean {
  const flags = argv.slice(0, [...argv, "--"].indexOf("--"));
  return flags.includes("--help") || flags.includes("-h");
}

/** Throws a UserError for an unknown flag, an unexpected argument, or a missing value. */
export function readFlags<F extends Flags>(
  argv: readonly string[],
  { name, takes, flags, elsewhere = {} }: CommandLine<F>,
): CommandArguments<F> {
  const parts = [...Object.keys(flags), "help"].map(flagParts);
  const valid = parts.map((flag) => `--${flag.name}`);
  const options = Object.fromEntries(
    parts.map((flag) => [
      flag.name,
      { type: flag.value === undefined ? "boolean" : "string", multiple: flag.repeats },
    ]),
  ) as NonNullable<ParseArgsConfig["options"]>;
  const missing = (flag: string): Error =>
    commandError("missing-value", { flag, value: parts[valid.indexOf(flag)]?.value ?? "VALUE" });

  try {
    const given = parseArgs({
      args: joinNegative(argv),
      options,
      strict: true,
      allowPositionals: true,
    });

    const extra = given.positionals[takes?.max ?? 0];
    if (extra !== undefined)
      throw commandError("unexpected-argument", {
        command: name,
        argument: extra,
        takes: takes?.usage ?? "[FLAGS]",
      });

    // An unset shell variable leaves an empty value, which no flag accepts.
    const empty = Object.entries(given.values).find(([, value]) => [value].flat().includes(""));
    if (empty !== undefined) throw missing(`--${empty[0]}`);

    return given as CommandArguments<F>;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const named = /--[\w-]+/.exec(message)?.[0] ?? /'(-[^' ]*)/.exec(message)?.[1] ?? "";
    if (code === "ERR_PARSE_ARGS_UNKNOWN_OPTION")
      throw commandError("unknown-flag", {
        command: name,
        name: named,
        suggestion: elsewhere[named] ?? suggest(named, valid),
      });
    if (code === "ERR_PARSE_ARGS_INVALID_OPTION_VALUE")
      throw options[named.slice(2)]?.type === "boolean"
        ? commandError("no-value", { flag: named })
        : missing(named);
    throw error;
  }
}

function flagParts(flag: string) {
  const [, name = "", value, dots] = /^(\S+)(?: (.+?)(\.{3})?)?$/.exec(flag) ?? [];
  return { name, value, repeats: dots !== undefined };
}

/** Turns `--pending -5` into `--pending=-5`, because a negative id is not a flag. */
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

export function help({ name, takes, flags, before, after }: CommandLine<Flags>): string {
  const rows = Object.entries(flags).map(([flag, about]) => {
    const { name, value, repeats } = flagParts(flag);
    const shown = [`--${name}`, value].filter(Boolean).join(" ");
    return [shown, repeats ? `${about} (repeatable)` : about] as const;
  });
  const width = Math.max(0, ...rows.map(([shown]) => shown.length));
  const parts = [
    ["Usage: orders-kit", name, takes?.usage, rows.length > 0 && "[FLAGS]"]
      .filter(Boolean)
      .join(" "),
    before,
    rows.map(([shown, about]) => `  ${shown.padEnd(width)}  ${about}`).join("\n"),
    after,
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}
