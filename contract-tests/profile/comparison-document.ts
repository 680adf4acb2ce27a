/** A comparison as a document: the differences side by side, then the entries without one. */
import {
  type Block,
  type Document,
  paragraph,
  type Section,
  type Text,
  tableOf,
  withCode,
} from "../report/document.ts";
import { answerText, plural } from "../report/labels.ts";
import type { Comparison, Entry, Outcome } from "./compare.ts";

export function comparisonDocument({ a, b, entries, stale }: Comparison): Document {
  const withOutcome = (wanted: Outcome): Entry[] =>
    entries.filter(({ outcome }) => outcome === wanted);
  const differs = withOutcome("differs");
  const accepted = withOutcome("accepted");
  const notCompared = withOutcome("not compared");
  const same = withOutcome("same");
  const sides = (all: readonly Entry[]): Block[] => {
    const rows = grouped(all).map(sidesOf);
    return tableOf({
      caption: "What each side answers.",
      layout: "sides",
      heads: ["Entry", a, b],
      rows,
    });
  };
  const texts = (
    caption: string,
    head: string,
    all: readonly Entry[],
    cell: (entry: Entry) => Text,
  ): Block[] => {
    const rows = all.map((entry) => ({ ...sidesOf(entry), cells: [cell(entry)] }));
    return tableOf({ caption, layout: "texts", heads: ["Entry", head], rows });
  };
  const reasons = texts("What one side does not state.", "Why", notCompared, ({ why = "" }) => [
    why,
  ]);
  const answers = texts("What both sides answer.", "Both", same, (entry) => cellOf(entry, entry.a));
  const names = notCompared.map(({ id }) => id);
  const sections: Section[] = [
    { id: "differs", title: "What differs", blocks: sides(differs) },
    { id: "accepted", title: "Accepted", blocks: sides(accepted), folded: ["summary"] },
    {
      id: "not-compared",
      title: "Not compared",
      blocks: reasons,
      folded: ["summary"],
      leftOut: ["terminal"],
    },
    {
      id: "names",
      title: "Not compared",
      blocks: namesOf(names),
      leftOut: ["page", "summary", "verbose"],
    },
    {
      id: "same",
      title: "Same",
      blocks: answers,
      folded: ["page"],
      leftOut: ["summary", "terminal"],
    },
    { id: "stale", title: "Accepted, but no longer different", blocks: namesOf(stale) },
  ];
  const facts = [
    { value: differs.length, word: "different" },
    { value: accepted.length, word: "accepted" },
    { value: same.length, word: "same" },
    { value: notCompared.length, word: "not compared" },
  ];
  const except =
    accepted.length === 0
      ? ""
      : `, except in ${plural(accepted.length, "accepted entry", "accepted entries")}`;
  const isSame = differs.length === 0;
  return {
    tone: isSame ? "good" : "bad",
    result: isSame ? "No difference" : "Different",
    title: `${a} and ${b} ${isSame ? `do not differ${except}` : `differ in ${plural(differs.length, "entry", "entries")}`}`,
    lead: [],
    facts: facts.filter(({ value }) => value > 0),
    sections: sections.filter(({ blocks }) => blocks.length > 0),
    footer: "orders-kit compare. Latency is not compared: it differs from run to run.",
  };
}

/** Requests with the same difference, and the same reason, share a row. */
function grouped(entries: readonly Entry[]): Entry[] {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const [part, , ...member] = entry.id.split(".");
    const group =
      part === "requests" ? JSON.stringify([member, entry.a, entry.b, entry.why]) : entry.id;
    groups.set(group, [...(groups.get(group) ?? []), entry]);
  }
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const names = others.map(({ id }) => `\`${id}\``).join(", ");
    return [
      others.length === 0 ? first : { ...first, about: `${first.about}. The same in ${names}.` },
    ];
  });
}

function namesOf(names: readonly string[]): Block[] {
  return names.length === 0 ? [] : [paragraph([names.join(", ")], "soft")];
}

function sidesOf(entry: Entry) {
  const { id, about, outcome, why, a, b } = entry;
  const accepted =
    outcome === "accepted" ? `${about.endsWith(".") ? "" : "."} Accepted: ${why}` : "";
  return {
    name: id,
    about: withCode(`${about}${accepted}`),
    cells: [cellOf(entry, a), cellOf(entry, b)],
  };
}

function cellOf({ id }: Entry, side: string | undefined): Text {
  return side === undefined
    ? ["not known"]
    : answerText(id.replace(/^answers\./, ""), side === "" ? '""' : side);
}
