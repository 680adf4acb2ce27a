/** The report as a page: the result, the violations, and the verdict on every clause and silence. */
import { AREAS, type OperationId } from "../../../spec/clauses/index.ts";
import { OPERATIONS } from "../../../spec/interface/operations.ts";
import type { Verdict } from "../../assertions/finding.ts";
import { escapeLine, escapeText } from "../../client/escape-text.ts";
import { duration, plural } from "../format.ts";
import { AREA_TITLES, answerMeaning, type Outcome, operationText, outcomeOf, resultText, SIGNS } from "../labels.ts";
import { expectedAndReceived, isPartial, unprovenGroups, wasJudged, withVerdict } from "../queries.ts";
import type { RemarkList } from "../remark.ts";
import type { ClauseReport, Report } from "../report.ts";
import { exchanges, foldedExchange, foldedExchanges } from "./evidence.ts";
import { htmlPage } from "./page.ts";
import { REPORT_SCRIPT } from "./report-script.ts";
import { html, type Markup } from "./template.ts";

const ICON_COLORS: Readonly<Record<Outcome, string>> = {
  pass: "%231a7035",
  fail: "%23b3261e",
  inconclusive: "%23b98900",
};
const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = { pass: "Pass", fail: "Fail", inconclusive: "No verdict" };

export function renderHtml(report: Report): string {
  const title = `${escapeLine(report.target.name ?? report.target.url)} ${resultText(report)}`;
  const sections = [...sectionsOf(report)];
  const icon = `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><circle cx='4' cy='4' r='4' fill='${ICON_COLORS[outcomeOf(report)]}'/></svg>`;
  const body = html`<a class="skip" href="#main">Skip to the findings</a>
<header class="top">
${summary(report, title)}
<nav aria-label="Sections of this report"><ul>${sections.map(({ id, title: name }) => html`<li><a href="#${id}">${name}</a></li>`)}</ul></nav>
</header>
<main id="main">
${sections.map(
  ({ id, title: name, content }) => html`<section aria-labelledby="${id}"><h2 id="${id}">${name}</h2>
${content}</section>
`,
)}</main>
<footer><p>orders-kit, <time datetime="${report.startedAt}">${date(report.startedAt)}</time>. report.json, junit.xml and summary.md have the same findings.</p></footer>
<p class="visually-hidden" role="status" id="copy-status"></p>`;
  return htmlPage({ title, icon, body, script: REPORT_SCRIPT });
}

function summary(report: Report, title: string): Markup {
  const { target, why, broken, clauses, advice, requests, durationMs } = report;
  const facts: [string, string][] = [
    ...(["violated", "held", "withheld", "unproven"] as const).map((verdict): [string, string] => [
      String(withVerdict(report, verdict).length),
      verdict,
    ]),
    [String(advice.length), "advice"],
    [requests.toLocaleString("en"), "requests"],
    [duration(durationMs), "total"],
  ].filter((fact): fact is [string, string] => fact[0] !== "0");
  const outcome = outcomeOf(report);
  return html`<p class="verdict ${outcome}">${OUTCOME_WORDS[outcome]}</p>
<h1>${title}</h1>
${target.name === undefined ? undefined : html`<p class="soft"><code>${escapeLine(target.url)}</code></p>`}
${target.readOnly ? html`<p class="soft">Read-only: no order was touched.</p>` : undefined}
${verdictBar(clauses)}
<dl class="facts">${facts.map(([number, word]) => html`<div><dt>${word}</dt><dd>${number}</dd></div>`)}</dl>
${why === undefined ? undefined : html`<p class="notice">${escapeText(why)}</p>`}
${broken.map(({ check, why: cause }) => html`<p class="notice">The check <code>${escapeLine(check)}</code> did not finish, which is not a fault of the deployment: ${escapeText(cause)}</p>`)}`;
}

function verdictBar(clauses: readonly ClauseReport[]): Markup {
  let x = 0;
  const parts = (["violated", "withheld", "unproven", "held"] as const).map((verdict) => {
    const size = clauses.filter((clause) => clause.verdict === verdict).length;
    x += size;
    return size === 0 ? undefined : html`<rect class="${verdict}" x="${x - size}" width="${size}" height="1"/>`;
  });
  return html`<svg class="verdict-bar" viewBox="0 0 ${Math.max(1, clauses.length)} 1" preserveAspectRatio="none" aria-hidden="true">${parts}</svg>`;
}

interface Section {
  readonly id: string;
  readonly title: string;
  readonly content: Markup;
}

