/** The report on a terminal: the verdict, what is broken and how to see it again, then the rest by weight. */
import { AREAS } from "../../spec/clauses/index.ts";
import { OPERATIONS, type OperationId } from "../../spec/operations.ts";
import type { Verdict } from "../check.ts";
import type { ClauseReport, RemarkList, Report } from "../report.ts";
import { visibleLine } from "../visible.ts";
import { type Color, padEnd, painter, type Style, width, wrap } from "./ansi.ts";
import { evidenceLines, type Page, quotation, text } from "./quotation.ts";
import { shellLines } from "./shell-lines.ts";
import { expectations, isPart, openGroups, wasJudged, withVerdict } from "./view.ts";
import { AREA_TITLES, answerMeaning, duration, headline, mood, plural, SIGNS, scope, tally } from "./words.ts";

export interface TerminalOptions {
  readonly color: Color;
  /** Columns of the terminal; lines longer than 120 are not used, for they are hard to read. */
  readonly columns: number;
  /** Where the page for a browser is, for the last line. */
  readonly reportAt?: string;
}

const VERDICT_STYLES: Readonly<Record<Verdict, Style>> = {
  held: "green",
  violated: "red",
  unproven: "yellow",
  withheld: "yellow",
};

const MOODS: Readonly<Record<ReturnType<typeof mood>, readonly [sign: string, style: Style]>> = {
  good: ["✓", "green"],
  bad: ["✗", "red"],
  unsure: ["!", "yellow"],
};

export function renderTerminal(report: Report, options: TerminalOptions): string {
  const page: Page = { paint: painter(options.color), columns: Math.min(120, Math.max(40, options.columns)) - 1 };
  const judged = wasJudged(report);
  const blocks = [
    heading(report, page),
    ...(judged ? AREAS.map((area) => areaBlock(report, area, page)) : []),
    ...(judged || report.why === undefined ? [notProven(report, page)] : []),
    brokenChecks(report, page),
    advice(report, page),
    ...(judged ? [silences(report, page), matrix(report, page)] : []),
    ...(report.remarks ?? []).map((list) => remarks(list, page)),
    traffic(report, page),
    closing(report, page, options.reportAt),
  ];
  return `\n${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => (line === "" ? "" : ` ${line}`)).join("\n"))
    .join("\n\n")}\n`;
}

/** The line that stands while the run goes on; the caller writes it over the one before. */
export function progressLine(
  done: number,
  total: number,
  title: string,
  { color, columns }: Pick<TerminalOptions, "color" | "columns">,
): string {
  const paint = painter(color);
  const size = 20;
  const full = total === 0 ? 0 : Math.min(size, Math.floor((done / total) * size));
  const bar = `${paint("━".repeat(full), "green")}${paint("━".repeat(size - full), "dim")}`;
  const counter = ` ${String(done).padStart(String(total).length)}/${total}  `;
  const [shown = ""] = wrap(visibleLine(title), Math.max(8, columns - size - counter.length - 3));
  return ` ${bar}${counter}${paint(shown, "dim")}`;
}

function heading(report: Report, { paint, columns }: Page): string[] {
  const { target } = report;
  const [sign, style] = MOODS[mood(report)];
  const subject = visibleLine(target.name ?? target.url);
  return [
    ...wrap(`${sign} ${subject} ${headline(report)}`, columns - 1).map((line) => paint(line, "bold", style)),
    ...(target.name === undefined
      ? []
      : wrap(visibleLine(target.url), columns - 3).map((line) => paint(`  ${line}`, "dim"))),
    `  ${tally(report).join(" · ")}${target.readOnly ? paint(" · read-only: no order was touched", "dim") : ""}`,
    ...(report.why === undefined ? [] : ["", ...wrap(visibleLine(report.why), columns - 3).map((line) => `  ${line}`)]),
  ];
}

function areaBlock(report: Report, area: ClauseReport["area"], page: Page): string[] {
  const { paint, columns } = page;
  const clauses = report.clauses.filter((clause) => clause.area === area);
  if (clauses.length === 0) return [];
  const violated = clauses.filter(({ verdict }) => verdict === "violated");
  const held = clauses.filter(({ verdict }) => verdict === "held");
  const counter = `${held.length} of ${clauses.length} held`;
  const worst: Verdict = violated.length > 0 ? "violated" : held.length < clauses.length ? "unproven" : "held";
  const title = padEnd(AREA_TITLES[area], columns - 1 - counter.length);
  const ids = wrap(held.map(({ id }) => id).join("  "), columns - 5);
  return [
    `${paint(title, "bold")}${paint(counter, VERDICT_STYLES[worst])}`,
    ...(held.length === 0 ? [] : ids.map((line, i) => `${i === 0 ? paint("✓", "green") : " "} ${paint(line, "dim")}`)),
    ...violated.flatMap((clause) => violation(clause, page)),
  ];
}

function violation(clause: ClauseReport, page: Page): string[] {
  const { paint, columns } = page;
  const about = scope(clause);
  const gap = columns - 1 - 2 - width(clause.id) - width(about);
  const pairs = expectations(clause).flatMap(([name, value]) =>
    text(value, columns - 13).map((line, i) => {
      const label = paint(padEnd(i === 0 ? name : "", 10), "dim");
      return `  ${label}${paint(line, name === "expected" ? "green" : "red")}`;
    }),
  );
  return [
    "",
    `${paint(`✗ ${clause.id}`, "bold", "red")}${gap > 1 && about !== "" ? " ".repeat(gap) + paint(about, "dim") : ""}`,
    ...wrap(clause.statement, columns - 3).map((line) => `  ${paint(line, "bold")}`),
    ...(clause.why === undefined ? [] : text(clause.why, columns - 3).map((line) => `  ${line}`)),
    ...(pairs.length === 0 ? [] : ["", ...pairs]),
    ...evidenceLines(clause.evidence ?? [], page),
  ];
}

