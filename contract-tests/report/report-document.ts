/** A report as a document: the result, the violations, and the verdict on every clause and silence. */
import { AREAS, type Area, CLAUSES } from "../../spec/clauses/index.ts";
import { OPERATIONS } from "../../spec/interface/operations.ts";
import { isOptionalClause } from "../../spec/schema/fields.ts";
import type { Evidence, Verdict } from "../assertions/finding.ts";
import { KEY_PLACEHOLDER } from "../client/redaction.ts";
import type { ClauseReport } from "./clause-report.ts";
import {
  type Block,
  type Document,
  type Entry,
  type Item,
  type List,
  listOf,
  type Mark,
  paragraph,
  type Quotes,
  type Section,
  tableOf,
  type View,
  withCode,
} from "./document.ts";
import { receivedOf } from "./evidence.ts";
import { AREA_TITLES, answerText, duration } from "./labels.ts";
import { NOT_OBSERVED, type Report, type RunMode } from "./report.ts";
import { isBackground, needsReader, type Remark, type RemarkList } from "./run-facts.ts";

const MARKS: Readonly<Record<Verdict, Mark>> = {
  violated: { sign: "✗", word: "violated", tone: "bad" },
  held: { sign: "✓", word: "held", tone: "good" },
  skipped: { sign: "–", word: "skipped", tone: "open" },
  unproven: { sign: "?", word: "unproven", tone: "open" },
};
const FOLLOWS: Mark = { sign: "✗", word: "also", tone: "bad" };
const NOT_STATED: Mark = { sign: "·", word: "not part of the contract", tone: "soft" };
const ADVICE: Mark = { sign: "!", word: "advice", tone: "open" };
const REMARK: Mark = { sign: "·", word: "", tone: "soft" };
const RESULTS = { good: "Pass", bad: "Fail", open: "No verdict" } as const;
/** Kinds of advice that a terminal explains; it only names the others. */
const MAX_ADVICE = 3;
/** What is left out of these is on the page and behind `--verbose`. */
const BRIEF: readonly View[] = ["summary", "terminal"];
const TERMINAL: readonly View[] = ["terminal"];
const BUT_TERMINAL: readonly View[] = ["page", "summary", "verbose"];
const FOLDED: Pick<Quotes, "whole" | "folded"> = {
  whole: Number.MAX_SAFE_INTEGER,
  folded: ["page"],
};

export function reportDocument(report: Report): Document {
  const { target, mode, why, broken, clauses, advice, requests, durationMs, startedAt } = report;
  const violated = headlinesOf(report).map(({ id }) => id);
  const following = withVerdict(report, "violated").length - violated.length;
  const alsoViolated = following === 0 ? "" : ` (${following} more by the same calls)`;
  const text = resultText(report);
  // A run that conforms and proves nothing has no verdict.
  const isPass = report.verdict === "conforms" && withVerdict(report, "held").length > 0;
  const tone = report.verdict === "violates" ? "bad" : isPass ? "good" : "open";
  const counts = Object.entries(MARKS).map(([name, { word, tone: part }]) => {
    const value = clauses.filter(({ verdict }) => verdict === name).length;
    return name === "violated"
      ? { value: violated.length, word: `${word}${alsoViolated}`, tone: part }
      : { value, word, tone: part };
  });
  const facts = [
    ...counts,
    { value: advice.length, word: "advice" },
    { value: requests, word: requests === 1 ? "request" : "requests" },
    { value: duration(durationMs), word: "total" },
  ];
  return {
    tone,
    result: RESULTS[tone],
    title: `${target.name ?? target.url} ${text}`,
    lead: [
      ...(why === undefined ? [] : [paragraph([why], "open")]),
      ...broken.map(({ check, why: cause }) =>
        paragraph(
          [
            "The check ",
            { code: check },
            " did not finish, which is not a fault of the deployment: ",
            cause,
          ],
          "open",
        ),
      ),
      ...(target.name === undefined ? [] : [paragraph([{ code: target.url }], "soft")]),
      ...(mode === undefined ? [] : [paragraph([modeText(mode)], "soft")]),
    ],
    facts: facts.filter(({ value }) => value !== 0),
    sections: sectionsOf(report),
    ending: violated.length === 0 ? text : `${text}: ${violated.join(", ")}`,
    footer: `orders-kit, ${date(startedAt)}. report.json, junit.xml and summary.md have the same findings.`,
  };
}

