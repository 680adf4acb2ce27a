/** Compares the reports of two runs: what has changed since the earlier one. */
import { placeText } from "../assertions/place.ts";
import { NOT_OBSERVED, type Report } from "./report.ts";

export interface Comparison {
  /** Why one of the reports says nothing of the deployment; the rest is then empty of meaning. */
  readonly notJudged: readonly string[];
  /** In what the two runs differ, so that a difference may be theirs. */
  readonly differs: readonly string[];
  /** Violations that are in the later report only, and are not known. */
  readonly new: readonly Violation[];
  /** Violations that are in the later report only, and are known. */
  readonly known: readonly Violation[];
  /** Violations of the earlier report whose clause the later run has proven to hold. */
  readonly mended: readonly Violation[];
  /** Violations of the earlier report of which the later run has seen nothing. */
  readonly notObserved: readonly Violation[];
  /** Questions that the contract leaves open, and that are answered otherwise now. */
  readonly silences: readonly {
    readonly id: string;
    readonly before: string;
    readonly after: string;
  }[];
  /** Operations whose median has at least doubled. */
  readonly slower: readonly {
    readonly operation: string;
    readonly beforeMs: number;
    readonly afterMs: number;
  }[];
}

interface Violation {
  readonly clause: string;
  /** `cancelOrder 404`; missing for a violation without a place. */
  readonly at?: string;
}

/** The least difference of two medians that is more than noise. */
const MIN_SLOWER_MS = 10;

export function compareReports(before: Report, after: Report): Comparison {
  const [earlier, later] = [violationsIn(before), violationsIn(after)];
  const added = later.filter((one) => !earlier.some((other) => isSame(one, other)));
  const gone = earlier.filter((one) => !later.some((other) => isSame(one, other)));
  const isMended = ({ clause }: Violation) =>
    after.clauses.some(({ id, verdict }) => id === clause && verdict === "held");
  const isKnown = ({ clause, at }: Violation) => {
    const { known, places = [] } = after.clauses.find(({ id }) => id === clause) ?? {};
    const there = places.filter((place) => placeText(place) === at);
    return known === true || (there.length > 0 && there.every((place) => place.known));
  };
  return {
    notJudged: [before, after].flatMap(({ target, why, verdict }) =>
      verdict === "not-judged"
        ? [`${target.name ?? target.url}: ${why ?? "it was cut short"}`]
        : [],
    ),
    differs: differences(before, after),
    new: added.filter((one) => !isKnown(one)),
    known: added.filter(isKnown),
    mended: gone.filter(isMended),
    notObserved: gone.filter((one) => !isMended(one)),
    silences: changedSilences(before, after),
    slower: slowerOperations(before, after),
  };
}

function differences(before: Report, after: Report): string[] {
  const kinds = [before, after].map(({ target: { name, url }, mode }) => ({
    target: name ?? url,
    ids: mode?.ids,
    thorough: mode?.thorough,
    readOnly: mode?.readOnly,
  }));
  const [a, b] = kinds as [(typeof kinds)[0], (typeof kinds)[0]];
  const names = Object.keys(a) as (keyof typeof a)[];
  return names.flatMap((name) => (a[name] === b[name] ? [] : [`${name}: ${a[name]} → ${b[name]}`]));
}

/** One for each place; what follows from another violation is counted with it. */
function violationsIn({ clauses }: Report): Violation[] {
  return clauses
    .filter(({ verdict, followsFrom }) => verdict === "violated" && followsFrom === undefined)
    .flatMap(({ id, places = [] }) => {
      const texts = [...new Set(places.map(placeText))].filter((at) => at !== "");
      return texts.length === 0 ? [{ clause: id }] : texts.map((at) => ({ clause: id, at }));
    });
}

function isSame(a: Violation, b: Violation): boolean {
  return a.clause === b.clause && a.at === b.at;
}

function changedSilences(before: Report, after: Report): Comparison["silences"] {
  return after.silences.flatMap(({ id, observed }) => {
    const earlier = before.silences.find((one) => one.id === id)?.observed ?? NOT_OBSERVED;
    const isKnown = earlier !== NOT_OBSERVED && observed !== NOT_OBSERVED;
    return isKnown && earlier !== observed ? [{ id, before: earlier, after: observed }] : [];
  });
}

function slowerOperations(before: Report, after: Report): Comparison["slower"] {
  return after.timings.flatMap(({ operation, medianMs: afterMs }) => {
    const beforeMs = before.timings.find((one) => one.operation === operation)?.medianMs;
    const isSlower =
      beforeMs !== undefined && afterMs >= 2 * beforeMs && afterMs - beforeMs >= MIN_SLOWER_MS;
    return isSlower ? [{ operation, beforeMs, afterMs }] : [];
  });
}
