/** The report as a page: the verdict, what was found, and what became of every clause and every silence. */
import { AREAS } from "../../spec/clauses/index.ts";
import { OPERATIONS, type OperationId } from "../../spec/operations.ts";
import type { Verdict } from "../check.ts";
import type { ClauseReport, RemarkList, Report } from "../report.ts";
import { visible, visibleLine } from "../visible.ts";
import { html, type Markup } from "./markup.ts";
import { pageOf } from "./page.ts";
import { again, exchange, quotation } from "./page-evidence.ts";
import { SCRIPT } from "./page-style.ts";
import { collapse, expectations, isPart, openGroups, wasJudged, withVerdict } from "./view.ts";
import { AREA_TITLES, answerMeaning, duration, headline, mood, plural, SIGNS, scope } from "./words.ts";

const DOTS = { good: "%231a7035", bad: "%23b3261e", unsure: "%23b98900" } as const;

export function renderHtml(report: Report): string {
  const title = `${visibleLine(report.target.name ?? report.target.url)} ${headline(report)}`;
  const sections = [...sectionsOf(report)];
  const icon = `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><circle cx='4' cy='4' r='4' fill='${DOTS[mood(report)]}'/></svg>`;
  const body = html`<a class="skip" href="#main">To the findings</a>
<header class="top">
${top(report, title)}
<nav aria-label="Parts of this report"><ul>${sections.map(({ id, title: name }) => html`<li><a href="#${id}">${name}</a></li>`)}</ul></nav>
</header>
<main id="main">
${sections.map(
  ({ id, title: name, content }) => html`<section aria-labelledby="${id}"><h2 id="${id}">${name}</h2>
${content}</section>
`,
)}</main>
<footer><p>orders-kit, <time datetime="${report.startedAt}">${date(report.startedAt)}</time>. The same findings stand in report.json, junit.xml and summary.md.</p></footer>
<p class="unseen" role="status" id="said"></p>`;
  return pageOf({ title, icon, body, script: SCRIPT });
}

function top(report: Report, title: string): Markup {
  const { target, why, broken, clauses, advice, requests, durationMs } = report;
  const facts: [string, string][] = [
    ...(["violated", "held", "withheld", "unproven"] as const).map((verdict): [string, string] => [
      String(withVerdict(report, verdict).length),
      verdict,
    ]),
    [String(advice.length), "advice"],
    [requests.toLocaleString("en"), "requests"],
    [duration(durationMs), "in all"],
  ].filter((fact): fact is [string, string] => fact[0] !== "0");
  const words = { good: "Pass", bad: "Fail", unsure: "No verdict" } as const;
  return html`<p class="verdict ${mood(report)}">${words[mood(report)]}</p>
<h1>${title}</h1>
${target.name === undefined ? undefined : html`<p class="soft"><code>${visibleLine(target.url)}</code></p>`}
${target.readOnly ? html`<p class="soft">Read-only: no order was touched.</p>` : undefined}
${share(clauses)}
<dl class="facts">${facts.map(([number, word]) => html`<div><dt>${word}</dt><dd>${number}</dd></div>`)}</dl>
${why === undefined ? undefined : html`<p class="notice">${visible(why)}</p>`}
${broken.map(({ check, why: cause }) => html`<p class="notice">The check <code>${visibleLine(check)}</code> did not run to its end, through no fault of the deployment: ${visible(cause)}</p>`)}`;
}

/** The clauses as a bar, by verdict. */
function share(clauses: readonly ClauseReport[]): Markup {
  let x = 0;
  const parts = (["violated", "withheld", "unproven", "held"] as const).map((verdict) => {
    const size = clauses.filter((clause) => clause.verdict === verdict).length;
    x += size;
    return size === 0 ? undefined : html`<rect class="${verdict}" x="${x - size}" width="${size}" height="1"/>`;
  });
  return html`<svg class="share" viewBox="0 0 ${Math.max(1, clauses.length)} 1" preserveAspectRatio="none" aria-hidden="true">${parts}</svg>`;
}