const IDS: Readonly<Record<RunMode["ids"], string>> = {
  none: "Without orders: no order was touched.",
  provided: "With the orders that were provided.",
  disposable: "Disposable: listed orders may have been cancelled.",
};

/** Of which kind the run was, and how a further one would send more. */
function modeText({ ids, thorough, readOnly }: RunMode): string {
  if (readOnly) return "Read-only: GET, HEAD and OPTIONS alone; no order was touched.";
  return `${IDS[ids]} ${thorough ? "Thorough: all that the steps have." : "--thorough sends more."}`;
}

/** The violated clauses that each stand for a fault. */
function headlinesOf(report: Report): readonly ClauseReport[] {
  return withVerdict(report, "violated").filter(({ followsFrom }) => followsFrom === undefined);
}

export function withVerdict(report: Report, verdict: Verdict): readonly ClauseReport[] {
  return report.clauses.filter((clause) => clause.verdict === verdict);
}

/** To follow the name of the target. A run that did not prove every clause says so. */
function resultText(report: Report): string {
  if (report.verdict === "violates") return "violates the contract";
  if (report.verdict === "not-judged") return "was not judged";
  const unproven = report.clauses.filter(({ verdict }) => verdict !== "held").length;
  if (unproven === 0)
    return isPartial(report) ? "conforms (selected clauses only)" : "conforms to the contract";
  if (unproven === report.clauses.length) return "was not proven to hold any clause";
  return `violates no clause, ${unproven} not proven`;
}

/** Whether the run was for some clauses only (`--only`): then the silences that it did not observe are not missing. */
function isPartial(report: Report): boolean {
  return CLAUSES.some(
    ({ id }) => !isOptionalClause(id) && !report.clauses.some((clause) => clause.id === id),
  );
}

/** `21 November 2026, 09:30 UTC`. */
function date(iso: string): string {
  return `${new Date(iso).toLocaleString("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" })} UTC`;
}

function sectionsOf(report: Report): Section[] {
  const { clauses, matrix, advice, remarks = [], traffic = [] } = report;
  // Without any verdict, a list of what was not observed says nothing.
  const judged = clauses.some(({ verdict }) => verdict === "held" || verdict === "violated");
  const areas = AREAS.map((area) => areaList(clauses, area)).filter(
    ({ items }) => items.length > 0,
  );
  const counts = areas.map((list) => ({ ...list, items: [] }));
  const unproven = judged || report.why === undefined ? unprovenItems(report) : [];
  const isShown = (observed: string): boolean =>
    judged && !(isPartial(report) && observed === NOT_OBSERVED);
  const silences = report.silences.filter(({ observed }) => isShown(observed));
  const sections: Section[] = [
    { id: "areas", title: "", blocks: judged ? counts : [], leftOut: BUT_TERMINAL },
    {
      id: "violated",
      title: "Violated clauses",
      blocks: headlinesOf(report).map((clause) => violation(clause, report)),
    },
    { id: "unproven", title: "Not proven", blocks: listOf(unproven), folded: ["summary"] },
    {
      id: "matrix",
      title: "Operations and statuses",
      blocks: judged ? matrixTable(matrix) : [],
      leftOut: BRIEF,
    },
    { id: "clauses", title: "Clauses", blocks: areas, leftOut: BRIEF },
    {
      id: "advice",
      title: `Advice (${advice.length})`,
      blocks: adviceBlocks(advice),
      folded: ["summary"],
    },
    ...remarks.map(remarkSection),
    {
      id: "silences",
      title: "Left open by the contract",
      blocks: silencesTable(silences),
      leftOut: TERMINAL,
      folded: ["summary"],
    },
    {
      id: "traffic",
      title: "All requests and responses",
      blocks: quotes(traffic, FOLDED),
      leftOut: ["summary"],
    },
  ];
  // A list of remarks may have a title only.
  return sections.filter(({ id, blocks }) => blocks.length > 0 || id.startsWith("remarks"));
}

