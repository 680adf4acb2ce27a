/** Words that reports and the command line share. */
import { SILENCES } from "../../spec/clauses/index.ts";

/** The answer of a report to a question that was not observed. */
export const NOT_OBSERVED = "not observed";

export function plural(number: number, noun: string, nouns = `${noun}s`): string {
  return `${number.toLocaleString("en")} ${number === 1 ? noun : nouns}`;
}

/** `34 ms`, `1.9 s`, `2 min 5 s`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}

/** The meaning of an answer to a silence, in Markdown; undefined for one that is not in the catalogue. */
export function meaningOf(silence: string, answer: string): string | undefined {
  const answers = SILENCES.find(({ id }) => id === silence)?.answers ?? {};
  return Object.entries(answers).find(([name]) => name === answer)?.[1];
}