/** What was not proven, gathered by what would prove it. */
function notProven(report: Report, { paint, columns }: Page): string[] {
  const groups = openGroups(report);
  if (groups.length === 0) return [];
  return [
    paint("Not proven", "bold"),
    ...groups.flatMap(({ verdict, why, clauses }) => [
      ...text(`${verdict}: ${why}`, columns - 3).map(
        (line, i) => `${i === 0 ? paint(SIGNS[verdict], "yellow") : " "} ${line}`,
      ),
      ...wrap(clauses.map(({ id }) => id).join("  "), columns - 3).map((line) => `  ${paint(line, "yellow")}`),
    ]),
  ];
}

function brokenChecks({ broken }: Report, { paint, columns }: Page): string[] {
  if (broken.length === 0) return [];
  return [
    paint("Broken checks, through no fault of the deployment", "bold"),
    ...broken.flatMap(({ check, why }) =>
      text(`${visibleLine(check)}: ${why}`, columns - 3).map(
        (line, i) => `${i === 0 ? paint("!", "red") : " "} ${line}`,
      ),
    ),
  ];
}

function advice(report: Report, page: Page): string[] {
  const { paint, columns } = page;
  if (report.advice.length === 0) return [];
  return [
    `${paint("Advice", "bold")}${paint(", which fails a run only with --strict", "dim")}`,
    ...report.advice.flatMap(({ id, why, evidence }) => [
      `${paint("!", "yellow")} ${visibleLine(id)}`,
      ...text(why, columns - 3).map((line) => `  ${line}`),
      ...(evidence ?? [])
        .slice(0, 1)
        .flatMap(({ curl }) => shellLines(visibleLine(curl), columns - 3).map((line) => `  ${paint(line, "cyan")}`)),
    ]),
  ];
}

function remarks({ title, entries }: RemarkList, { paint, columns }: Page): string[] {
  return [
    paint(title, "bold"),
    ...entries.flatMap(({ id, why, times }) => [
      `${paint("·", "dim")} ${visibleLine(id)}${times > 1 ? paint(`  ${times} times`, "dim") : ""}`,
      ...text(why, columns - 3).map((line) => `  ${line}`),
    ]),
  ];
}

function silences(report: Report, { paint, columns }: Page): string[] {
  const seen = report.silences.filter(({ observed }) => observed !== "not observed");
  const unseen = isPart(report) ? [] : report.silences.filter(({ observed }) => observed === "not observed");
  const size = Math.max(0, ...seen.map(({ id }) => id.length)) + 2;
  if (seen.length + unseen.length === 0) return [];
  return [
    `${paint("Left open by the contract", "bold")}${paint(", as answered here", "dim")}`,
    ...seen.flatMap(({ id, observed }) =>
      text([observed, answerMeaning(id, observed)].filter(Boolean).join(": "), columns - size - 3).map(
        (line, i) => `  ${paint(padEnd(i === 0 ? id : "", size), "dim")}${line}`,
      ),
    ),
    ...(unseen.length === 0
      ? []
      : wrap(`not observed: ${unseen.map(({ id }) => id).join(", ")}`, columns - 3).map(
          (line) => `  ${paint(line, "dim")}`,
        )),
  ];
}

function matrix(report: Report, { paint }: Page): string[] {
  const statuses = [...new Set(report.matrix.map(({ status }) => status))].toSorted((a, b) => a - b);
  const operations = (Object.keys(OPERATIONS) as OperationId[]).filter((id) =>
    report.matrix.some(({ operation }) => operation === id),
  );
  if (statuses.length === 0) return [];
  return [
    `${paint(padEnd("Operation × status", 18), "bold")}${statuses.map((status) => paint(String(status).padStart(6), "dim")).join("")}`,
    ...operations.map((operation) => {
      const cells = statuses.map((status) => {
        const cell = report.matrix.find((entry) => entry.operation === operation && entry.status === status);
        const sign = (cell === undefined ? "·" : SIGNS[cell.verdict]).padStart(5);
        return cell === undefined ? paint(sign, "dim") : paint(sign, VERDICT_STYLES[cell.verdict]);
      });
      return `  ${padEnd(operation, 16)}${cells.join(" ")}`;
    }),
  ];
}

function traffic(report: Report, page: Page): string[] {
  if (report.traffic === undefined) return [];
  return [
    page.paint("All the traffic", "bold"),
    ...report.traffic.flatMap((evidence, i) => [...(i === 0 ? [] : [""]), ...quotation(evidence, page)]),
  ];
}

function closing(report: Report, { paint, columns }: Page, reportAt?: string): string[] {
  const facts = [
    plural(report.clauses.length, "clause"),
    plural(report.requests, "request"),
    duration(report.durationMs),
    ...(reportAt === undefined ? [] : [`report: ${visibleLine(reportAt)}`]),
  ];
  // At the end of a long text, where a reader's eye is: what it was about.
  const violated = withVerdict(report, "violated").map(({ id }) => id);
  return [
    ...(violated.length === 0 ? [] : wrap(`✗ violated: ${violated.join(", ")}`, columns - 1)).map((line) =>
      paint(line, "bold", "red"),
    ),
    ...wrap(facts.join(" · "), columns - 1).map((line) => paint(line, "dim")),
  ];
}
