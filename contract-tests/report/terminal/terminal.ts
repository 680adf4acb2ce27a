/** Prints what a reader of a report needs first, as text for a terminal. The page has the whole of it. */
import { escapeLine, escapeText } from "../../client/escape-text.ts";
import { distinctExchanges, type ShownExchange } from "../exchanges.ts";
import type { Fault } from "../faults.ts";
import { ADVICE, FOLLOWS, MARKS, REMARK } from "../marks.ts";
import { type Outline, outlineOf, remarksOf } from "../outline.ts";
import type { Report } from "../report.ts";
import type { RemarkList } from "../run-facts.ts";
import { joinParts, Layout, type TerminalOptions, TONES } from "./layout.ts";
import { type TextStyle, wrapCode } from "./wrap.ts";

export interface ReportTextOptions extends TerminalOptions {
  /** The path of the page, for the last line. */
  readonly reportAt?: string | undefined;
}

const SIGNS = { good: "✓", bad: "✗", open: "!" } as const;

export function printReport(report: Report, options: ReportTextOptions): string {
  const { reportAt } = options;
  const layout = new Layout(options);
  const outline = outlineOf(report);
  const { tone, title, problems, url, mode, counts, ending } = outline;
  const tried = triedInPart(outline, layout);
  const more = tried.length === 0 ? outline.more : "";
  const result = (text: string) =>
    layout.lines(`${SIGNS[tone]} ${escapeLine(text)}`, "bold", TONES[tone]);
  const counted = counts.map(({ value, word }) => `${value.toLocaleString("en")} ${word}`);
  const at = reportAt === undefined ? "" : ` · report: ${reportAt}`;
  const faults = outline.faults.flatMap((fault) => ["", ...faultLines(fault, layout)]);
  const traffic = exchangeLines(distinctExchanges(report.traffic ?? []), layout);
  const { told, others } = remarksOf(report);

  return joinParts([
    [
      ...result(title),
      ...problems.flatMap((problem) => layout.indented(problem, "yellow")),
      ...layout.indented(url, "dim"),
      ...layout.indented(`${mode} ${more}`.trim(), "dim"),
      ...layout.indented(counted.join(" · ")),
    ],
    areaCounts(outline, layout),
    section("Violated clauses", faults, layout),
    section("Known violations", knownLines(outline, layout), layout),
    section("Advice", adviceLines(outline, layout), layout),
    ...told.map((list) => remarks(list, layout)),
    section("Not proven", unproven(outline, layout), layout),
    tried,
    ...others.map((list) => remarks(list, layout)),
    section("All requests and responses", traffic, layout),
    result(`${ending}${at}`),
  ]);
}

/** `✓ staging conforms to the contract`: a line for each of several targets. */
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

function faultLines(fault: Fault, layout: Layout): string[] {
  const { id, about, statement, why = "", expected, received } = fault;
  const { seen, followers, shown, further } = fault;
  const others = further.flatMap(({ summary }) =>
    layout.indented(`also ${escapeLine(summary)}`, "dim"),
  );
  return [
    ...layout.signed(MARKS.violated, [id, "bold", "red"], [about, "dim"]),
    ...layout.indented(statement, "bold"),
    ...layout.indented(why),
    ...(expected === undefined ? [] : layout.indented(`expected ${expected}`, "green")),
    ...(received === undefined ? [] : layout.indented(`received ${received}`, "red")),
    ...seen.flatMap((place) => layout.indented(`seen at ${place}`, "dim")),
    ...followers.flatMap((one) =>
      layout.signed(FOLLOWS, [`also: ${one.statement}`], [one.id, "red"]),
    ),
    ...exchangeLines(shown, layout),
    ...(others.length > 0 ? ["", ...others] : []),
  ];
}

function knownLines({ known }: Outline, layout: Layout): string[] {
  return known.flatMap(({ mark, name, text }) =>
    layout.signed(mark, [`${mark.word}: ${text}`], [name, TONES[mark.tone]]),
  );
}

/** A line for each kind of advice, with how often it was found. */
function adviceLines({ advice }: Outline, layout: Layout): string[] {
  const kinds = advice.map(({ id, times, texts: [why = ""] }) => {
    return { label: times > 1 ? `${id} ×${times}` : id, why };
  });
  const width = Math.max(0, ...kinds.map(({ label }) => label.length)) + 2;
  return kinds.flatMap(({ label, why }) => {
    const [line = "", ...further] = layout.labelled(label, why, width);
    return [`${layout.style(ADVICE.sign, "yellow")}${line.slice(1)}`, ...further];
  });
}

const timesText = (times: number): string => (times > 1 ? `${times} times` : "");

function unproven(outline: Outline, layout: Layout): string[] {
  return outline.unproven.flatMap(({ mark, why, clauses }) =>
    layout.signed(mark, [`${mark.word}: ${why}`], [clauses.join("  "), TONES[mark.tone]]),
  );
}

/** `Tried in part: auth-key-exact 4 of 41 keys, list-unauthorized 12 of 30 cases. --thorough sends more.` */
function triedInPart({ triedInPart: clauses, more }: Outline, layout: Layout): string[] {
  if (clauses.length === 0) return [];
  const parts = clauses.map(({ id, part }) => `${id} ${part}`).join(", ");
  return layout.lines(`Tried in part: ${parts}. ${more}`.trim());
}

function remarks({ title, entries, inBrief }: RemarkList, layout: Layout): string[] {
  if (inBrief === "nothing") return [];
  const lines = entries.flatMap(({ id, why, times }) => [
    ...layout.signed(REMARK, [id, "bold", "dim"], [timesText(times), "dim"]),
    ...layout.indented(why),
  ]);
  return [...layout.lines(escapeLine(title), "bold"), ...(inBrief === "all" ? lines : [])];
}

function exchangeLines(all: readonly ShownExchange[], { style, columns }: Layout): string[] {
  const bar = style("│", "dim");
  return all.flatMap(({ request, response, curl }) => {
    const answer = markFault(wrapCode(escapeText(response), columns - 4), style);
    const lines = [...wrapCode(escapeText(request), columns - 4), "", ...answer];
    return [
      "",
      ...lines.map((line) => `  ${bar}${line === "" ? "" : ` ${line}`}`),
      // In one line, which the terminal breaks: copied, it still runs.
      ...(curl === "" ? [] : ["", `  ${style(escapeLine(curl), "cyan")}`]),
    ];
  });
}

/** The fault is between » and «, which may be on different lines. */
function markFault(lines: readonly string[], style: TextStyle): string[] {
  const bold = (line: string): string => (line === "" ? "" : style(line, "bold", "red"));
  const marked = lines.join("\n").replace(/»([^«]*)«/g, (_, fault: string) => {
    return `${style("»", "red")}${fault.split("\n").map(bold).join("\n")}${style("«", "red")}`;
  });
  return marked.split("\n");
}
