/** A comparison as a page: the differences side by side, then, folded, the entries without one. */
import { escapeLine } from "../client/escape-text.ts";
import { plural } from "../report/format.ts";
import { htmlPage } from "../report/html/page.ts";
import { html, type Markup } from "../report/html/template.ts";
import { answerMeaning } from "../report/labels.ts";
import type { Comparison, Entry } from "./compare.ts";
import { comparisonTitle, sideText, withOutcome } from "./comparison-labels.ts";

export function comparisonPage(comparison: Comparison): string {
  const title = comparisonTitle(comparison);
  const [differs, accepted, notCompared, same] = (["differs", "accepted", "not compared", "same"] as const).map(
    (outcome) => withOutcome(comparison, outcome),
  ) as [Entry[], Entry[], Entry[], Entry[]];
  const facts = [
    [differs, "different"],
    [accepted, "accepted"],
    [same, "same"],
    [notCompared, "not compared"],
  ] as const;
  const body = html`<header class="top">
<p class="verdict ${differs.length === 0 ? "pass" : "fail"}">${differs.length === 0 ? "No difference" : "Different"}</p>
<h1>${title}</h1>
<dl class="facts">${facts
    .filter(([entries]) => entries.length > 0)
    .map(([entries, word]) => html`<div><dt>${word}</dt><dd>${entries.length}</dd></div>`)}</dl>
</header>
<main>
${section("What differs", differs, sidesTable(comparison, differs))}
${section("Accepted", accepted, sidesTable(comparison, accepted))}
${section("Not compared", notCompared, reasonsTable(notCompared))}
${section("Same", same, html`<details><summary>${plural(same.length, "entry", "entries")}</summary>${sameTable(same)}</details>`)}
${section("Accepted, but no longer different", comparison.stale, html`<ul>${comparison.stale.map((entry) => html`<li class="id">${escapeLine(entry)}</li>`)}</ul>`)}
</main>
<footer><p>orders-kit compare. Latency is not compared: it differs from run to run.</p></footer>`;
  return htmlPage({ title, body });
}

function section(title: string, entries: readonly unknown[], content: Markup): Markup | undefined {
  const id = title.toLowerCase().replace(/\W+/g, "-");
  if (entries.length === 0) return undefined;
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
${content}</section>
`;
}

function sidesTable({ a, b }: Comparison, entries: readonly Entry[]): Markup {
  const answer = (id: string, side: string | undefined): Markup => {
    const meaning = side === undefined ? undefined : answerMeaning(id.replace(/^answers\./, ""), side);
    return html`<td><code>${escapeLine(sideText(side))}</code>${meaning === undefined ? undefined : html`<br><span class="soft">${meaning.replaceAll("`", "")}</span>`}</td>`;
  };
  return table([" ", escapeLine(a), escapeLine(b)], entries, (entry) => [
    answer(entry.id, entry.a),
    answer(entry.id, entry.b),
  ]);
}

function reasonsTable(entries: readonly Entry[]): Markup {
  return table([" ", "Why"], entries, ({ why = "" }) => [html`<td>${escapeLine(why)}</td>`]);
}

function sameTable(entries: readonly Entry[]): Markup {
  return table([" ", "Both"], entries, ({ a }) => [html`<td><code>${escapeLine(sideText(a))}</code></td>`]);
}

function table(
  heads: readonly string[],
  entries: readonly Entry[],
  cells: (entry: Entry) => readonly Markup[],
): Markup {
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${heads.join(" ").trim()}"><table class="sides"><thead><tr>${heads.map((head, at) => (at === 0 ? html`<td></td>` : html`<th scope="col">${head}</th>`))}</tr></thead>
<tbody>${entries.map(
    (entry) => html`<tr><th scope="row">${entry.about.replaceAll("`", "")}<br><span class="id">${entry.id}</span>${
      entry.outcome === "accepted" ? html`<br><span class="soft">${escapeLine(entry.why ?? "")}</span>` : undefined
    }</th>${cells(entry)}</tr>
`,
  )}</tbody></table></div>`;
}
