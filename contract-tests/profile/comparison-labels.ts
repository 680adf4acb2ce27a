/** What the formats of a comparison share. */
import { escapeLine } from "../client/escape-text.ts";
import { plural } from "../report/format.ts";
import type { Comparison, Entry, Outcome } from "./compare.ts";

export function withOutcome({ entries }: Comparison, outcome: Outcome): readonly Entry[] {
  return entries.filter((entry) => entry.outcome === outcome);
}

export function comparisonTitle(comparison: Comparison): string {
  const differs = withOutcome(comparison, "differs").length;
  const accepted = withOutcome(comparison, "accepted").length;
  const names = `${escapeLine(comparison.a)} and ${escapeLine(comparison.b)}`;
  if (differs > 0) return `${names} differ in ${plural(differs, "entry", "entries")}`;
  return `${names} do not differ${accepted === 0 ? "" : `, except in ${plural(accepted, "accepted entry", "accepted entries")}`}`;
}

/** The text of a side. */
export function sideText(side: string | undefined): string {
  if (side === undefined) return "not known";
  return side === "" ? '""' : side;
}
