/** The report as JUnit XML, limited to what GitLab and Jenkins both read: one suite for each area, one case for each clause. */
import { AREAS } from "../../spec/clauses/index.ts";
import { escapeLine, escapeText } from "../client/escape-text.ts";
import { type Markup, html as xml } from "./html/page.ts";
import { AREA_TITLES } from "./labels.ts";
import type { ClauseReport, Report } from "./report.ts";

export function renderJunit(report: Report): string {
  const suites = AREAS.map((area) => ({
    name: AREA_TITLES[area],
    cases: report.clauses.filter((clause) => clause.area === area).map((clause) => clauseCase(clause)),
  })).filter(({ cases }) => cases.length > 0);
  const all = [{ name: "The run itself", cases: [...runCases(report)] }, ...suites];
  const seconds = (report.durationMs / 1000).toFixed(3);
  return xml`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="orders-kit ${escapeLine(report.target.url)}" ${totals(all.flatMap(({ cases }) => cases))} time="${seconds}">
${all.map(
  (
    { name, cases },
    i,
  ) => xml`  <testsuite name="${name}" ${totals(cases)} time="${i === 0 ? seconds : "0"}" timestamp="${report.startedAt.slice(0, 19)}">
${cases.map(({ markup }) => markup)}  </testsuite>
`,
)}</testsuites>
`.text;
}

interface Case {
  readonly outcome: "passed" | "failure" | "error" | "skipped";
  readonly markup: Markup;
}

function totals(cases: readonly Case[]): Markup {
  const number = (wanted: Case["outcome"]) => cases.filter(({ outcome }) => outcome === wanted).length;
  return xml`tests="${cases.length}" failures="${number("failure")}" errors="${number("error")}" skipped="${number("skipped")}"`;
}

function testCase(classname: string, name: string, outcome: Case["outcome"], content: Markup): Case {
  return {
    outcome,
    markup: xml`    <testcase classname="orders-kit.${classname}" name="${escapeLine(name)}" time="0">${content}</testcase>
`,
  };
}

/** A case for the target, with the advice and the remarks, and an error for each check that did not run to its end. */
function* runCases(report: Report): Generator<Case> {
  const notes = [
    ...report.advice.map(({ id, why }) => `advice ${id}: ${why}`),
    ...(report.remarks ?? []).flatMap(({ title, entries }) => [
      `${title}:`,
      ...entries.map(({ id, why, times }) => `${id} (${times}): ${why}`),
    ]),
  ].join("\n");
  const output = notes === "" ? undefined : xml`<system-out>${escapeText(notes)}</system-out>`;
  if (report.why === undefined) yield testCase("run", "target-judged", "passed", xml`${output}`);
  else {
    const error = xml`<error message="${escapeLine(report.why)}" type="not-judged">${escapeText(report.why)}</error>`;
    yield testCase("run", "target-judged", "error", xml`${error}${output}`);
  }
  for (const { check, why } of report.broken)
    yield testCase(
      "run",
      check,
      "error",
      xml`<error message="${escapeLine(why)}" type="broken-check">${escapeText(why)}</error>`,
    );
}

function clauseCase(clause: ClauseReport): Case {
  const { area, id, verdict, why = "" } = clause;
  switch (verdict) {
    case "held":
      return testCase(area, id, "passed", xml``);
    case "violated":
      return testCase(
        area,
        id,
        "failure",
        xml`<failure message="${escapeLine(why || clause.statement)}" type="violated">${escapeText(failureText(clause))}</failure>`,
      );
    case "unproven":
    case "withheld":
      return testCase(area, id, "skipped", xml`<skipped message="${verdict}: ${escapeLine(why)}"/>`);
  }
}

function failureText({ statement, section, why, expected, received, evidence = [] }: ClauseReport): string {
  return [
    `${statement} (section ${section})`,
    ...(why === undefined ? [] : [why]),
    ...(expected === undefined ? [] : [`expected: ${expected}`]),
    ...(received === undefined ? [] : [`received: ${received}`]),
    ...evidence.flatMap(({ request, response, curl }) => ["", request, "", response, "", curl]),
  ].join("\n");
}
