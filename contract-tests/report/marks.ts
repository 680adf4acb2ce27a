/** The signs of a report, which a terminal and a page show alike. */
import type { Verdict } from "../assertions/finding.ts";
import type { ClauseReport } from "./schema.ts";

export type Tone = "good" | "bad" | "open";

/** A sign, and the word that it stands for. */
export interface Mark {
  readonly sign: string;
  readonly word: string;
  readonly tone: Tone | "soft";
}

export const MARKS: Readonly<Record<Verdict, Mark>> = {
  violated: { sign: "✗", word: "violated", tone: "bad" },
  held: { sign: "✓", word: "held", tone: "good" },
  skipped: { sign: "–", word: "skipped", tone: "open" },
  unproven: { sign: "?", word: "unproven", tone: "open" },
};
export const FOLLOWS: Mark = { sign: "✗", word: "also", tone: "bad" };
export const ADVICE: Mark = { sign: "!", word: "advice", tone: "open" };
export const REMARK: Mark = { sign: "·", word: "", tone: "soft" };
export const KNOWN: Mark = { sign: "~", word: "known", tone: "soft" };
export const EXPIRED: Mark = { sign: "✗", word: "expired", tone: "bad" };
export const MENDED: Mark = { sign: "✓", word: "mended", tone: "good" };
export const NOT_OBSERVED_ENTRY: Mark = { sign: "·", word: "not observed", tone: "soft" };
export const NOT_STATED: Mark = { sign: "·", word: "not part of the contract", tone: "soft" };

/** The sign of a clause. A violation that is known has one of its own. */
export function markOf({ verdict, known }: ClauseReport): Mark {
  return known && verdict === "violated" ? KNOWN : MARKS[verdict];
}
