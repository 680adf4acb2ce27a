/** The outcome of a run: its exit code, and why it is red where the verdict does not say it. */
import type { AdviceId } from "../assertions/advice-ids.ts";
import type { ClauseReport } from "./clause-report.ts";
import type { KnownEntry, KnownReport } from "./known.ts";

/** The reasons why a run fails that has violated nothing new. */
export interface OutcomeRules {
  /** Advice fails a run, too. */
  readonly strict?: boolean | undefined;
  /** Kinds of advice that fail a run: `date-form`. */
  readonly failOn?: readonly AdviceId[] | undefined;
  /** A clause that was not proven fails a run, too. */
  readonly requireProven?: boolean | undefined;
  /** An entry of `known` that is mended, or of which nothing was seen, fails a run, too. */
  readonly knownStrict?: boolean | undefined;
}

export type RunVerdict = "conforms" | "known-violations" | "violates" | "not-judged";

export interface Outcome {
  /** 0: nothing that is new is violated. 1: something is. 3: not judged. 4: something was not proven. */
  readonly exitCode: 0 | 1 | 3 | 4;
  /** The reasons beside violations why the run is red: a sentence each. */
  readonly reasons: readonly string[];
}

export function outcomeOf(
  verdict: RunVerdict,
  {
    clauses,
    advice,
    known,
    isPartial,
  }: {
    readonly clauses: readonly ClauseReport[];
    readonly advice: readonly { readonly id: string; readonly known?: true }[];
    readonly known: KnownReport;
    /** True if the run may only read, or was for some clauses only. */
    readonly isPartial: boolean;
  },
  { strict, failOn = [], requireProven, knownStrict }: OutcomeRules,
): Outcome {
  // An expired entry is a reason where the run would be green with it.
  const isDecisive = ({ advice: id, unproven }: KnownEntry) => {
    if (id !== undefined) return strict === true || failOn.includes(id);
    return unproven !== true || requireProven === true;
  };
  const expired = known.known
    .filter((entry) => entry.expired && isDecisive(entry))
    .map(expiredText);
  if (verdict === "not-judged") return { exitCode: 3, reasons: expired };

  const failing = advice.filter(
    (one) => !one.known && (strict === true || failOn.some((id) => id === one.id)),
  );
  const counted = [...new Set(failing.map(({ id }) => id))];
  // A run that may not ask has observed little.
  const unseen = isPartial ? [] : known.notObserved;
  const stale = [
    ...known.mended.map((entry) => `${nameOf(entry)} is mended`),
    ...unseen.map((entry) => `${nameOf(entry)} was not observed`),
  ];
  const gaps = clauses
    .filter((clause) => clause.verdict === "unproven" || clause.verdict === "skipped")
    .flatMap(({ id, known: isKnown }) => (isKnown ? [] : [id]));

  const red = [
    ...(counted.length > 0 ? [`Advice that fails this run: ${counted.join(", ")}.`] : []),
    ...(knownStrict && stale.length > 0
      ? [`Entries of known to remove: ${stale.join("; ")}.`]
      : []),
  ];
  const isIncomplete = requireProven === true && gaps.length > 0;
  const proven = `${gaps.length === 1 ? "1 clause is" : `${gaps.length} clauses are`} not proven (requireProven): ${gaps.join(", ")}.`;
  const reasons = [...expired, ...red, ...(isIncomplete ? [proven] : [])];
  if (verdict === "violates" || red.length > 0) return { exitCode: 1, reasons };
  return { exitCode: isIncomplete ? 4 : 0, reasons };
}

function expiredText(entry: KnownEntry): string {
  return `${nameOf(entry)} was accepted until ${entry.expires}: ${entry.reason}`;
}

/** `error-status at cancelOrder 404`. */
export function nameOf({ clause, advice, at, pointer }: KnownEntry): string {
  const place = [at, pointer].filter(Boolean).join(" ");
  return [clause ?? advice, place].filter(Boolean).join(" at ");
}
