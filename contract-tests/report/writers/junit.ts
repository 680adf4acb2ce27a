/**
 * Renders the report as JUnit XML, within what both GitLab and Jenkins read: one suite for each
 * area, one case for each clause.
 */
import { AREA_TITLES, AREAS } from "../../../spec/clauses/index.ts";
import { escapeLine, escapeText } from "../../client/masking/escape-text.ts";
import { entryName } from "../outcome.ts";
import type { ClauseReport, Report } from "../schema.ts";
import { partTried, violationText } from "./finding-text.ts";
import { type Markup, type MarkupPart, html as xml } from "./markup.ts";

export function renderJunit(report: Report): string {
  const seconds = (report.durationMs / 1000).toFixed(3);
  const suites = AREAS.map((area) => {
    const cases = report.clauses.filter((clause) => clause.area === area).map(clauseCase);
    return { title: AREA_TITLES[area], cases, time: "0" };
  });
  const all = [{ title: "The run itself", cases: runCases(report), time: seconds }, ...suites];
  const timestamp = report.startedAt.slice(0, 19);
  const { name: target, url } = report.target;
  const content = all.map(({ title, cases, time }) => {
    if (cases.length === 0) return undefined;
    const name = target === undefined ? title : `${escapeLine(target)}: ${title}`;
    return xml`  <testsuite name="${name}" ${totals(cases)} time="${time}" timestamp="${timestamp}">
${cases}  </testsuite>
`;
  });
  return xml`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="orders-kit ${escapeLine(url)}" ${totals(all.flatMap(({ cases }) => cases))} time="${seconds}">
${content}</testsuites>
`.text;
}

/** Counts by element: texts are escaped, so only elements start with `<`. */
function totals(cases: readonly Markup[]): Markup {
  const number = (element: string) =>
    cases.filter(({ text }) => text.includes(`<${element} `)).length;
  return xml`tests="${cases.length}" failures="${number("failure")}" errors="${number("error")}" skipped="${number("skipped")}"`;
}

function testCase(classname: string, name: string, content: MarkupPart, ms = 0): Markup {
  return xml`    <testcase classname="orders-kit.${classname}" name="${escapeLine(name)}" time="${(ms / 1000).toFixed(3)}">${content}</testcase>
`;
}

/**
 * Returns a case for the target, with advice and sections, and a timed case for each step, with an
 * error if the step did not finish.
 */
function runCases({ advice, sections = [], why, broken, reasons, steps, known }: Report): Markup[] {
  const notes = [
    ...known
      .filter((entry) => entry.verdict === "held")
      .map((entry) => `no longer needed ${entryName(entry)}: the next --accept removes it`),
    ...advice.map((one) => `advice ${one.id}: ${one.why}`),
    ...sections.flatMap(({ title, entries }) => [
      `${title}:`,
      ...entries.map((one) => `${one.id} (${one.times}): ${one.why}`),
    ]),
  ].join("\n");
  const output = notes !== "" && xml`<system-out>${escapeText(notes)}</system-out>`;
  const errorOf = (type: string, text: string): Markup =>
    xml`<error message="${escapeLine(text)}" type="${type}">${escapeText(text)}</error>`;
  return [
    testCase("run", "target-judged", [why !== undefined && errorOf("not-judged", why), output]),
    ...steps.map(({ id, durationMs }) => {
      const problem = broken.find(({ check }) => check === id);
      const error = problem !== undefined && errorOf("broken-check", problem.why);
      return testCase("run", id, error, durationMs);
    }),
    ...broken
      .filter(({ check }) => !steps.some(({ id }) => id === check))
      .map((one) => testCase("run", one.check, errorOf("broken-check", one.why))),
    ...reasons.map((reason) => testCase("run", "outcome", failureOf("outcome", reason, reason))),
  ];
}

function failureOf(type: string, message: string, text: string): Markup {
  return xml`<failure message="${escapeLine(message)}" type="${type}">${escapeText(text)}</failure>`;
}

function clauseCase(clause: ClauseReport): Markup {
  const { area, id, verdict, statement, section, why = "" } = clause;
  if (verdict === "held") {
    const part = partTried(clause);
    const output =
      part !== undefined && xml`<system-out>${escapeText(`held · ${part}`)}</system-out>`;
    return testCase(area, id, output);
  }
  const skipped = (text: string): Markup =>
    testCase(area, id, xml`<skipped message="${escapeLine(text)}"/>`);
  if (clause.known) return skipped(`known ${verdict}: ${clause.reason}`);
  if (verdict !== "violated") return skipped(`${verdict}: ${why}`);
  if (clause.followsFrom !== undefined)
    return skipped(`violated, follows from ${clause.followsFrom}: ${why}`);
  const text = `${statement} (section ${section})\n${violationText(clause)}`;
  return testCase(area, id, failureOf("violated", why || statement, text));
}