function* sectionsOf(report: Report): Generator<Section> {
  const violated = withVerdict(report, "violated");
  if (violated.length > 0)
    yield { id: "violated", title: "Violated clauses", content: html`${violated.map((clause) => violation(clause))}` };
  const judged = wasJudged(report);
  if (judged && unprovenGroups(report).length > 0)
    yield { id: "unproven", title: "Not proven", content: notProven(report) };
  if (judged && report.matrix.length > 0)
    yield { id: "matrix", title: "Operations and statuses", content: matrix(report) };
  yield { id: "clauses", title: "Clauses", content: html`${AREAS.map((area) => areaOf(report, area))}` };
  if (report.advice.length > 0) yield { id: "advice", title: "Advice", content: advice(report) };
  for (const [index, list] of (report.remarks ?? []).entries())
    yield { id: `remarks-${index + 1}`, title: list.title, content: remarks(list) };
  if (judged && (!isPartial(report) || report.silences.some(({ observed }) => observed !== "not observed")))
    yield { id: "silences", title: "Left open by the contract", content: silences(report) };
  if (report.timings.length > 0) yield { id: "timings", title: "Timings", content: timings(report) };
  if (report.traffic !== undefined)
    yield {
      id: "traffic",
      title: "All requests and responses",
      content: html`${report.traffic.map((evidence) => foldedExchange(evidence))}`,
    };
}

function remarks({ entries }: RemarkList): Markup {
  return html`${entries.map(
    ({ id, why, times, evidence = [] }) =>
      html`<h3 class="id">${escapeLine(id)}${times > 1 ? html` <span class="soft">${times} times</span>` : undefined}</h3><p>${escapeText(why)}</p>${evidence.map((one) => foldedExchange(one))}`,
  )}
`;
}

function violation(clause: ClauseReport): Markup {
  const { id, statement, why, section, evidence = [] } = clause;
  const pairs = expectedAndReceived(clause);
  const about = operationText(clause);
  return html`<article aria-labelledby="violated-${id}">
<header><h3 id="violated-${id}">${id}</h3><span class="soft">${about === "" ? undefined : html`<code>${about}</code> · `}section ${section}</span></header>
<p class="statement">${statement}</p>
${why === undefined ? undefined : html`<p>${escapeText(why)}</p>`}
${pairs.length === 0 ? undefined : html`<dl class="pair">${pairs.map(([name, value]) => html`<dt>${name}</dt><dd class="${name}">${escapeText(value)}</dd>`)}</dl>`}
${exchanges(evidence)}
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
    }) => html`<li>${chip(verdict)}<p>${statement}</p>${verdict === "violated" ? html`<a class="id" href="#violated-${id}">${id}</a>` : html`<span class="id">${id}</span>`}</li>
`,
  )}</ul>
`;
}

function notProven(report: Report): Markup {
  return html`<ul class="plain">${unprovenGroups(report).map(
    ({ verdict, why, clauses }) => html`<li>${chip(verdict)}<div><p>${escapeText(why)}</p>
<p>${clauses.map(({ id }) => html`<span class="id">${id}</span> `)}</p></div></li>
`,
  )}</ul>
`;
}

function advice(report: Report): Markup {
  return html`<p class="soft">What a reasonable reader of the contract could dispute. It fails a run only with <code>--strict</code>.</p>
${report.advice.map(
  ({ id, why, evidence = [] }) =>
    html`<h3 class="id">${escapeLine(id)}</h3><p>${escapeText(why)}</p>${foldedExchanges(evidence)}`,
)}
`;
}

function silences(report: Report): Markup {
  const seen = report.silences.filter(({ observed }) => observed !== "not observed");
  const unseen = isPartial(report) ? [] : report.silences.filter(({ observed }) => observed === "not observed");
  const table = html`<div class="scroll"><table><caption>What the contract does not say, and how this deployment answered. Never judged.</caption>
<thead><tr><th scope="col">Question</th><th scope="col">Observed</th></tr></thead>
<tbody>${seen.map(({ id, question, observed }) => {
    const meaning = answerMeaning(id, observed);
    return html`<tr><th scope="row">${inlineCode(question)}<br><span class="id">${id}</span></th><td>${escapeText(observed)}${meaning === undefined ? undefined : html`<br><span class="soft">${inlineCode(meaning)}</span>`}</td></tr>
`;
  })}</tbody></table></div>`;
  const folded = html`<details><summary>${plural(unseen.length, "question")} not observed</summary><ul>${unseen.map(
    ({ id, question }) => html`<li>${inlineCode(question)} <span class="id">${id}</span></li>`,
  )}</ul></details>`;
  return html`${seen.length > 0 ? table : undefined}${unseen.length > 0 ? folded : undefined}
`;
}

/** Texts of the catalogue have code between backticks. */
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
