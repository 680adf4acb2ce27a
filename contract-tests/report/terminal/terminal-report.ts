/** The report as text for a terminal. */

import { AREAS, type OperationId } from "../../../spec/clauses/index.ts";
import { OPERATIONS } from "../../../spec/interface/operations.ts";
import type { Verdict } from "../../assertions/finding.ts";

import { escapeLine } from "../../client/escape-text.ts";
import { duration, plural } from "../format.ts";
import {
  AREA_TITLES,
  answerMeaning,
  type Outcome,
  operationText,
  outcomeOf,
  resultText,
  SIGNS,
  verdictCounts,
} from "../labels.ts";
import { expectedAndReceived, isPartial, unprovenGroups, wasJudged, withVerdict } from "../queries.ts";
import type { RemarkList } from "../remark.ts";
import type { ClauseReport, Report } from "../report.ts";
import { evidenceLines, exchangeLines, type Layout, wrapEscaped } from "./exchange-lines.ts";
import { type Color, type Style, textStyle } from "./text-style.ts";
import { wrap } from "./wrap.ts";
import { wrapCommand } from "./wrap-command.ts";

export interface TerminalOptions {
  readonly color: Color;
  /** Of the terminal. At most 120 are used, since longer lines are hard to read. */
  readonly columns: number;
  /** The path of the HTML page, for the last line. */
  readonly reportAt?: string;
}

const VERDICT_STYLES: Readonly<Record<Verdict, Style>> = {
  held: "green",
  violated: "red",
  unproven: "yellow",
  withheld: "yellow",
};

const OUTCOME_STYLES: Readonly<Record<Outcome, readonly [sign: string, style: Style]>> = {
  pass: ["✓", "green"],
  fail: ["✗", "red"],
  inconclusive: ["!", "yellow"],
};

export function renderTerminal(report: Report, options: TerminalOptions): string {
  const layout: Layout = { style: textStyle(options.color), columns: Math.min(120, Math.max(40, options.columns)) - 1 };
  const judged = wasJudged(report);
  const blocks = [
    heading(report, layout),
    ...(judged ? AREAS.map((area) => areaBlock(report, area, layout)) : []),
    ...(judged || report.why === undefined ? [notProven(report, layout)] : []),
    brokenChecks(report, layout),
    advice(report, layout),
    ...(judged ? [silences(report, layout), matrix(report, layout)] : []),
    ...(report.remarks ?? []).map((list) => remarks(list, layout)),
    traffic(report, layout),
    closing(report, layout, options.reportAt),
  ];
  return `\n${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => (line === "" ? "" : ` ${line}`)).join("\n"))
    .join("\n\n")}\n`;
}

function heading(report: Report, { style, columns }: Layout): string[] {
  const { target } = report;
  const [sign, color] = OUTCOME_STYLES[outcomeOf(report)];
  const subject = escapeLine(target.name ?? target.url);
  return [
    ...wrap(`${sign} ${subject} ${resultText(report)}`, columns - 1).map((line) => style(line, "bold", color)),
    ...(target.name === undefined
      ? []
      : wrap(escapeLine(target.url), columns - 3).map((line) => style(`  ${line}`, "dim"))),
    `  ${verdictCounts(report).join(" · ")}${target.readOnly ? style(" · read-only: no order was touched", "dim") : ""}`,
    ...(report.why === undefined ? [] : ["", ...wrap(escapeLine(report.why), columns - 3).map((line) => `  ${line}`)]),
  ];
}

function areaBlock(report: Report, area: ClauseReport["area"], layout: Layout): string[] {
  const { style, columns } = layout;
  const clauses = report.clauses.filter((clause) => clause.area === area);
  if (clauses.length === 0) return [];
  const violated = clauses.filter(({ verdict }) => verdict === "violated");
  const held = clauses.filter(({ verdict }) => verdict === "held");
  const counter = `${held.length} of ${clauses.length} held`;
  const worst: Verdict = violated.length > 0 ? "violated" : held.length < clauses.length ? "unproven" : "held";
  const areaTitle = AREA_TITLES[area].padEnd(columns - 1 - counter.length);
  const ids = wrap(held.map(({ id }) => id).join("  "), columns - 5);
  return [
    `${style(areaTitle, "bold")}${style(counter, VERDICT_STYLES[worst])}`,
    ...(held.length === 0 ? [] : ids.map((line, i) => `${i === 0 ? style("✓", "green") : " "} ${style(line, "dim")}`)),
    ...violated.flatMap((clause) => violation(clause, layout)),
  ];
}

function violation(clause: ClauseReport, layout: Layout): string[] {
  const { style, columns } = layout;
  const about = operationText(clause);
  const gap = columns - 1 - 2 - clause.id.length - about.length;
  const pairs = expectedAndReceived(clause).flatMap(([name, value]) =>
    wrapEscaped(value, columns - 13).map((line, i) => {
      const label = style((i === 0 ? name : "").padEnd(10), "dim");
      return `  ${label}${style(line, name === "expected" ? "green" : "red")}`;
    }),
  );
  return [
    "",
    `${style(`✗ ${clause.id}`, "bold", "red")}${gap > 1 && about !== "" ? " ".repeat(gap) + style(about, "dim") : ""}`,
    ...wrap(clause.statement, columns - 3).map((line) => `  ${style(line, "bold")}`),
    ...(clause.why === undefined ? [] : wrapEscaped(clause.why, columns - 3).map((line) => `  ${line}`)),
    ...(pairs.length === 0 ? [] : ["", ...pairs]),
    ...evidenceLines(clause.evidence ?? [], layout),
  ];
}

