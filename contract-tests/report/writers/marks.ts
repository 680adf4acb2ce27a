/** The signs of a report, the same in a terminal and on a page. */
import type { ClauseReport } from "../schema.ts";

export type Tone = "good" | "bad" | "open";

/** A sign and its word. */
export interface Mark {
  readonly sign: string;
  readonly word: string;
  readonly tone: Tone | "soft";
}

/** Verdicts come first, in the order in which we count them. */
export const MARKS = {
  violated: { sign: "✗", word: "violated", tone: "bad" },
  held: { sign: "✓", word: "held", tone: "good" },
  unproven: { sign: "?", word: "unproven", tone: "open" },
  known: { sign: "~", word: "known", tone: "soft" },
  follows: { sign: "✗", word: "also", tone: "bad" },
  advice: { sign: "!", word: "advice", tone: "open" },
  entry: { sign: "·", word: "", tone: "soft" },
  expired: { sign: "✗", word: "expired", tone: "bad" },
  /** Stands in a section whose title is the word. */
  open: { sign: "?", word: "", tone: "open" },
  notStated: { sign: "·", word: "not part of the contract", tone: "soft" },
} as const satisfies Readonly<Record<string, Mark>>;

/** `known: a bug that is being mended`; a mark without a word adds nothing. */
export function marked({ word }: Mark, text: string): string {
  return word === "" ? text : `${word}: ${text}`;
}

/** Returns the sign of a clause; a known violation has its own. */
export function markOf({ verdict, known }: ClauseReport): Mark {
  return known && verdict === "violated" ? MARKS.known : MARKS[verdict];
}
