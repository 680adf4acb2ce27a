/** The signs of a report, which a terminal and a page show alike. */
import type { ClauseReport } from "../schema.ts";

export type Tone = "good" | "bad" | "open";

/** A sign, and the word that it stands for. */
export interface Mark {
  readonly sign: string;
  readonly word: string;
  readonly tone: Tone | "soft";
}

/** The verdicts, in the order in which they are counted, and what else a line can say. */
export const MARKS = {
  violated: { sign: "✗", word: "violated", tone: "bad" },
  held: { sign: "✓", word: "held", tone: "good" },
  skipped: { sign: "–", word: "skipped", tone: "open" },
  unproven: { sign: "?", word: "unproven", tone: "open" },
  known: { sign: "~", word: "known", tone: "soft" },
  follows: { sign: "✗", word: "also", tone: "bad" },
  advice: { sign: "!", word: "advice", tone: "open" },
  remark: { sign: "·", word: "", tone: "soft" },
  expired: { sign: "✗", word: "expired", tone: "bad" },
  mended: { sign: "✓", word: "mended", tone: "good" },
  notObserved: { sign: "·", word: "not observed", tone: "soft" },
  notStated: { sign: "·", word: "not part of the contract", tone: "soft" },
} as const satisfies Readonly<Record<string, Mark>>;

/** The sign of a clause. A violation that is known has one of its own. */
export function markOf({ verdict, known }: ClauseReport): Mark {
  return known && verdict === "violated" ? MARKS.known : MARKS[verdict];
}
