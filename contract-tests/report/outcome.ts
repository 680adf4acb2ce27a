/** The exit code of a run, and why it fails if the verdict alone does not say so. */
import type { AdviceId } from "../tables/advice-ids.ts";
import type { KnownEntry } from "../targets/file/known-entry.ts";
import { isNeeded } from "./known.ts";
import type { Report } from "./schema.ts";

/** Rules that fail a run without new violations. */
export interface OutcomeRules {
  /** Advice fails a run: all of it, or these kinds, such as `date-form`. */
  readonly strict?: boolean | readonly AdviceId[] | undefined;
  /** An unproven clause fails a run. */
  readonly requireProven?: boolean | undefined;
}

export function exitOf(
  { verdict, clauses, advice, known }: Pick<Report, "verdict" | "clauses" | "advice" | "known">,
  { strict = false, requireProven = false }: OutcomeRules,
): Pick<Report, "exitCode" | "reasons"> {
  // An expired entry is a reason only if the run would pass with it.
  const isDecisive = ({ unproven }: KnownEntry) => unproven !== true || requireProven;
  const expired = known
    .filter((entry) => entry.expired && isNeeded(entry) && isDecisive(entry))
    .map(expiredText);
  if (verdict === "not-judged") return { exitCode: 3, reasons: expired };

  const isCounted = (id: string) =>
    typeof strict === "boolean" ? strict : strict.some((kind) => kind === id);
  const counted = [...new Set(advice.map(({ id }) => id))].filter(isCounted);
  const gaps = clauses
    .filter(({ verdict: one }) => one === "unproven")
    .flatMap(({ id, known: isKnown }) => (isKnown ? [] : [id]));

  const red =
    counted.length > 0 ? [`Advice that fails this run (strict): ${counted.join(", ")}.`] : [];
  const isIncomplete = requireProven && gaps.length > 0;
  const proven = `${gaps.length === 1 ? "1 clause is" : `${gaps.length} clauses are`} unproven (requireProven): ${gaps.join(", ")}.`;
  const reasons = [...expired, ...red, ...(isIncomplete ? [proven] : [])];
  if (verdict === "violates" || red.length > 0) return { exitCode: 1, reasons };
  return { exitCode: isIncomplete ? 4 : 0, reasons };
}

function expiredText(entry: KnownEntry): string {
  return `${entryName(entry)} was accepted until ${entry.until}: ${entry.reason}`;
}

/** `error-status at cancelOrder 404`. */
export function entryName({ clause, at, pointer }: KnownEntry): string {
  const place = [at, pointer].filter(Boolean).join(" ");
  return [clause, place].filter(Boolean).join(" at ");
}
