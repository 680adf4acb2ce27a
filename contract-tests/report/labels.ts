/** Words that reports, comparisons and the command line share. */
import { type Area, SILENCES } from "../../spec/clauses/index.ts";
import { type Text, withCode } from "./document.ts";

export const AREA_TITLES: Readonly<Record<Area, string>> = {
  auth: "Authentication",
  list: "Listing",
  order: "The fields of an Order",
  cancel: "Cancelling",
  errors: "Errors and bodies",
  versioning: "Versioning",
  pets: "The deprecated pets operation",
};

export function plural(number: number, noun: string, nouns = `${noun}s`): string {
  return `${number.toLocaleString("en")} ${number === 1 ? noun : nouns}`;
}

/** `34 ms`, `1.9 s`, `2 min 5 s`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}

/** An answer to a silence, with its meaning where it is one of the catalogue's. */
export function answerText(silence: string, answer: string): Text {
  const answers: Readonly<Record<string, string>> =
    SILENCES.find(({ id }) => id === silence)?.answers ?? {};
  return [
    { code: answer },
    ...(Object.hasOwn(answers, answer) ? withCode(`: ${answers[answer]}`) : []),
  ];
}
