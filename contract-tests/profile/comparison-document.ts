/** A comparison as a document: the differences side by side, then the entries without one. */
import { type Block, type Document, type Section, type Table, type Text, withCode } from "../report/document.ts";
import { answerText, plural } from "../report/labels.ts";
import type { Comparison, Entry, Outcome } from "./compare.ts";

export function comparisonDocument({ a, b, entries, stale }: Comparison): Document {
  const withOutcome = (wanted: Outcome): Entry[] => entries.filter(({ outcome }) => outcome === wanted);
  const differs = withOutcome("differs");
  const accepted = withOutcome("accepted");
  const notCompared = withOutcome("not compared");
  const same = withOutcome("same");
  const facts = [
    { value: differs.length, word: "different" },
    { value: accepted.length, word: "accepted" },
    { value: same.length, word: "same" },
    { value: notCompared.length, word: "not compared" },
  ];
  const both = (all: readonly Entry[]): Block[] =>
    tableOf("What each side answers.", "sides", ["Entry", a, b], all, (entry) => [
      sideOf(entry, entry.a),
      sideOf(entry, entry.b),
    ]);
  const reasons = tableOf("What one side does not state.", "texts", ["Entry", "Why"], notCompared, ({ why = "" }) => [
    [why],
  ]);
  const answers = tableOf("What both sides answer.", "texts", ["Entry", "Both"], same, (entry) => [
    sideOf(entry, entry.a),
  ]);
  const sections: Section[] = [
    { id: "differs", title: "What differs", blocks: both(differs) },
    { id: "accepted", title: "Accepted", blocks: both(accepted), folded: ["summary"] },
    { id: "not-compared", title: "Not compared", blocks: reasons, folded: ["summary"], leftOut: ["terminal"] },
    {
      id: "names",
      title: "Not compared",
      blocks: namesOf(notCompared.map(({ id }) => id)),
      leftOut: ["page", "summary"],
    },
    { id: "same", title: "Same", blocks: answers, folded: ["page"], leftOut: ["summary", "terminal"] },
    { id: "stale", title: "Accepted, but no longer different", blocks: namesOf(stale) },
  ];
  const exception =
    accepted.length === 0 ? "" : `, except in ${plural(accepted.length, "accepted entry", "accepted entries")}`;
  const isSame = differs.length === 0;
  return {
    tone: isSame ? "good" : "bad",
    result: isSame ? "No difference" : "Different",
    title: `${a} and ${b} ${isSame ? `do not differ${exception}` : `differ in ${plural(differs.length, "entry", "entries")}`}`,
    lead: [],
    facts: facts.filter(({ value }) => value > 0),
    sections: sections.filter(({ blocks }) => blocks.length > 0),
    footer: "orders-kit compare. Latency is not compared: it differs from run to run.",
  };
}

function namesOf(names: readonly string[]): Block[] {
  return names.length === 0 ? [] : [{ kind: "paragraph", text: [names.join(", ")], tone: "soft" }];
}

function tableOf(
  caption: string,
  layout: Table["layout"],
  heads: readonly string[],
  entries: readonly Entry[],
  cells: (entry: Entry) => readonly Text[],
): Block[] {
  const rows = entries.map((entry) => {
    const { id, about, outcome, why } = entry;
    return {
      name: id,
      about: withCode(outcome === "accepted" ? `${about} Accepted: ${why}` : about),
      cells: cells(entry),
    };
  });
  return rows.length === 0 ? [] : [{ kind: "table", caption, layout, heads, rows }];
}

function sideOf({ id }: Entry, side: string | undefined): Text {
  return side === undefined ? ["not known"] : answerText(id.replace(/^answers\./, ""), side === "" ? '""' : side);
}
