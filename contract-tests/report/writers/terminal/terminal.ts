/** Prints what a reader of a report needs first, for a terminal. The page has everything. */
import { escapeLine, escapeText } from "../../../client/masking/escape-text.ts";
import type { Evidence, Report } from "../../schema.ts";
import { MARKS, type Mark, marked } from "../marks.ts";
import { type EntryGroup, type Headline, type Outline, outlineOf, type Row } from "../outline.ts";
import { joinParts, Layout, type TerminalOptions, TONES } from "./layout.ts";
import { type TextStyle, wrapCode } from "./wrap.ts";

export interface ReportTextOptions extends TerminalOptions {
  /** The path of the page, for the last line. */
  readonly reportAt?: string | undefined;
}

const SIGNS = { good: "✓", bad: "✗", open: "!" } as const;

export function printReport(report: Report, options: ReportTextOptions): string {
  const layout = new Layout(options);
  const outline = outlineOf(report);
  const { tone, title, problems, url, mode, counted, ending } = outline;
  const tried = triedInPart(outline, layout);
  const more = tried.length === 0 ? `${outline.more} ${outline.absent}` : "";
  const result = (text: string) =>
    layout.lines(`${SIGNS[tone]} ${escapeLine(text)}`, "bold", TONES[tone]);
  const at = options.reportAt === undefined ? "" : ` · report: ${options.reportAt}`;
  const faults = outline.faults.flatMap((fault) => ["", ...faultLines(fault, layout)]);
  const traffic = outline.traffic.flatMap((one) => evidenceLines([one], layout));

  return joinParts([
    [
      ...result(title),
      ...problems.flatMap((problem) => layout.indented(problem, "yellow")),
      ...layout.indented(url, "dim"),
      ...layout.indented(`${mode} ${more}`.trim(), "dim"),
      ...layout.indented(counted),
    ],
    areaCounts(outline, layout),
    section("Violated clauses", faults, layout),
    section("Known violations", rowLines(outline.known, layout), layout),
    section("Advice", noteLines(MARKS.advice, outline.advice, layout), layout),
    ...outline.sections.map(({ title: name, notes }) => [
      ...layout.lines(escapeLine(name), "bold"),
      ...noteLines(MARKS.entry, notes, layout),
    ]),
    section("Unproven", rowLines(outline.unproven, layout), layout),
    tried,
    section("All requests and responses", traffic, layout),
    result(`${ending}${at}`),
  ]);
}

/** `✓ staging conforms to the contract`: one line, for a run against several targets. */
export function resultLine(report: Report): string {
  const { tone, title } = outlineOf(report);
  return `${SIGNS[tone]} ${escapeLine(title)}`;
}

function section(title: string, lines: readonly string[], layout: Layout): string[] {
  return lines.length === 0 ? [] : [...layout.lines(escapeLine(title), "bold"), ...lines];
}

function areaCounts({ areas }: Outline, layout: Layout): string[] {
  return areas.flatMap(({ title, count, tone }) =>
    layout.bothEnds([title, "bold"], [count, TONES[tone]]),
  );
}

function faultLines(fault: Headline, layout: Layout): string[] {
  const { id, about, statement, why = "", expected, received, followers, evidence = [] } = fault;
  return [
    ...layout.signed(MARKS.violated, [id, "bold", "red"], [about, "dim"]),
    ...layout.indented(statement, "bold"),
    ...layout.indented(why),
    ...(expected === undefined ? [] : layout.indented(`expected ${expected}`, "green")),
    ...(received === undefined ? [] : layout.indented(`received ${received}`, "red")),
    ...fault.seen.flatMap((place) => layout.indented(`seen at ${place}`, "dim")),
    ...rowLines(followers, layout),
    ...evidenceLines(evidence, layout),
  ];
}

function rowLines(rows: readonly Row[], layout: Layout): string[] {
  return rows.flatMap(({ mark, text, names }) =>
    layout.signed(mark, [marked(mark, text)], [names.join("  "), TONES[mark.tone]]),
  );
}

/** Prints a line for each group, with its count. */
function noteLines({ sign, tone }: Mark, notes: readonly EntryGroup[], layout: Layout): string[] {
  const labelOf = ({ name, times }: EntryGroup) => (times > 1 ? `${name} ×${times}` : name);
  const width = Math.max(0, ...notes.map((note) => labelOf(note).length)) + 2;
  return notes.flatMap((note) => {
    const [line = "", ...further] = layout.labelled(labelOf(note), note.found[0]!.why, width);
    return [`${layout.style(sign, TONES[tone])}${line.slice(1)}`, ...further];
  });
}

/**
 * `Tried in part: auth-key-exact 4 of 41 keys, list-unauthorized 12 of 30 cases. --thorough sends
 * more.`
 */
function triedInPart(outline: Outline, layout: Layout): string[] {
  const { triedInPart: clauses, more, absent } = outline;
  if (clauses.length === 0) return [];
  const parts = clauses.map(({ id, part }) => `${id} ${part}`).join(", ");
  return layout.lines([`Tried in part: ${parts}.`, more, absent].filter(Boolean).join(" "));
}

/** Prints the exchanges and the curl line that repeats them. */
function evidenceLines(evidence: readonly Evidence[], { style, columns }: Layout): string[] {
  const bar = style("│", "dim");
  const exchanges = evidence.flatMap(({ request, response }) => {
    const answer = markFault(wrapCode(escapeText(response), columns - 4), style);
    const lines = [...wrapCode(escapeText(request), columns - 4), "", ...answer];
    return ["", ...lines.map((line) => `  ${bar}${line === "" ? "" : ` ${line}`}`)];
  });
  const curl = evidence.at(-1)?.curl ?? "";
  // The curl line stays one line, which the terminal wraps: copied, it still runs.
  return [...exchanges, ...(curl === "" ? [] : ["", `  ${style(escapeLine(curl), "cyan")}`])];
}

/** Colours the fault between » and «, which may be on different lines. */
function markFault(lines: readonly string[], style: TextStyle): string[] {
  const bold = (line: string): string => (line === "" ? "" : style(line, "bold", "red"));
  const marked = lines.join("\n").replace(/»([^«]*)«/g, (_, fault: string) => {
    return `${style("»", "red")}${fault.split("\n").map(bold).join("\n")}${style("«", "red")}`;
  });
  return marked.split("\n");
}
