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
  const withOutcome = (wanted: Outcome): Entry[] => entries.filter(({ outcome }) => outcome === wanted);
  const differs = withOutcome("differs");
  const accepted = withOutcome("accepted");
  const notCompared = withOutcome("not compared");
  const same = withOutcome("same");
  const sides = (rows: readonly Entry[]): Block[] =>
    tableOf({
      caption: "What each side answers.",
      layout: "sides",
      heads: ["Entry", a, b],
      rows: grouped(rows).map(sidesOf),
    });
  const reasons = tableOf({
    caption: "What one side does not state.",
    layout: "texts",
    heads: ["Entry", "Why"],
    rows: notCompared.map((entry) => ({ ...sidesOf(entry), cells: [[entry.why ?? ""]] })),
  });
  const answers = tableOf({
    caption: "What both sides answer.",
    layout: "texts",
    heads: ["Entry", "Both"],
    rows: same.map((entry) => ({ ...sidesOf(entry), cells: sidesOf(entry).cells.slice(0, 1) })),
  });
  const names = notCompared.map(({ id }) => id);
  const sections: Section[] = [
    { id: "differs", title: "What differs", blocks: sides(differs) },
    { id: "accepted", title: "Accepted", blocks: sides(accepted), folded: ["summary"] },
    { id: "not-compared", title: "Not compared", blocks: reasons, folded: ["summary"], leftOut: ["terminal"] },
    { id: "names", title: "Not compared", blocks: namesOf(names), leftOut: ["page", "summary", "verbose"] },
    { id: "same", title: "Same", blocks: answers, folded: ["page"], leftOut: ["summary", "terminal"] },
    { id: "stale", title: "Accepted, but no longer different", blocks: namesOf(stale) },
  ];
  const facts = [
    { value: differs.length, word: "different" },
    { value: accepted.length, word: "accepted" },
    { value: same.length, word: "same" },
    { value: notCompared.length, word: "not compared" },
  ];
  const except =
    accepted.length === 0 ? "" : `, except in ${plural(accepted.length, "accepted entry", "accepted entries")}`;
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
    const group = part === "requests" ? JSON.stringify([member, entry.a, entry.b, entry.why]) : entry.id;
    groups.set(group, [...(groups.get(group) ?? []), entry]);
  }
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const names = others.map(({ id }) => `\`${id}\``).join(", ");
    return [others.length === 0 ? first : { ...first, about: `${first.about}. The same in ${names}.` }];
  });
}

function namesOf(names: readonly string[]): Block[] {
  return names.length === 0 ? [] : [paragraph([names.join(", ")], "soft")];
}

function sidesOf({ id, about, outcome, why, a, b }: Entry) {
  const cell = (side: string | undefined): Text =>
    side === undefined ? ["not known"] : answerText(id.replace(/^answers\./, ""), side === "" ? '""' : side);
  const accepted = outcome === "accepted" ? `${about.endsWith(".") ? "" : "."} Accepted: ${why}` : "";
  return { name: id, about: withCode(`${about}${accepted}`), cells: [cell(a), cell(b)] };
}