function areaList(all: readonly ClauseReport[], area: Area): List {
  const clauses = all.filter((clause) => clause.area === area);
  const verdicts = clauses.map(({ verdict }) => verdict);
  const held = verdicts.filter((verdict) => verdict === "held").length;
  const tone = verdicts.includes("violated") ? "bad" : held < clauses.length ? "open" : "good";
  const items = clauses.map(({ id, statement, verdict, followsFrom, notTried = [] }) => {
    const to = verdict === "violated" ? { to: anchorOf(followsFrom ?? id) } : {};
    const part = notTried.length > 0 ? [` ${notTriedText(notTried)}`] : [];
    return { mark: MARKS[verdict], text: [statement, ...part], names: [id], ...to };
  });
  const heading = {
    title: AREA_TITLES[area],
    count: `${held} of ${clauses.length} held`,
    tone,
  } as const;
  return { kind: "list", heading, items };
}

/** `3 not tried: 17.5, 17e0, 1,7.` They are texts in the place of an id, and keys. */
function notTriedText(texts: readonly string[]): string {
  return `${texts.length} not tried: ${texts.join(", ")}.`;
}

const anchorOf = (clause: string): string => `violated-${clause}`;

/** The clauses that were not proven, grouped by what would prove them. */
function unprovenItems(report: Report): Item[] {
  return (["skipped", "unproven"] as const).flatMap((verdict) => {
    const clauses = withVerdict(report, verdict);
    return [...new Set(clauses.map(({ why = "" }) => why))].map((reason) => ({
      mark: MARKS[verdict],
      text: [reason],
      names: clauses.filter(({ why = "" }) => why === reason).map(({ id }) => id),
    }));
  });
}

/** A fault: the clause that stands for it, and those that follow from it. */
function violation(clause: ClauseReport, report: Report): Block {
  const { id, operation, status, section, statement, why = "", expected, evidence = [] } = clause;
  const request =
    operation === undefined
      ? []
      : [`${OPERATIONS[operation].method} ${OPERATIONS[operation].path}`];
  const about = [...request, ...(status === undefined ? [] : [status])].join(" → ");
  const received = receivedOf(clause);
  // A request, and the request that shows its effect; or the one in which the fault is marked.
  const whole = evidence[0]?.response.includes("«") ? 1 : 2;
  return {
    kind: "card",
    mark: MARKS.violated,
    name: id,
    anchor: anchorOf(id),
    facts: [...(about === "" ? [] : [{ code: about }, " · "]), `section ${section}`],
    blocks: [
      paragraph([statement], "strong"),
      paragraph([why]),
      ...(expected === undefined ? [] : [paragraph(["expected ", { code: expected }], "good")]),
      ...(received === undefined ? [] : [paragraph(["received ", { code: received }], "bad")]),
      ...listOf(followers(report, id)),
      ...quotes(evidence, { whole }),
    ],
  };
}

function followers(report: Report, headline: string): Item[] {
  return withVerdict(report, "violated")
    .filter(({ followsFrom }) => followsFrom === headline)
    .map(({ id, statement }) => {
      return { mark: FOLLOWS, text: [statement], names: [id] };
    });
}

/** Where the whole is not shown, it has its first text only. */
function note(
  mark: Mark,
  name: string,
  all: readonly Pick<Remark, "why" | "evidence">[],
  times = all.length,
): Entry {
  const evidence = all.flatMap((one) => one.evidence ?? []);
  const blocks = [
    ...all.map(({ why }, i) => ({ ...paragraph([why]), leftOut: i === 0 ? [] : BRIEF })),
    ...quotes(evidence, { ...FOLDED, leftOut: BRIEF }),
  ];
  return { kind: "note", mark, name, facts: times > 1 ? [`${times} times`] : [], blocks };
}

