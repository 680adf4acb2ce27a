/** A comparison as a page: what differs side by side, and below it, folded, what is alike. */
import type { Comparison, Entry } from "../compare.ts";
import { visibleLine } from "../visible.ts";
import { comparisonHeadline, sayingOf, withOutcome } from "./comparison.ts";
import { html, type Markup } from "./markup.ts";
import { pageOf } from "./page.ts";
import { answerMeaning, plural } from "./words.ts";

export function comparisonPage(comparison: Comparison): string {
  const title = comparisonHeadline(comparison);
  const [differs, accepted, left, same] = (["differs", "accepted", "not compared", "same"] as const).map((outcome) =>
    withOutcome(comparison, outcome),
  ) as [Entry[], Entry[], Entry[], Entry[]];
  const facts = [
    [differs, "different"],
    [accepted, "accepted"],
    [same, "alike"],
    [left, "not compared"],
  ] as const;
  const body = html`<header class="top">
<p class="verdict ${differs.length === 0 ? "good" : "bad"}">${differs.length === 0 ? "Alike" : "Different"}</p>
<h1>${title}</h1>
<dl class="facts">${facts
    .filter(([entries]) => entries.length > 0)
    .map(([entries, word]) => html`<div><dt>${word}</dt><dd>${entries.length}</dd></div>`)}</dl>
</header>
<main>
${section("What differs", differs, sides(comparison, differs))}
${section("Accepted", accepted, sides(comparison, accepted))}
${section("Not compared", left, reasons(left))}
${section("Alike", same, html`<details><summary>${plural(same.length, "entry", "entries")}</summary>${shared(same)}</details>`)}
${section("Accepted in vain", comparison.stale, html`<p class="soft">It no longer differs.</p><ul>${comparison.stale.map((entry) => html`<li class="id">${visibleLine(entry)}</li>`)}</ul>`)}
</main>
<footer><p>orders-kit compare. Speed is not compared: it differs from one run to the next.</p></footer>`;
  return pageOf({ title, body });
}

function section(title: string, entries: readonly unknown[], content: Markup): Markup | undefined {
  const id = title.toLowerCase().replaceAll(" ", "-");
  if (entries.length === 0) return undefined;
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
${content}</section>
`;
}

function sides({ a, b }: Comparison, entries: readonly Entry[]): Markup {
  const answer = (id: string, side: string | undefined): Markup => {
    const meaning = side === undefined ? undefined : answerMeaning(id.replace(/^answers\./, ""), side);
    return html`<td><code>${visibleLine(sayingOf(side))}</code>${meaning === undefined ? undefined : html`<br><span class="soft">${meaning.replaceAll("`", "")}</span>`}</td>`;
  };
  return table([" ", visibleLine(a), visibleLine(b)], entries, (entry) => [
    answer(entry.id, entry.a),
    answer(entry.id, entry.b),
  ]);
}

function reasons(entries: readonly Entry[]): Markup {
  return table([" ", "Why"], entries, ({ why = "" }) => [html`<td>${visibleLine(why)}</td>`]);
}

function shared(entries: readonly Entry[]): Markup {
  return table([" ", "Both"], entries, ({ a }) => [html`<td><code>${visibleLine(sayingOf(a))}</code></td>`]);
}

function table(
  heads: readonly string[],
  entries: readonly Entry[],
  cells: (entry: Entry) => readonly Markup[],
): Markup {
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${heads.join(" ").trim()}"><table class="sides"><thead><tr>${heads.map((head, at) => (at === 0 ? html`<td></td>` : html`<th scope="col">${head}</th>`))}</tr></thead>
<tbody>${entries.map(
    (entry) => html`<tr><th scope="row">${entry.about.replaceAll("`", "")}<br><span class="id">${entry.id}</span>${
      entry.outcome === "accepted" ? html`<br><span class="soft">${visibleLine(entry.why ?? "")}</span>` : undefined
    }</th>${cells(entry)}</tr>
`,
  )}</tbody></table></div>`;
}