function notProven(report: Report, { style, columns }: Layout): string[] {
  const groups = unprovenGroups(report);
  if (groups.length === 0) return [];
  return [
    style("Not proven", "bold"),
    ...groups.flatMap(({ verdict, why, clauses }) => [
      ...wrapEscaped(`${verdict}: ${why}`, columns - 3).map(
        (line, i) => `${i === 0 ? style(SIGNS[verdict], "yellow") : " "} ${line}`,
      ),
      ...wrap(clauses.map(({ id }) => id).join("  "), columns - 3).map((line) => `  ${style(line, "yellow")}`),
    ]),
  ];
}

function brokenChecks({ broken }: Report, layout: Layout): string[] {
  const { style, columns } = layout;
  if (broken.length === 0) return [];
  return [
    ...title("Checks that did not finish, which is not a fault of the deployment", layout),
    ...broken.flatMap(({ check, why }) =>
      wrapEscaped(`${escapeLine(check)}: ${why}`, columns - 3).map(
        (line, i) => `${i === 0 ? style("!", "red") : " "} ${line}`,
      ),
    ),
  ];
}

function advice(report: Report, layout: Layout): string[] {
  const { style, columns } = layout;
  if (report.advice.length === 0) return [];
  return [
    `${style("Advice", "bold")}${style(", which fails a run only with --strict", "dim")}`,
    ...report.advice.flatMap(({ id, why, evidence }) => [
      `${style("!", "yellow")} ${escapeLine(id)}`,
      ...wrapEscaped(why, columns - 3).map((line) => `  ${line}`),
      ...(evidence ?? [])
        .slice(0, 1)
        .flatMap(({ curl }) => wrapCommand(escapeLine(curl), columns - 3).map((line) => `  ${style(line, "cyan")}`)),
    ]),
  ];
}

function remarks(list: RemarkList, layout: Layout): string[] {
  const { style, columns } = layout;
  return [
    ...title(list.title, layout),
    ...list.entries.flatMap(({ id, why, times }) => [
      `${style("·", "dim")} ${escapeLine(id)}${times > 1 ? style(`  ${times} times`, "dim") : ""}`,
      ...wrapEscaped(why, columns - 3).map((line) => `  ${line}`),
    ]),
  ];
}

function silences(report: Report, { style, columns }: Layout): string[] {
  const seen = report.silences.filter(({ observed }) => observed !== "not observed");
  const unseen = isPartial(report) ? [] : report.silences.filter(({ observed }) => observed === "not observed");
  const size = Math.max(0, ...seen.map(({ id }) => id.length)) + 2;
  if (seen.length + unseen.length === 0) return [];
  return [
    `${style("Left open by the contract", "bold")}${style(", as answered here", "dim")}`,
    ...seen.flatMap(({ id, observed }) =>
      wrapEscaped([observed, answerMeaning(id, observed)].filter(Boolean).join(": "), columns - size - 3).map(
        (line, i) => `  ${style((i === 0 ? id : "").padEnd(size), "dim")}${line}`,
      ),
    ),
    ...(unseen.length === 0
      ? []
      : wrap(`not observed: ${unseen.map(({ id }) => id).join(", ")}`, columns - 3).map(
          (line) => `  ${style(line, "dim")}`,
        )),
  ];
}

function matrix(report: Report, { style }: Layout): string[] {
  const statuses = [...new Set(report.matrix.map(({ status }) => status))].toSorted((a, b) => a - b);
  const operations = (Object.keys(OPERATIONS) as OperationId[]).filter((id) =>
    report.matrix.some(({ operation }) => operation === id),
  );
  if (statuses.length === 0) return [];
  return [
    `${style("Operation × status".padEnd(18), "bold")}${statuses.map((status) => style(String(status).padStart(6), "dim")).join("")}`,
    ...operations.map((operation) => {
      const cells = statuses.map((status) => {
        const cell = report.matrix.find((entry) => entry.operation === operation && entry.status === status);
        const sign = (cell === undefined ? "·" : SIGNS[cell.verdict]).padStart(5);
        return cell === undefined ? style(sign, "dim") : style(sign, VERDICT_STYLES[cell.verdict]);
      });
      return `  ${operation.padEnd(16)}${cells.join(" ")}`;
    }),
  ];
}

function traffic(report: Report, layout: Layout): string[] {
  if (report.traffic === undefined) return [];
  return [
    layout.style("All requests and responses", "bold"),
    ...report.traffic.flatMap((evidence, i) => [...(i === 0 ? [] : [""]), ...exchangeLines(evidence, layout)]),
  ];
}

function title(text: string, { style, columns }: Layout): string[] {
  return wrap(text, columns - 1).map((line) => style(line, "bold"));
}

function closing(report: Report, { style, columns }: Layout, reportAt?: string): string[] {
  const facts = [
    plural(report.clauses.length, "clause"),
    plural(report.requests, "request"),
    duration(report.durationMs),
    ...(reportAt === undefined ? [] : [`report: ${escapeLine(reportAt)}`]),
  ];
  // A reader of a long text is at its end: the violated clauses are named there once more.
  const violated = withVerdict(report, "violated").map(({ id }) => id);
  return [
    ...(violated.length === 0 ? [] : wrap(`✗ violated: ${violated.join(", ")}`, columns - 1)).map((line) =>
      style(line, "bold", "red"),
    ),
    ...wrap(facts.join(" · "), columns - 1).map((line) => style(line, "dim")),
  ];
}
