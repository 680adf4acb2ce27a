/** What a run comes to: its exit code, and why it is red where the verdict does not say it. */
import type { AdviceId } from "../assertions/advice-ids.ts";
import type { ClauseReport } from "./clause-report.ts";
import type { KnownEntry, KnownReport } from "./known.ts";
import { plural } from "./labels.ts";

/** What fails a run that has violated nothing new. */
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
  /** What makes the run red beside the violations: a sentence each. */
  readonly reasons: readonly string[];
}

export function outcomeOf(
  verdict: RunVerdict,
  {
    clauses,
    advice,
    known,
  }: {
    readonly clauses: readonly ClauseReport[];
    readonly advice: readonly string[];
    readonly known: KnownReport;
  },
  { strict, failOn = [], requireProven, knownStrict }: OutcomeRules,
): Outcome {
  const expired = known.known.filter((entry) => entry.expired).map(expiredText);
  if (verdict === "violates") return { exitCode: 1, reasons: expired };
  if (verdict === "not-judged") return { exitCode: 3, reasons: [] };

  const accepted = known.known.flatMap((entry) => (entry.expired ? [] : (entry.advice ?? [])));
  const counted = advice.filter(
    (id) =>
      failOn.some((one) => one === id) || (strict === true && !accepted.some((one) => one === id)),
  );
  const stale = knownStrict
    ? [
        ...known.mended.map((entry) => `${nameOf(entry)} is mended`),
        ...known.notObserved.map((entry) => `${nameOf(entry)} was not observed`),
      ]
    : [];
  const unproven = clauses.filter((clause) => clause.verdict !== "held" && !clause.known);
  const red = [
    ...(counted.length > 0 ? [`Advice that fails this run: ${counted.join(", ")}.`] : []),
    ...(stale.length > 0 ? [`Entries of known to remove: ${stale.join("; ")}.`] : []),
  ];
  if (red.length > 0) return { exitCode: 1, reasons: red };
  const gaps = unproven.filter(({ verdict: own }) => own !== "violated").map(({ id }) => id);
  if (!requireProven || gaps.length === 0) return { exitCode: 0, reasons: [] };
  const why = `${plural(gaps.length, "clause")} not proven, and all must be (requireProven): ${gaps.join(", ")}.`;
  return { exitCode: 4, reasons: [why] };
}

function expiredText(entry: KnownEntry): string {
  return `${nameOf(entry)} was accepted until ${entry.expires}: ${entry.reason}`;
}

/** `error-status at cancelOrder 404`. */
export function nameOf({ clause, advice, at, pointer }: KnownEntry): string {
  const place = [at, pointer].filter(Boolean).join(" ");
  return [clause ?? advice, place].filter(Boolean).join(" at ");
}
