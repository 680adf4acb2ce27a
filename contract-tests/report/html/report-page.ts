/** Prints a report as a page in one file. */
import { escapeLine, escapeText } from "../../client/escape-text.ts";
import { distinctExchanges, type ShownExchange } from "../exchanges.ts";
import { mapCode, meaningOf } from "../labels.ts";
import {
  ADVICE_NOTE,
  type Fault,
  FOLLOWS,
  MARKS,
  MATRIX_NOTE,
  type Mark,
  markOf,
  outlineOf,
  SILENCES_NOTE,
  statementOf,
  withVerdict,
} from "../outline.ts";
import type { Report } from "../report.ts";
import { html, htmlPage, type Markup } from "./page.ts";

type Outline = ReturnType<typeof outlineOf>;

const RESULTS = { good: "Pass", bad: "Fail", open: "No verdict" } as const;
const ICON_COLORS = { good: "%231a7035", bad: "%23b3261e", open: "%23b98900" } as const;

/** The page works without it: it copies curl lines, and opens folded parts before printing. */
const SCRIPT = `
const showCopyButtons = () => {
  for (const button of document.querySelectorAll("button[data-copy]")) button.hidden = !navigator.clipboard;
};
showCopyButtons();
addEventListener("click", async ({ target: button }) => {
  if (!button.matches("button[data-copy]")) return;
  try {
    await navigator.clipboard.writeText(button.parentElement.querySelector("code").textContent);
    button.textContent = "Copied";
  } catch {
    getSelection().selectAllChildren(button.parentElement.querySelector("code"));
    button.textContent = "Selected";
  }
  document.getElementById("status").textContent = button.textContent;
  setTimeout(() => { button.textContent = "Copy"; }, 2000);
});
addEventListener("beforeprint", () => { for (const details of document.querySelectorAll("details")) details.open = true; });
`;

/** For what the script says. */
const STATUS = html`<p class="visually-hidden" role="status" id="status"></p>`;

interface Section {
  readonly id: string;
  readonly title: string;
  readonly content: readonly Markup[];
  readonly isFolded?: true;
}

/** What the page of a proxy has in place of the result of a run: its own header, with a status, and a script that renews the page. */
export interface Live {
  readonly title: string;
  readonly head: Markup;
  readonly script: string;
  readonly footer: string;
  /** In place of findings, while there are none. */
  readonly noFindings: string;
}

export function reportPage(report: Report): string {
  const outline = outlineOf(report);
  const { tone, title, problems, url, mode, counts } = outline;
  const held = withVerdict(report, "held").length;
  const head = html`<p class="verdict ${tone}">${RESULTS[tone]}</p>
<h1>${escapeLine(title)}</h1>
${problems.map((problem) => html`<p class="open">${escapeText(problem)}</p>`)}
${url !== "" && html`<p class="soft"><code>${escapeLine(url)}</code></p>`}
${mode !== "" && html`<p class="soft">${mode}</p>`}
${STATUS}${verdictBar(counts)}${factList(counts)}`;
  const footer = `orders-kit, ${date(report.startedAt)}. report.json, junit.xml and summary.md have the same findings.`;
  const sections = [
    ...findings(outline),
    section("unproven", "Not proven", unproven(outline)),
    ...remarks(report),
    section("matrix", "Operations and statuses", matrix(outline)),
    {
      ...section(
        "clauses",
        `All clauses (${held} of ${report.clauses.length} held)`,
        clauses(outline),
      ),
      isFolded: true as const,
    },
    {
      ...section("silences", "Left open by the contract", silences(outline)),
      isFolded: true as const,
    },
    section(
      "traffic",
      "All requests and responses",
      distinctExchanges(report.traffic ?? []).map(foldedExchange),
    ),
  ];
  return pageOf({ tone, title, head, sections, footer, script: SCRIPT });
}

/** A page that renews itself: the findings so far. Its script may call its own server. */
export function livePage(report: Report, live: Live): string {
  const outline = outlineOf(report);
  const { tone, counts } = outline;
  const head = html`<p class="verdict ${tone}">Live</p>
<h1>${escapeLine(live.title)}</h1>
${live.head}${factList(counts.filter(({ word }) => /^requests?$/.test(word)))}`;
  const found = [...findings(outline), ...remarks(report)];
  const isEmpty = found.every(({ content }) => content.length === 0);
  const none = section("none", "No findings yet", [html`<p>${live.noFindings}</p>`]);
  return pageOf({
    tone,
    title: live.title,
    head,
    sections: isEmpty ? [none] : found,
    footer: live.footer,
    script: `${SCRIPT}${live.script}`,
    connectsTo: "'self'",
  });
}