interface Section {
  readonly id: string;
  readonly title: string;
  readonly content: Markup;
}

function* sectionsOf(report: Report): Generator<Section> {
  const violated = withVerdict(report, "violated");
  if (violated.length > 0)
    yield { id: "broken", title: "What is broken", content: html`${violated.map((clause) => card(clause))}` };
  const judged = wasJudged(report);
  if (judged && openGroups(report).length > 0) yield { id: "open", title: "Not proven", content: openClauses(report) };
  if (judged && report.matrix.length > 0)
    yield { id: "matrix", title: "Operations and statuses", content: matrix(report) };
  yield { id: "clauses", title: "Clauses", content: html`${AREAS.map((area) => areaOf(report, area))}` };
  if (report.advice.length > 0) yield { id: "advice", title: "Advice", content: advice(report) };
  for (const [index, list] of (report.remarks ?? []).entries())
    yield { id: `remarks-${index + 1}`, title: list.title, content: remarks(list) };
  if (judged && (!isPart(report) || report.silences.some(({ observed }) => observed !== "not observed")))
    yield { id: "silences", title: "Left open by the contract", content: silences(report) };
  if (report.timings.length > 0) yield { id: "timings", title: "Timings", content: timings(report) };
  if (report.traffic !== undefined)
    yield {
      id: "traffic",
      title: "All the traffic",
      content: html`${report.traffic.map((evidence) => exchange(evidence))}`,
    };
}

function remarks({ entries }: RemarkList): Markup {
  return html`${entries.map(
    ({ id, why, times, evidence = [] }) =>
      html`<h3 class="id">${visibleLine(id)}${times > 1 ? html` <span class="soft">${times} times</span>` : undefined}</h3><p>${visible(why)}</p>${evidence.map((each) => exchange(each))}`,
  )}
`;
}

function card(clause: ClauseReport): Markup {
  const { id, statement, why, section, evidence = [] } = clause;
  const pairs = expectations(clause);
  const about = scope(clause);
  return html`<article aria-labelledby="broken-${id}">
<header><h3 id="broken-${id}">${id}</h3><span class="soft">${about === "" ? undefined : html`<code>${about}</code> · `}section ${section}</span></header>
<p class="statement">${statement}</p>
${why === undefined ? undefined : html`<p>${visible(why)}</p>`}
${pairs.length === 0 ? undefined : html`<dl class="pair">${pairs.map(([name, value]) => html`<dt>${name}</dt><dd class="${name}">${visible(value)}</dd>`)}</dl>`}
${collapse(evidence).map(({ one, times }, i) => (i === 0 ? html`${quotation(one)}${again(times)}` : exchange(one, times)))}
</article>
`;
}

function matrix(report: Report): Markup {
  const statuses = [...new Set(report.matrix.map(({ status }) => status))].toSorted((a, b) => a - b);
  const cell = (operation: OperationId, status: number) => {
    const verdict = report.matrix.find((entry) => entry.operation === operation && entry.status === status)?.verdict;
    return html`<td>${verdict === undefined ? html`<span class="soft" aria-label="not part of the contract">·</span>` : chip(verdict)}</td>`;
  };
  return html`<div class="scroll"><table class="matrix"><caption>The worst verdict among the clauses that concern an operation’s status.</caption>
<thead><tr><th scope="col">Operation</th>${statuses.map((status) => html`<th scope="col">${status}</th>`)}</tr></thead>
<tbody>${Object.values(OPERATIONS)
    .filter(({ id }) => report.matrix.some(({ operation }) => operation === id))
    .map(
      ({ id, method, path }) =>
        html`<tr><th scope="row">${id}<code>${method} ${path}</code></th>${statuses.map((status) => cell(id, status))}</tr>
`,
    )}</tbody></table></div>
`;
}

