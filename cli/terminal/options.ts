/** How the text of a command is laid out: in colours or without, and in how many columns. */
import type { Color } from "../../contract-tests/report/terminal/wrap.ts";
import type { CommandIo } from "../io.ts";

/** Where the output goes to a file or a pipe. */
const COLUMNS_WITHOUT_TERMINAL = 100;

export function terminalOptions(io: CommandIo): { readonly color: Color; readonly columns: number } {
  return { color: colorFor(io), columns: io.columns ?? COLUMNS_WITHOUT_TERMINAL };
}

/** NO_COLOR (https://no-color.org) comes first, then FORCE_COLOR, then whether stdout is a terminal. */
export function colorFor({ env, isTTY }: Pick<CommandIo, "env" | "isTTY">): Color {
  if (env.NO_COLOR) return "never";
  if (env.FORCE_COLOR) return env.FORCE_COLOR === "0" ? "never" : "always";
  return isTTY === true && env.TERM !== "dumb" ? "always" : "never";
}
