/** `orders-kit compare A/report.json B/report.json`: what is new, mended, answered otherwise and slower from A to B. */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { type Comparison, compareReports } from "../../contract-tests/report/compare-reports.ts";
import { REPORT_VERSION, type Report } from "../../contract-tests/report/report.ts";
import { joinParts, Layout } from "../../contract-tests/report/terminal/layout.ts";
import { decodeText } from "../../scenarios/source/decode.ts";
import { jsonSource } from "../../scenarios/source/json-source.ts";
import { describeSystemError } from "../../spec/errors/system-error.ts";
import { type CommandIo, defineCommand } from "../command.ts";
import { compareTwoError, notAReportError, reportNotReadError } from "../errors.ts";
import { terminalOptions } from "../terminal.ts";

export const command = defineCommand(
  {
    name: "compare",
    takes: { usage: "BEFORE/report.json AFTER/report.json", max: 2 },
    flags: { json: "print what has changed as JSON" },
    after:
      "Exit codes: 0 no violation is new, 1 at least one is, 2 a file is no report, 3 a run was not judged.",
  },
  async ({ values: { json }, positionals: [before, after] }, io) => {
    if (before === undefined || after === undefined) throw compareTwoError();
    const comparison = compareReports(await reportIn(before, io), await reportIn(after, io));
    io.stdout.write(
      json
        ? `${JSON.stringify(comparison, undefined, 2)}\n`
        : textOf(comparison, new Layout(terminalOptions(io))),
    );
    if (comparison.new.length > 0) return 1;
    return comparison.notJudged.length > 0 ? 3 : 0;
  },
);

/** Throws a UserError that names the file. */
async function reportIn(file: string, { cwd = "." }: CommandIo): Promise<Report> {
  const bytes = await readFile(resolve(cwd, file)).catch((error: unknown) => {
    throw reportNotReadError({ file, why: describeSystemError(error) });
  });
  const { value } = jsonSource(decodeText(bytes), file);
  if (!isReport(value)) throw notAReportError({ file, version: REPORT_VERSION });
  return value;
}

/** True if orders-kit has written it in this version of the format, so that it has all fields. */
function isReport(value: unknown): value is Report {
  if (typeof value !== "object" || value === null) return false;
  const { generator, version } = value as Partial<Report>;
  return generator?.startsWith("orders-kit ") === true && version === REPORT_VERSION;
}

function textOf(comparison: Comparison, layout: Layout): string {
  const { notJudged, differs, new: fresh, known, mended } = comparison;
  const { notObserved, silences, slower } = comparison;
  const violationLines = (all: Comparison["new"]): string[] =>
    all.map(({ clause, at }) => (at === undefined ? clause : `${clause} at ${at}`));
  const sections = [
    { title: "! Not judged", lines: notJudged },
    { title: "! The runs differ", lines: differs },
    { title: `✗ New violations (${fresh.length})`, lines: violationLines(fresh) },
    { title: `~ Known violations that came (${known.length})`, lines: violationLines(known) },
    { title: `✓ Mended (${mended.length})`, lines: violationLines(mended) },
    {
      title: `? No longer observed (${notObserved.length})`,
      lines: violationLines(notObserved),
    },
    {
      title: `· Answered otherwise (${silences.length})`,
      lines: silences.map((one) => `${one.id}: ${one.before} → ${one.after}`),
    },
    {
      title: `· Slower (${slower.length})`,
      lines: slower.map(
        ({ operation, beforeMs, afterMs }) => `${operation}: median ${beforeMs} ms → ${afterMs} ms`,
      ),
    },
  ];
  const shown = sections.filter(({ lines }) => lines.length > 0);
  if (shown.length === 0)
    return joinParts([layout.lines("✓ Nothing has changed", "bold", "green")]);
  return joinParts(
    shown.map(({ title, lines }) => [
      ...layout.lines(title, "bold"),
      ...lines.flatMap((line) => layout.indented(line)),
    ]),
  );
}