function chip(verdict: Verdict): Markup {
  return html`<span class="chip ${verdict}"><span aria-hidden="true">${SIGNS[verdict]}</span> <span class="word">${verdict}</span></span>`;
}

function areaOf(report: Report, area: ClauseReport["area"]): Markup | undefined {
  const clauses = report.clauses.filter((clause) => clause.area === area);
  if (clauses.length === 0) return undefined;
  const held = clauses.filter(({ verdict }) => verdict === "held").length;
  return html`<h3>${AREA_TITLES[area]} <span class="soft">${held} of ${clauses.length} held</span></h3>
<ul class="plain">${clauses.map(
    ({
      id,
      statement,
      verdict,
    }) => html`<li>${chip(verdict)}<p>${statement}</p>${verdict === "violated" ? html`<a class="id" href="#broken-${id}">${id}</a>` : html`<span class="id">${id}</span>`}</li>
`,
  )}</ul>
`;
}

/** What was not proven, by what would prove it. */
function openClauses(report: Report): Markup {
  return html`<ul class="plain">${openGroups(report).map(
    ({ verdict, why, clauses }) => html`<li>${chip(verdict)}<div><p>${visible(why)}</p>
<p>${clauses.map(({ id }) => html`<span class="id">${id}</span> `)}</p></div></li>
`,
  )}</ul>
`;
}

function advice(report: Report): Markup {
  return html`<p class="soft">What a reasonable reader of the contract could dispute. It fails a run only with <code>--strict</code>.</p>
${report.advice.map(
  ({ id, why, evidence = [] }) =>
    html`<h3 class="id">${visibleLine(id)}</h3><p>${visible(why)}</p>${collapse(evidence).map(({ one, times }) => exchange(one, times))}`,
)}
`;
}

function silences(report: Report): Markup {
  const { silences: ledger } = report;
  const seen = ledger.filter(({ observed }) => observed !== "not observed");
  const unseen = isPart(report) ? [] : ledger.filter(({ observed }) => observed === "not observed");
  const table = html`<div class="scroll"><table><caption>What the contract does not say, and how this deployment answered. Never judged.</caption>
<thead><tr><th scope="col">Question</th><th scope="col">Observed</th></tr></thead>
<tbody>${seen.map(({ id, question, observed }) => {
    const meaning = answerMeaning(id, observed);
    return html`<tr><th scope="row">${inlineCode(question)}<br><span class="id">${id}</span></th><td>${visible(observed)}${meaning === undefined ? undefined : html`<br><span class="soft">${inlineCode(meaning)}</span>`}</td></tr>
`;
  })}</tbody></table></div>`;
  const open = html`<details><summary>${plural(unseen.length, "question")} not observed</summary><ul>${unseen.map(
    ({ id, question }) => html`<li>${inlineCode(question)} <span class="id">${id}</span></li>`,
  )}</ul></details>`;
  return html`${seen.length > 0 ? table : undefined}${unseen.length > 0 ? open : undefined}
`;
}

/** Backticks of the catalogue as code. */
function inlineCode(text: string): Markup {
  return html`${text.split(/`([^`]*)`/).map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

function timings(report: Report): Markup {
  return html`<div class="scroll"><table><caption>${plural(report.requests, "request")} in ${duration(report.durationMs)}.</caption>
<thead><tr><th scope="col">Operation</th><th scope="col" class="number">Calls</th><th scope="col" class="number">Median</th><th scope="col" class="number">Slowest</th></tr></thead>
<tbody>${report.timings.map(
    ({ operation, calls, medianMs, maxMs }) =>
      html`<tr><th scope="row">${operation}</th><td class="number">${calls}</td><td class="number">${duration(medianMs)}</td><td class="number">${duration(maxMs)}</td></tr>
`,
  )}</tbody></table></div>
`;
}

/** `21 November 2026, 09:30 UTC`. */
function date(iso: string): string {
  return `${new Date(iso).toLocaleString("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" })} UTC`;
}
