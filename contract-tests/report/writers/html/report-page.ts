/** Renders a report as a page in one file. */
import { escapeLine, escapeText } from "../../../client/masking/escape-text.ts";
import type { Report } from "../../schema.ts";
import { html, type Markup } from "../markup.ts";
import { type Outline, outlineOf } from "../outline.ts";
import {
  adviceNotes,
  clauseLists,
  faultCard,
  foldedExchange,
  matrixTable,
  noteMarkup,
  questionsTable,
  rowList,
} from "./content.ts";
import { htmlPage } from "./page.ts";

const RESULTS = { good: "Pass", bad: "Fail", open: "No verdict" } as const;
const ICON_COLORS = { good: "%231a7035", bad: "%23b3261e", open: "%23b98900" } as const;

/** Here the script tells screen readers what it has done. */
const STATUS = html`<p class="visually-hidden" role="status" id="status"></p>`;

interface PageSection {
  readonly id: string;
  readonly title: string;
  readonly content: readonly Markup[];
  readonly shown: "open" | "folded";
}

/**
 * Additions to the page of a running proxy: a header with a status, and a script that refreshes the
 * page.
 */
export interface LiveParts {
  readonly title: string;
  readonly head: Markup;
  /** This script may call its own server. */
  readonly script: string;
}

export function reportPage(report: Report, live?: LiveParts): string {
  const outline = outlineOf(report);
  const { tone, problems, url, mode, more, counts } = outline;
  const title = live?.title ?? outline.title;
  const sections = sectionsOf(report, outline).filter(({ content }) => content.length > 0);
  const links = sections.map(
    ({ id, title: name }) => html`<li><a href="#${id}">${escapeLine(name)}</a></li>`,
  );
  const footer =
    live === undefined
      ? `orders-kit, ${dateMarkup(report.startedAt)}. report.json, junit.xml and summary.md have the same findings.`
      : "orders-kit proxy. When it ends, it writes this report.";

  const body = html`<a class="skip" href="#main">Skip to the findings</a>
<header class="top">
<p class="verdict ${tone}">${live === undefined ? RESULTS[tone] : "Live"}</p>
<h1>${escapeLine(title)}</h1>
<div class="problems">${problems.map((problem) => html`<p class="open">${escapeText(problem)}</p>`)}</div>
${url !== "" && html`<p class="soft"><code>${escapeLine(url)}</code></p>`}
${mode !== "" && html`<p class="soft">${`${mode} ${more}`.trim()}</p>`}
${live?.head ?? STATUS}${verdictBar(counts)}${factList(counts)}
<nav aria-label="Sections of this page"><ul>${links}</ul></nav>
</header>
<main id="main">
${sections.map(sectionMarkup)}</main>
<footer><p>${footer}</p></footer>`;

  const circle = `<circle cx='4' cy='4' r='4' fill='${ICON_COLORS[tone]}'/>`;
  const icon = `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'>${circle}</svg>`;
  return htmlPage({ title: escapeLine(title), icon, body, script: live?.script });
}

function sectionsOf({ clauses }: Report, outline: Outline): readonly PageSection[] {
  const { faults, known, sections, unproven, traffic, triedInPart } = outline;
  const held = clauses.filter(({ verdict }) => verdict === "held").length;
  const inPart = triedInPart.length === 0 ? "" : `, ${triedInPart.length} of them tried in part`;
  const all = `All clauses (${held} of ${clauses.length} held${inPart})`;
  return [
    section("violated", "Violated clauses", faults.map(faultCard)),
    section("known", "Known violations", rowList(known)),
    section("advice", "Advice", adviceNotes(outline)),
    ...sections.map(furtherSection),
    section("unproven", "Unproven", rowList(unproven)),
    section("matrix", "Operations and statuses", matrixTable(outline)),
    section("clauses", all, clauseLists(outline), "folded"),
    section("silences", "Open questions", questionsTable(outline), "folded"),
    section("traffic", "All requests and responses", traffic.map(foldedExchange)),
  ];
}

function section(
  id: string,
  title: string,
  content: readonly Markup[],
  shown: PageSection["shown"] = "open",
): PageSection {
  return { id, title, content, shown };
}

function sectionMarkup({ id, title, content, shown }: PageSection): Markup {
  const heading = html`<h2 id="${id}">${escapeLine(title)}</h2>`;
  const inside =
    shown === "folded"
      ? html`<details><summary>${heading}</summary>${content}</details>`
      : html`${heading}${content}`;
  return html`<section aria-labelledby="${id}">
${inside}
</section>
`;
}

/** `21 November 2026, 09:30 UTC`. */
function dateMarkup(iso: string): string {
  return `${new Date(iso).toLocaleString("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" })} UTC`;
}

function factList(counts: Outline["counts"]): Markup {
  const facts = counts.map(
    ({ value, word }) => html`<div><dt>${word}</dt><dd>${value.toLocaleString("en")}</dd></div>`,
  );
  return html`<dl class="facts">${facts}</dl>`;
}

/** Draws the verdicts as a bar, each as wide as it is frequent. */
function verdictBar(counts: Outline["counts"]): Markup | undefined {
  let x = 0;
  const parts = counts.map(({ value, tone }) => {
    if (tone === undefined) return undefined;
    x += Number(value);
    return html`<rect class="${tone}" x="${x - Number(value)}" width="${value}" height="1"/>`;
  });
  if (x === 0) return undefined;
  return html`<svg class="verdict-bar" aria-hidden="true" viewBox="0 0 ${x} 1" preserveAspectRatio="none">
${parts}
</svg>`;
}

function furtherSection({ title, notes }: Outline["sections"][number]): PageSection {
  // The section of Prism may consist of its title.
  const content = notes.length > 0 ? notes.map(noteMarkup) : [html``];
  return section(`section-${title.replace(/\W+/g, "-")}`, title, content);
}