interface PageParts {
  readonly tone: keyof typeof ICON_COLORS;
  readonly title: string;
  readonly head: Markup;
  readonly sections: readonly Section[];
  readonly footer: string;
  readonly script: string;
  readonly connectsTo?: "'self'";
}

function pageOf({ tone, title, head, sections, footer, ...page }: PageParts): string {
  const icon = `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><circle cx='4' cy='4' r='4' fill='${ICON_COLORS[tone]}'/></svg>`;
  const shown = sections.filter(({ content }) => content.length > 0);
  const links = shown.map(
    ({ id, title: name }) => html`<li><a href="#${id}">${escapeLine(name)}</a></li>`,
  );
  const body = html`<a class="skip" href="#main">Skip to the findings</a>
<header class="top">
${head}
<nav aria-label="Sections of this page"><ul>${links}</ul></nav>
</header>
<main id="main">
${shown.map(sectionMarkup)}</main>
<footer><p>${footer}</p></footer>`;
  return htmlPage({ title: escapeLine(title), icon, body, ...page });
}

function section(id: string, title: string, content: readonly Markup[]): Section {
  return { id, title, content };
}

function sectionMarkup({ id, title, content, isFolded }: Section): Markup {
  const heading = html`<h2 id="${id}">${escapeLine(title)}</h2>`;
  const inside = isFolded
    ? html`<details><summary>${heading}</summary>${content}</details>`
    : html`${heading}${content}`;
  return html`<section aria-labelledby="${id}">
${inside}
</section>
`;
}

/** `21 November 2026, 09:30 UTC`. */
function date(iso: string): string {
  return `${new Date(iso).toLocaleString("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" })} UTC`;
}

function factList(counts: Outline["counts"]): Markup {
  const facts = counts.map(
    ({ value, word }) => html`<div><dt>${word}</dt><dd>${value.toLocaleString("en")}</dd></div>`,
  );
  return html`<dl class="facts">${facts}</dl>`;
}

/** The verdicts, each as wide as it is frequent. */
function verdictBar(counts: Outline["counts"]): Markup | undefined {
  let x = 0;
  const parts = counts.map(({ value, tone }) => {
    if (tone === undefined) return undefined;
    x += Number(value);
    return html`<rect class="${tone}" x="${x - Number(value)}" width="${value}" height="1"/>`;
  });
  if (x === 0) return undefined;
  return html`<svg class="verdict-bar" viewBox="0 0 ${x} 1" preserveAspectRatio="none" aria-hidden="true">${parts}</svg>`;
}

function findings(outline: Outline): Section[] {
  return [
    section("violated", "Violated clauses", outline.faults.map(card)),
    section("known", "Known violations", known(outline)),
    section("advice", "Advice", advice(outline)),
  ];
}

function card({ id, about, statement, why = "", expected, received, followers, ...one }: Fault) {
  const rows = followers.map((clause) => clauseRow(FOLLOWS, clause.statement, nameOf(clause.id)));
  return html`<article aria-labelledby="${anchorOf(id)}"><header><h3 id="${anchorOf(id)}">${id}</h3><span class="soft">${about}</span></header>
<p class="strong">${statement}</p>
<p>${escapeText(why)}</p>
${expected !== undefined && html`<p class="good">expected <code>${escapeLine(expected)}</code></p>`}
${received !== undefined && html`<p class="bad">received <code>${escapeLine(received)}</code></p>`}
${one.seen.map((place) => html`<p class="soft">seen at ${escapeLine(place)}</p>`)}
${rows.length > 0 && html`<ul class="plain">${rows}</ul>`}
${one.shown.map(exchange)}${one.further.map(foldedExchange)}</article>`;
}

const anchorOf = (clause: string): string => `violated-${clause}`;

