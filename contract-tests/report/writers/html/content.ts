/** Renders the content of the sections of a report's page. */
import { escapeLine, escapeText } from "../../../client/masking/escape-text.ts";
import { meaningOf } from "../../labels.ts";
import type { ClauseReport, Evidence } from "../../schema.ts";
import { partTried } from "../finding-text.ts";
import { MARKS, type Mark, markOf } from "../marks.ts";
import { html, type Markup } from "../markup.ts";
import type { EntryGroup, Headline, Outline, Row, ShownExchange } from "../outline.ts";

const ADVICE_NOTE = "What a reader of the contract could dispute. It fails a run only with strict.";
const QUESTIONS_NOTE =
  "What the contract does not say, and how this deployment answered. Never judged.";
const MATRIX_NOTE = "The worst verdict among the clauses that concern an operation’s status.";

/** Renders a fault: its headline clause, what follows from it, and the exchanges that show it. */
export function faultCard(fault: Headline): Markup {
  const { id, about, statement, why = "", expected, received, followers, evidence = [] } = fault;
  return html`<article aria-labelledby="${anchorOf(id)}">
<header>
<h3 id="${anchorOf(id)}">${id}</h3>
<span class="soft">${about}</span>
</header>
<p class="strong">${statement}</p>
<p>${escapeText(why)}</p>
${expected !== undefined && html`<p class="good">expected <code>${escapeLine(expected)}</code></p>`}
${received !== undefined && html`<p class="bad">received <code>${escapeLine(received)}</code></p>`}
${fault.seen.map((place) => html`<p class="soft">seen at ${escapeLine(place)}</p>`)}
${rowList(followers)}
${evidenceMarkup(evidence)}
</article>`;
}

const anchorOf = (clause: string): string => `violated-${clause}`;

export function rowList(rows: readonly Row[]): Markup[] {
  const items = rows.map(({ mark, text, names }) => rowMarkup(mark, text, namesOf(names)));
  return items.length === 0 ? [] : [html`<ul class="plain">${items}</ul>`];
}

export function adviceNotes({ advice }: Outline): Markup[] {
  const notes = advice.map(noteMarkup);
  return notes.length === 0 ? [] : [html`<p class="soft">${ADVICE_NOTE}</p>`, ...notes];
}

/** Shows the first text; the others and the evidence open on a click. */
export function noteMarkup({ name, times, found }: EntryGroup): Markup {
  const inside = found.flatMap(({ why, evidence }, nth) => [
    nth > 0 && html`<p>${escapeText(why)}</p>`,
    evidence.length > 0 && evidenceMarkup(evidence),
  ]);
  const isFolded = inside.some((part) => part !== false);
  return html`<div class="note">
<header>
<h3>${escapeLine(name)}</h3>
<span class="soft">${times > 1 ? `${times} times` : ""}</span>
</header>
<p>${escapeText(found[0]!.why)}</p>
${isFolded && html`<details><summary>Requests and responses</summary>${inside}</details>`}
</div>`;
}

export function clauseLists({ areas, absent }: Outline): Markup[] {
  const lists = areas.map(({ title, count, clauses: all }) => {
    const rows = all.map((clause) => {
      const { id, followsFrom = id } = clause;
      const mark = markOf(clause);
      const name =
        mark === MARKS.violated
          ? html`<a class="id" href="#${anchorOf(followsFrom)}">${id}</a>`
          : nameOf(id);
      return rowMarkup(mark, statementMarkup(clause), name);
    });
    return html`<h3>${title} <span class="soft">${count}</span></h3>
<ul class="plain">${rows}</ul>`;
  });
  const more = absent === "" ? [] : [html`<p class="soft">${absent}</p>`];
  return lists.length === 0 ? [] : [...more, ...lists];
}

/**
 * Returns the statement of a clause, how much was tried, and what the safety rules forbade: `Not
 * tried: 13 ids that an order may have.`
 */
function statementMarkup(clause: ClauseReport): string {
  const { statement, notTried } = clause;
  const part = partTried(clause);
  const tried = part === undefined ? "" : ` Tried: ${part}.`;
  const left = notTried === undefined ? "" : ` Not tried: ${notTried.join(", ")}.`;
  return `${statement}${tried}${left}`;
}

function rowMarkup(mark: Mark, text: string, names: Markup): Markup {
  return html`<li>${chip(mark)}<p>${escapeText(text)}</p>${names}</li>`;
}

function namesOf(names: readonly string[]): Markup {
  const all = html`${names.map(nameOf)}`;
  return names.length > 1 ? html`<p class="several">${all}</p>` : all;
}

const nameOf = (name: string): Markup => html`<span class="id">${escapeLine(name)}</span> `;

function chip(mark: Mark): Markup {
  const { sign, word, tone } = mark;
  const visibility = mark === MARKS.notStated ? "visually-hidden" : "word";
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

export function questionsTable(outline: Outline): Markup[] {
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
  return table("texts", QUESTIONS_NOTE, ["Question", "Observed"], lines);
}

function withCode(text: string): Markup {
  return html`${marked(text, /`([^`]*)`/, (code) => html`<code>${code}</code>`)}`;
}

/** Splits a text at the delimiters and makes each captured part an element. */
function marked(text: string, delimiters: RegExp, element: (part: string) => Markup) {
  return text.split(delimiters).map((part, nth) => (nth % 2 === 1 ? element(part) : part));
}

function table(layout: string, caption: string, heads: string[], rows: Markup[]): Markup[] {
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
${evidenceMarkup([one])}
</details>`;
}

/** Renders requests, responses and the curl line, with a button that copies the line. */
function evidenceMarkup(evidence: readonly Evidence[]): Markup {
  const reproduce = evidence.slice(-1).map(
    ({ curl }) => html`<p class="label">Reproduce</p>
<div class="reproduce">
<button type="button" data-copy hidden aria-label="Copy the curl line">Copy</button>
<pre><code>${escapeText(curl)}</code></pre>
</div>`,
  );
  return html`${evidence.map(exchangeMarkup)}
${reproduce}`;
}

function exchangeMarkup({ request, response }: Evidence): Markup {
  const answer = marked(escapeText(response), /»([^«]*)«/, (fault) => html`<mark>${fault}</mark>`);
  return html`<p class="label">Request</p>
<pre><code>${escapeText(request)}</code></pre>
<p class="label">Response</p>
<pre><code>${answer}</code></pre>
`;
}
