/** Lays out a command's text in a terminal, and shows progress while the checks run. */
import { escapeLine } from "../contract-tests/client/masking/escape-text.ts";
import type { TerminalOptions } from "../contract-tests/report/writers/terminal/layout.ts";
import { type Color, textStyle, wrap } from "../contract-tests/report/writers/terminal/wrap.ts";
import type { Progress } from "../contract-tests/run/run-steps.ts";
import type { CommandIo } from "./command.ts";

/** Width if the output goes to a file or a pipe. */
const COLUMNS_WITHOUT_TERMINAL = 100;

export function terminalOptions(io: CommandIo): TerminalOptions {
  return { color: colorFor(io), columns: io.columns ?? COLUMNS_WITHOUT_TERMINAL };
}

/**
 * NO_COLOR (https://no-color.org) comes first, then FORCE_COLOR, then whether stdout is a terminal.
 */
export function colorFor({ env, isTTY }: Pick<CommandIo, "env" | "isTTY">): Color {
  if (env.NO_COLOR) return "never";
  if (env.FORCE_COLOR) return env.FORCE_COLOR === "0" ? "never" : "always";
  return isTTY === true && env.TERM !== "dumb" ? "always" : "never";
}

const CLEAR_LINE = "\r\u001b[2K";
const BAR_COLUMNS = 20;

const INTERVAL_MS = 10_000;

/**
 * Writes progress to stderr: on a terminal as one line that overwrites itself, in a pipe or a CI
 * log as a new line every ten seconds.
 */
export function openProgressLine(io: CommandIo) {
  if (io.isTTY === true && !io.env.CI)
    return {
      show: (progress: Progress) =>
        void io.stderr.write(`${CLEAR_LINE}${progressText(progress, terminalOptions(io))}`),
      clear: () => void io.stderr.write(CLEAR_LINE),
    };
  let text = "waiting for the target";
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += INTERVAL_MS / 1000;
    io.stderr.write(`${seconds} s: ${text}\n`);
  }, INTERVAL_MS);
  return {
    show: (progress: Progress) => {
      text = `${progress.done} of ${progress.total} steps done, now ${escapeLine(nowOf(progress))}`;
    },
    clear: () => clearInterval(timer),
  };
}

/** Returns the current step, or what it waits for: `waiting 54 s: 429, Retry-After`. */
function nowOf({ title, wait }: Progress): string {
  if (wait === undefined || wait.ms < 1_000) return title;
  return `waiting ${Math.round(wait.ms / 1000)} s: ${wait.why}`;
}

export function progressText(progress: Progress, { color, columns }: TerminalOptions): string {
  const { done, total } = progress;
  const style = textStyle(color);
  const full = total === 0 ? 0 : Math.min(BAR_COLUMNS, Math.floor((done / total) * BAR_COLUMNS));
  const bar = `${style("━".repeat(full), "green")}${style("━".repeat(BAR_COLUMNS - full), "dim")}`;
  const counter = ` ${String(done).padStart(String(total).length)}/${total}  `;
  const [shown = ""] = wrap(
    escapeLine(nowOf(progress)),
    Math.max(8, columns - BAR_COLUMNS - counter.length - 3),
  );
  return ` ${bar}${counter}${style(shown, "dim")}`;
}