function known(outline: Outline): Markup[] {
  const rows = outline.known.map(({ mark, name, text }) => clauseRow(mark, text, nameOf(name)));
  return rows.length === 0 ? [] : [html`<ul class="plain">${rows}</ul>`];
}

/** A line for each kind; what else was found of it, and its exchanges, open on a click. */
function advice(outline: Outline): Markup[] {
  const kinds = outline.advice.map(({ id, times, texts: [first = "", ...others], exchanges }) => {
    const inside = [
      ...others.map((text) => html`<p>${escapeText(text)}</p>`),
      ...exchanges.map(exchange),
    ];
    return note(id, first, times, inside);
  });
  return kinds.length === 0 ? [] : [html`<p class="soft">${ADVICE_NOTE}</p>`, ...kinds];
}

function remarks({ remarks: lists = [] }: Report): Section[] {
  return lists.map(({ title, entries }, i) => {
    const notes = entries.map(({ id, why, times, evidence = [] }) =>
      note(id, why, times, distinctExchanges(evidence).map(exchange)),
    );
    // Prism may have nothing to say but its title.
    return section(`remarks-${i + 1}`, title, notes.length > 0 ? notes : [html``]);
  });
}

function note(name: string, why: string, times: number, inside: readonly Markup[]): Markup {
  const count = times > 1 ? `${times} times` : "";
  return html`<div class="note"><header><h3>${escapeLine(name)}</h3><span class="soft">${count}</span></header>
<p>${escapeText(why)}</p>
${inside.length > 0 && html`<details><summary>Requests and responses</summary>${inside}</details>`}</div>`;
}

function unproven(outline: Outline): Markup[] {
  const rows = outline.unproven.map(({ mark, why, clauses: ids }) => {
    const names = html`${ids.map(nameOf)}`;
    return clauseRow(mark, why, ids.length > 1 ? html`<p class="several">${names}</p>` : names);
  });
  return rows.length === 0 ? [] : [html`<ul class="plain">${rows}</ul>`];
}

function clauses(outline: Outline): Markup[] {
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

function chip({ sign, word, tone }: Mark): Markup {
  const visibility = tone === "soft" ? "visually-hidden" : "word";
  return html`<span class="chip ${tone}"><span aria-hidden="true">${sign}</span> <span class="${visibility}">${word}</span></span>`;
}

function matrix(outline: Outline): Markup[] {
  const { statuses, rows } = outline.matrix;
  const lines = rows.map(({ id, request, marks }) => {
    const cells = marks.map((mark) => html`<td>${chip(mark)}</td>`);
    return html`<tr><th scope="row"><code>${request}</code><br>${nameOf(id)}</th>${cells}</tr>`;
  });
  return table("marks", MATRIX_NOTE, ["Operation", ...statuses.map(String)], lines);
}

function silences(outline: Outline): Markup[] {
  const lines = outline.silences.map(({ id, question, observed }) => {
    const meaning = meaningOf(id, observed);
    const answer =
      meaning === undefined
        ? escapeText(observed)
        : html`<code>${observed}</code>: ${withCode(meaning)}`;
    return html`<tr><th scope="row">${withCode(question)}<br>${nameOf(id)}</th><td>${answer}</td></tr>`;
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
    html`<div class="scroll" tabindex="0" role="group" aria-label="${caption}"><table class="${layout}"><caption>${caption}</caption>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows}</tbody></table></div>`,
  ];
}

function foldedExchange(one: ShownExchange): Markup {
  return html`<details><summary><code>${escapeLine(one.summary)}</code></summary>${exchange(one)}</details>`;
}

/** Request, response and, where there is one, the curl line with a button that copies it. */
function exchange({ request, response, curl }: ShownExchange): Markup {
  const marked = escapeText(response)
    .split(/»([^«]*)«/)
    .map((part, i) => (i % 2 === 1 ? html`<mark>${part}</mark>` : part));
  const reproduce =
    curl !== "" &&
    html`<p class="label">Reproduce</p><div class="reproduce"><button type="button" data-copy hidden aria-label="Copy the curl line">Copy</button><pre><code>${escapeText(curl)}</code></pre></div>`;
  return html`<p class="label">Request</p><pre><code>${escapeText(request)}</code></pre>
<p class="label">Response</p><pre><code>${marked}</code></pre>
${reproduce}`;
}
