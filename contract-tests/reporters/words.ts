/** The words and signs that all reports share, so that a run reads the same wherever it is read. */
import { type Area, SILENCES } from "../../spec/clauses/index.ts";
import { OPERATIONS, type OperationId } from "../../spec/operations.ts";
import type { Evidence, Verdict } from "../check.ts";
import type { ClauseReport, Report } from "../report.ts";
import { KEY_MARK } from "../secrets.ts";
import { isPart, withVerdict } from "./view.ts";

export const AREA_TITLES: Readonly<Record<Area, string>> = {
  auth: "Authentication",
  list: "Listing",
  order: "The fields of an Order",
  cancel: "Cancelling",
  errors: "Errors and bodies",
  versioning: "Versioning",
  pets: "The deprecated pets operation",
};

export const SIGNS: Readonly<Record<Verdict, string>> = { held: "✓", violated: "✗", unproven: "?", withheld: "–" };

/** What is said of the target, after its name. A green that nothing or not all stands behind says so. */
export function headline(report: Report): string {
  if (report.verdict === "violates") return "violates the contract";
  if (report.verdict === "not-judged") return "was not judged";
  const open = report.clauses.filter(({ verdict }) => verdict !== "held").length;
  if (open === 0) return isPart(report) ? "conforms in what was asked for" : "conforms to the contract";
  return open === report.clauses.length
    ? "was not proven to hold any clause"
    : `violates no clause, ${open} not proven`;
}

/** How a run as a whole is to be taken: a pass that proves nothing is none. */
export function mood(report: Report): "good" | "bad" | "unsure" {
  if (report.verdict === "violates") return "bad";
  return report.verdict === "conforms" && withVerdict(report, "held").length > 0 ? "good" : "unsure";
}

function operationLine(id: OperationId): string {
  const { method, path } = OPERATIONS[id];
  return `${method} ${path}`;
}

/** What a clause concerns: `DELETE /store/orders/{orderId} → 409`, or less when it concerns more. */
export function scope({ operation, status }: ClauseReport): string {
  const said = [
    ...(operation === undefined ? [] : [operationLine(operation)]),
    ...(status === undefined ? [] : [status]),
  ];
  return said.join(" → ");
}

/** `1 violated`, `28 held`, … by weight, without what there is none of. */
export function tally(report: Report): string[] {
  const number = (verdict: Verdict) => withVerdict(report, verdict).length;
  return [
    [number("violated"), "violated"],
    [number("held"), "held"],
    [number("withheld"), "withheld"],
    [number("unproven"), "unproven"],
    [report.advice.length, "advice"],
  ].flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}`]));
}

export function plural(number: number, noun: string, nouns = `${noun}s`): string {
  return `${number.toLocaleString("en")} ${number === 1 ? noun : nouns}`;
}

/** `34 ms`, `1.9 s`, `2 min 5 s`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}

/** What an observed answer means, where the ledger of silences knows it. */
export function answerMeaning(silence: string, observed: string): string | undefined {
  const answers: Readonly<Record<string, string>> = SILENCES.find(({ id }) => id === silence)?.answers ?? {};
  return Object.hasOwn(answers, observed) ? answers[observed] : undefined;
}

/** An exchange in a line: `DELETE /v1/store/orders/17 (Bearer <nothing>) → 401 Unauthorized`; the plain key goes without saying. */
export function exchangeLine({ request, response }: Evidence): string {
  const [line = "", credential] = request.replace(/ https?:\/\/[^/\n]*/, " ").split("\n");
  const plain = credential === undefined || credential === `Authorization: Bearer ${KEY_MARK}`;
  const key = credential?.replace(/^\(|\)$|^Authorization: /g, "");
  return `${line}${plain ? "" : ` (${key})`} → ${response.split("\n", 1)[0]?.replace(/^HTTP\/[\d.]+ /, "")}`;
}
