/** The outcome of a run: its exit code, and why it is red where the verdict does not say it. */
import type { AdviceId } from "../run/assertions/advice-ids.ts";
import type { KnownEntry } from "./known-entry.ts";
import type { Report } from "./schema.ts";

/** The reasons why a run fails that has violated nothing new. */
export interface OutcomeRules {
  /** Advice fails a run, too: all of it, or these kinds, such as `date-form`. */
  readonly strict?: boolean | readonly AdviceId[] | undefined;
  /** A clause that was not proven fails a run, too. */
  readonly requireProven?: boolean | undefined;
}

export function outcomeOf(
  { verdict, clauses, advice, known }: Pick<Report, "verdict" | "clauses" | "advice" | "known">,
  { strict = false, requireProven = false }: OutcomeRules,
): Pick<Report, "exitCode" | "reasons"> {
  // An expired entry is a reason where the run would be green with it.
  const isDecisive = ({ unproven }: KnownEntry) => unproven !== true || requireProven;
  const expired = known.filter((entry) => entry.expired && isDecisive(entry)).map(expiredText);
  if (verdict === "not-judged") return { exitCode: 3, reasons: expired };

  const isCounted = (id: string) =>
    typeof strict === "boolean" ? strict : strict.some((kind) => kind === id);
  const counted = [...new Set(advice.map(({ id }) => id))].filter(isCounted);
  const gaps = clauses
    .filter((clause) => clause.verdict === "unproven" || clause.verdict === "skipped")
    .flatMap(({ id, known: isKnown }) => (isKnown ? [] : [id]));

  const red =
    counted.length > 0 ? [`Advice that fails this run (strict): ${counted.join(", ")}.`] : [];
  const isIncomplete = requireProven && gaps.length > 0;
  const proven = `${gaps.length === 1 ? "1 clause is" : `${gaps.length} clauses are`} not proven (requireProven): ${gaps.join(", ")}.`;
  const reasons = [...expired, ...red, ...(isIncomplete ? [proven] : [])];
  if (verdict === "violates" || red.length > 0) return { exitCode: 1, reasons };
  return { exitCode: isIncomplete ? 4 : 0, reasons };
}

function expiredText(entry: KnownEntry): string {
  return `${nameOf(entry)} was accepted until ${entry.until}: ${entry.reason}`;
}

/** `error-status at cancelOrder 404`. */
export function nameOf({ clause, at, pointer }: KnownEntry): string {
  const place = [at, pointer].filter(Boolean).join(" ");
  return [clause, place].filter(Boolean).join(" at ");
}
