/** Words shared by reports and the command line. */
import { OPEN_QUESTIONS } from "../../spec/clauses/index.ts";

/** The answer to an open question that no response has answered. */
export const UNANSWERED = "unanswered";

export function plural(number: number, noun: string, nouns = `${noun}s`): string {
  return `${number.toLocaleString("en")} ${number === 1 ? noun : nouns}`;
}

/** `34 ms`, `1.9 s`, `2 min 5 s`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}

/**
 * Returns the meaning of an answer to an open question, in Markdown; undefined if the catalogue
 * does not have it.
 */
export function meaningOf(question: string, answer: string): string | undefined {
  const answers = OPEN_QUESTIONS.find(({ id }) => id === question)?.answers ?? {};
  return Object.entries(answers).find(([name]) => name === answer)?.[1];
}