/** Each kind of advice once, with its count. */
function adviceBlocks(advice: Report["advice"]): Block[] {
  if (advice.length === 0) return [];
  const about = "What a reader of the contract could dispute. It fails a run only with `--strict`.";
  const kinds = [...new Set(advice.map(({ id }) => id))];
  const notes = kinds.map((kind, i) => {
    const alike = advice.filter(({ id }) => id === kind);
    return { ...note(ADVICE, kind, alike), leftOut: i < MAX_ADVICE ? [] : TERMINAL };
  });
  const unexplained = paragraph([`and ${kinds.slice(MAX_ADVICE).join(", ")}`], "soft");
  return [
    { ...paragraph(withCode(about), "soft"), leftOut: TERMINAL },
    ...notes,
    ...(kinds.length > MAX_ADVICE ? [{ ...unexplained, leftOut: BUT_TERMINAL }] : []),
  ];
}

function remarkSection(list: RemarkList, index: number): Section {
  return {
    id: `remarks-${index + 1}`,
    title: list.title,
    folded: ["summary"],
    leftOut: isBackground(list) ? TERMINAL : [],
    blocks: list.entries.map((one) => {
      return {
        ...note(REMARK, one.id, [one], one.times),
        leftOut: needsReader(one) ? [] : TERMINAL,
      };
    }),
  };
}

function matrixTable(matrix: Report["matrix"]): Block[] {
  const statuses = [...new Set(matrix.map(({ status }) => status))].toSorted((a, b) => a - b);
  const operations = Object.values(OPERATIONS).filter(({ id }) =>
    matrix.some(({ operation }) => operation === id),
  );
  const cell = (operation: string, status: number): Mark => {
    const found = matrix.find((entry) => entry.operation === operation && entry.status === status);
    return found === undefined ? NOT_STATED : MARKS[found.verdict];
  };
  const rows = operations.map(({ id, method, path }) => {
    return {
      name: id,
      about: [{ code: `${method} ${path}` }],
      cells: statuses.map((status) => cell(id, status)),
    };
  });
  const caption = "The worst verdict among the clauses that concern an operation’s status.";
  return tableOf({ caption, layout: "marks", heads: ["Operation", ...statuses.map(String)], rows });
}

function silencesTable(silences: Report["silences"]): Block[] {
  const caption = "What the contract does not say, and how this deployment answered. Never judged.";
  const rows = silences.map(({ id, question, observed }) => {
    return {
      name: id,
      about: withCode(question),
      cells: [observed === NOT_OBSERVED ? [observed] : answerText(id, observed)],
    };
  });
  return tableOf({ caption, layout: "texts", heads: ["Question", "Observed"], rows });
}

/** Exchanges in a row that are alike are one: the gate repeats some requests. */
function quotes(
  all: readonly Evidence[],
  shown: Pick<Quotes, "whole" | "folded"> & Pick<Block, "leftOut">,
): Block[] {
  const merged: { readonly evidence: Evidence; times: number }[] = [];
  for (const evidence of all) {
    const last = merged.at(-1);
    if (last?.evidence.curl === evidence.curl && last.evidence.response === evidence.response)
      last.times++;
    else merged.push({ evidence, times: 1 });
  }
  const quoted = merged.map(({ evidence, times }) => {
    const count = times > 1 ? `${times} times in a row` : "";
    const summary = [exchangeLine(evidence), count].filter(Boolean).join(", ");
    return {
      ...evidence,
      summary,
      response: count === "" ? evidence.response : `${evidence.response}\n(${count})`,
    };
  });
  return quoted.length === 0 ? [] : [{ kind: "quotes", quotes: quoted, ...shown }];
}

/** `DELETE /v1/store/orders/17 (Bearer <nothing>) → 401 Unauthorized`. The good key is the normal case and is not mentioned. */
function exchangeLine({ request, response }: Evidence): string {
  const [requestLine = "", credential] = request.replace(/ https?:\/\/[^/\n]*/, " ").split("\n");
  const isGoodKey =
    credential === undefined || credential === `Authorization: Bearer ${KEY_PLACEHOLDER}`;
  const key = isGoodKey ? "" : ` (${credential.replace(/^\(|\)$|^Authorization: /g, "")})`;
  const [statusLine = ""] = response.split("\n", 1);
  return `${requestLine}${key} → ${statusLine.replace(/^HTTP\/[\d.]+ /, "")}`;
}
