/** The content of the sections of the page of a report. */
import { escapeLine, escapeText } from "../../client/escape-text.ts";
import { distinctExchanges, type ShownExchange } from "../exchanges.ts";
import type { Fault } from "../faults.ts";
import { mapCode, meaningOf } from "../labels.ts";
import { FOLLOWS, MARKS, type Mark, markOf, NOT_STATED } from "../marks.ts";
import { html, type Markup } from "../markup.ts";
import { ADVICE_NOTE, MATRIX_NOTE, type Outline, SILENCES_NOTE, statementOf } from "../outline.ts";
import type { Remark } from "../run-facts.ts";

/** A fault: the clause that stands for it, what follows from it, and the exchanges that show it. */
export function faultCard({
  id,
  about,
  statement,
  why = "",
  expected,
  received,
  followers,
  ...one
}: Fault) {
  const rows = followers.map((clause) => clauseRow(FOLLOWS, clause.statement, nameOf(clause.id)));
  return html`<article aria-labelledby="${anchorOf(id)}">
<header>
<h3 id="${anchorOf(id)}">${id}</h3>
<span class="soft">${about}</span>
</header>
<p class="strong">${statement}</p>
<p>${escapeText(why)}</p>
${expected !== undefined && html`<p class="good">expected <code>${escapeLine(expected)}</code></p>`}
${received !== undefined && html`<p class="bad">received <code>${escapeLine(received)}</code></p>`}
${one.seen.map((place) => html`<p class="soft">seen at ${escapeLine(place)}</p>`)}
${rows.length > 0 && html`<ul class="plain">${rows}</ul>`}
${one.shown.map(exchange)}
${one.further.map(foldedExchange)}
</article>`;
}

const anchorOf = (clause: string): string => `violated-${clause}`;

export function knownList(outline: Outline): Markup[] {
  const rows = outline.known.map(({ mark, name, text }) => clauseRow(mark, text, nameOf(name)));
  return rows.length === 0 ? [] : [html`<ul class="plain">${rows}</ul>`];
}

/** A line for each kind; what else was found of it, and its exchanges, open on a click. */
export function adviceNotes(outline: Outline): Markup[] {
  const kinds = outline.advice.map(({ id, times, texts: [first = "", ...others], exchanges }) => {
    const inside = [
      ...others.map((text) => html`<p>${escapeText(text)}</p>`),
      ...exchanges.map(exchange),
    ];
    return note(id, first, times, inside);
  });
  return kinds.length === 0 ? [] : [html`<p class="soft">${ADVICE_NOTE}</p>`, ...kinds];
}

export function remarkNote({ id, why, times, evidence = [] }: Remark): Markup {
  return note(id, why, times, distinctExchanges(evidence).map(exchange));
}

function note(name: string, why: string, times: number, inside: readonly Markup[]): Markup {
  const count = times > 1 ? `${times} times` : "";
  const folded = html`<details><summary>Requests and responses</summary>${inside}</details>`;
  return html`<div class="note">
<header>
<h3>${escapeLine(name)}</h3>
<span class="soft">${count}</span>
</header>
<p>${escapeText(why)}</p>
${inside.length > 0 && folded}
</div>`;
}

export function unprovenList(outline: Outline): Markup[] {
  const rows = outline.unproven.map(({ mark, why, clauses: ids }) => {
    const names = html`${ids.map(nameOf)}`;
    return clauseRow(mark, why, ids.length > 1 ? html`<p class="several">${names}</p>` : names);
  });
  return rows.length === 0 ? [] : [html`<ul class="plain">${rows}</ul>`];
}

export function clauseLists(outline: Outline): Markup[] {
  return outline.areas.map(({ title, count, clauses: all }) => {
    const rows = all.map((clause) => {
      const { id, followsFrom = id } = clause;
      const mark = markOf(clause);
      const name =
        mark === MARKS.violated
          ? html`<a class="id" href="#${anchorOf(followsFrom)}">${id}</a>`
          : nameOf(id);
      return clauseRow(mark, statementOf(clause), name);
    });
    return html`<h3>${title} <span class="soft">${count}</span></h3>
<ul class="plain">${rows}</ul>`;
  });
}

function clauseRow(mark: Mark, text: string, names: Markup): Markup {
  return html`<li>${chip(mark)}<p>${escapeText(text)}</p>${names}</li>`;
}

const nameOf = (name: string): Markup => html`<span class="id">${escapeLine(name)}</span> `;

function chip(mark: Mark): Markup {
  const { sign, word, tone } = mark;
  const visibility = mark === NOT_STATED ? "visually-hidden" : "word";
  return html`<span class="chip ${tone}">
<span aria-hidden="true">${sign}</span>
<span class="${visibility}">${word}</span>
</span>`;
}

export function matrixTable(outline: Outline): Markup[] {
  const { statuses, rows } = outline.matrix;
  const lines = rows.map(({ id, request, marks }) => {
    const cells = marks.map((mark) => html`<td>${chip(mark)}</td>`);
    return html`<tr>
<th scope="row"><code>${request}</code><br>${nameOf(id)}</th>
${cells}
</tr>`;
  });
  return table("marks", MATRIX_NOTE, ["Operation", ...statuses.map(String)], lines);
}

export function silencesTable(outline: Outline): Markup[] {
  const lines = outline.silences.map(({ id, question, observed }) => {
    const meaning = meaningOf(id, observed);
    const answer =
      meaning === undefined
        ? escapeText(observed)
        : html`<code>${observed}</code>: ${withCode(meaning)}`;
    return html`<tr>
<th scope="row">${withCode(question)}<br>${nameOf(id)}</th>
<td>${answer}</td>
</tr>`;
  });
  return table("texts", SILENCES_NOTE, ["Question", "Observed"], lines);
}

function withCode(text: string): Markup {
  return html`${mapCode<Markup | string>(
    text,
    (words) => words,
    (code) => html`<code>${code}</code>`,
  )}`;
}

function table(
  layout: string,
  caption: string,
  heads: string[],
  rows: readonly Markup[],
): Markup[] {
  if (rows.length === 0) return [];
  return [
    html`<div class="scroll" tabindex="0" role="group" aria-label="${caption}">
<table class="${layout}">
<caption>${caption}</caption>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows}</tbody>
</table>
</div>`,
  ];
}

export function foldedExchange(one: ShownExchange): Markup {
  return html`<details>
<summary><code>${escapeLine(one.summary)}</code></summary>
${exchange(one)}
</details>`;
}

/** Request, response and, where there is one, the curl line with a button that copies it. */
function exchange({ request, response, curl }: ShownExchange): Markup {
  const marked = escapeText(response)
    .split(/»([^«]*)«/)
    .map((part, i) => (i % 2 === 1 ? html`<mark>${part}</mark>` : part));
  const reproduce =
    curl !== "" &&
    html`<p class="label">Reproduce</p>
<div class="reproduce">
<button type="button" data-copy hidden aria-label="Copy the curl line">Copy</button>
<pre><code>${escapeText(curl)}</code></pre>
</div>`;
  return html`<p class="label">Request</p>
<pre><code>${escapeText(request)}</code></pre>
<p class="label">Response</p>
<pre><code>${marked}</code></pre>
${reproduce}`;
}
