/** The report as JUnit XML, limited to what GitLab and Jenkins both read: one suite for each area, one case for each clause. */
import { AREA_TITLES, AREAS } from "../../../spec/clauses/index.ts";
import { escapeLine, escapeText } from "../../client/masking/escape-text.ts";
import { nameOf } from "../outcome.ts";
import type { ClauseReport, Report } from "../schema.ts";
import { partTried, violationText } from "./finding-text.ts";
import { type Markup, type Part, html as xml } from "./markup.ts";

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

/** After each `<` comes the name of an element: texts are escaped. */
function totals(cases: readonly Markup[]): Markup {
  const number = (element: string) =>
    cases.filter(({ text }) => text.includes(`<${element} `)).length;
  return xml`tests="${cases.length}" failures="${number("failure")}" errors="${number("error")}" skipped="${number("skipped")}"`;
}

function testCase(classname: string, name: string, content: Part, ms = 0): Markup {
  return xml`    <testcase classname="orders-kit.${classname}" name="${escapeLine(name)}" time="${(ms / 1000).toFixed(3)}">${content}</testcase>
`;
}

/** A case for the target, with the advice and the remarks; one for each step, with its time, and an error where it did not run to its end. */
function runCases({ advice, remarks = [], why, broken, reasons, steps, mended }: Report): Markup[] {
  const notes = [
    ...mended.map((entry) => `mended ${nameOf(entry)}: the next --accept removes it`),
    ...advice.map((one) => `advice ${one.id}: ${one.why}`),
    ...remarks.flatMap(({ title, entries }) => [
      `${title}:`,
      ...entries.map((remark) => `${remark.id} (${remark.times}): ${remark.why}`),
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
