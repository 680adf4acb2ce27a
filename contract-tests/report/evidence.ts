/** What a report shows of exchanges: texts that are shortened, masked and safe to print, with the curl line that repeats what was done. */
import { isUtf8 } from "node:buffer";
import { shorten } from "../../spec/shorten.ts";
import { queryOf } from "../client/calls.ts";
import { contentOf, readableContent } from "../client/content.ts";
import { displayOf } from "../client/credential-entry.ts";
import { CREDENTIALS } from "../client/credentials.ts";
import { bareUrl, curlLine, repetitionOf } from "../client/curl.ts";
import { type Exchange, header, type Response } from "../client/exchange.ts";
import { escapeBytes, escapeLine, escapeText } from "../client/masking/escape-text.ts";
import { Redactor } from "../client/masking/redaction.ts";
import { outcomeOf } from "../client/outcome.ts";
import { lastOf, type Proof, type ViolationDetail } from "../run/assertions/finding.ts";
import { plural } from "./labels.ts";
import type { Evidence } from "./schema.ts";

/** UTF-16 units of one line, and of all headers. Together with the other limits, an evidence has about 2 KB. */
const MAX_LINE = 160;
const MAX_HEADERS = 600;
/** How much is shown before and after a fault, of the fault itself, and of a body without one. */
const CONTEXT_UNITS = 220;
const FAULT_UNITS = 240;
const BEGINNING_UNITS = 480;
/** Bytes that are not UTF-8 of which the beginning is shown. */
const MAX_ESCAPED = 1 << 16;

/** The evidence of a finding: of calls that were sent. The curl line of the last exchange repeats all that was done. */
export function proofEvidence(proof: Proof, detail: ViolationDetail = {}): readonly Evidence[] {
  const last = lastOf(proof);
  const isSent = (one: Exchange) => outcomeOf(one).kind !== "not sent";
  const before = proof.slice(0, -1).filter(isSent);
  const { redactor = NO_SECRETS } = last;
  const curl = redactor.text(repetitionOf(last, before[0], detail.atOnce?.filter(isSent)));
  return [...before.map((one) => evidenceOf(one)), { ...evidenceOf(last, detail), curl }];
}

/** Headers that clauses and silences are about; others are counted only. */
const SHOWN_HEADERS = new Set(
  `content-type content-length content-encoding content-range transfer-encoding location www-authenticate retry-after allow
   link deprecation sunset access-control-allow-origin x-total-count x-next-page`.split(/\s+/),
);

export function evidenceOf(exchange: Exchange, detail: ViolationDetail = {}): Evidence {
  const { redactor = NO_SECRETS } = exchange;
  return {
    request: requestText(exchange, redactor),
    response: responseText(exchange, redactor, detail),
    curl: redactor.text(curlLine(exchange)),
  };
}

const NO_SECRETS = new Redactor();

/** One line, masked and safe to print. */
function shownLine(text: string, redactor: Redactor): string {
  return shorten(escapeLine(redactor.shown(text)), MAX_LINE);
}

function requestText({ call, url, keyVariable }: Exchange, redactor: Redactor): string {
  return [
    shownLine(`${call.method} ${bareUrl(url)}${queryOf(call)}`, redactor),
    displayOf(CREDENTIALS[call.credential], keyVariable),
    ...(call.headers ?? []).map(([name, value]) => shownLine(`${name}: ${value}`, redactor)),
  ].join("\n");
}

function responseText(exchange: Exchange, redactor: Redactor, detail: ViolationDetail): string {
  const { response, failure } = exchange;
  const lineOf = (text: string) => shownLine(text, redactor);
  const failed = failure === undefined ? [] : [lineOf(`(${failure.kind}: ${failure.message})`)];
  if (response === undefined) return failed.join("") || "(no response)";
  return [
    ...response.informational.map((status) => `HTTP/${response.httpVersion} ${status}`),
    lineOf(`HTTP/${response.httpVersion} ${response.status} ${response.reason}`.trimEnd()),
    ...headerLines(response, lineOf),
    "",
    ...bodyExcerpt(response, redactor, detail),
    ...(response.trailingBytes > 0
      ? [`(${plural(response.trailingBytes, "byte")} after a response without content)`]
      : []),
    ...failed,
  ].join("\n");
}

function headerLines({ headers }: Response, lineOf: (text: string) => string): string[] {
  const lines: string[] = [];
  let left = MAX_HEADERS;
  for (const [name, value] of headers.filter(([field]) => SHOWN_HEADERS.has(field.toLowerCase()))) {
    const line = lineOf(`${name}: ${value}`);
    left -= line.length;
    if (left <= 0) break;
    lines.push(line);
  }
  const others = headers.length - lines.length;
  return others > 0 ? [...lines, `(and ${plural(others, "more header")})`] : lines;
}

/** Lines: a note in parentheses, and the beginning of the body, or the surroundings of a fault, which is marked `»…«`. */
function bodyExcerpt(response: Response, redactor: Redactor, detail: ViolationDetail): string[] {
  const { leftOut } = response;
  if (leftOut !== undefined) {
    const size = leftOut.toLocaleString("en");
    const notes = [detail.label, `a body of ${size} bytes, which was not kept`];
    return [shownLine(`(${notes.filter(Boolean).join(", ")})`, redactor)];
  }
  if (response.body.length === 0) return ["(no body)"];
  const bytes = readableContent(response);
  const isDecoded = bytes === contentOf(response);
  const coding = shorten(header(response, "content-encoding")?.trim() ?? "identity", MAX_LINE);
  const decoding = isDecoded ? `decoded from ${coding}` : `${coding}, not decoded`;
  // No fault is found in bytes that are not UTF-8: their beginning is enough.
  const text = isUtf8(bytes)
    ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)
    : escapeBytes(bytes.subarray(0, MAX_ESCAPED));
  const { at, label } = detail;
  const show: Show = (from, to) => redactor.shown(text, from, to);
  const [shown, part] = at === undefined ? beginningOf(text, show) : faultIn(text, show, at);
  const position = part && `${part} of ${bytes.length.toLocaleString("en")} bytes`;
  const notes = [label, coding !== "identity" && decoding, position].filter(Boolean);
  return [...(notes.length > 0 ? [shownLine(`(${notes.join(", ")})`, redactor)] : []), shown];
}

/** The text that is shown, and which part of the body it is, where it is not the whole. */
type Excerpt = readonly [shown: string, part?: string];

/** A part of a body, masked. */
type Show = (from: number, to: number) => string;

function beginningOf(text: string, show: Show): Excerpt {
  const shown = startOf(show, 0, text.length, BEGINNING_UNITS);
  return text.length <= BEGINNING_UNITS ? [shown] : [shown, "the beginning"];
}

function faultIn(
  text: string,
  show: Show,
  { start, end }: NonNullable<ViolationDetail["at"]>,
): Excerpt {
  // Offsets do not count a byte order mark.
  const mark = text.startsWith("\ufeff") ? 1 : 0;
  const [from, to] = [start + mark, end + mark];
  const before = endOf(show, from, CONTEXT_UNITS);
  const fault = startOf(show, from, to, FAULT_UNITS);
  const after = startOf(show, to, text.length, CONTEXT_UNITS);
  const shown = `${before}»${fault}«${after}`;
  if (Math.max(from, text.length - to) <= CONTEXT_UNITS) return [shown];
  return [shown, `byte ${Buffer.byteLength(text.slice(0, from)).toLocaleString("en")}`];
}

/** So many units of a part of a body, safe to print, with `…` for the others. Escapes may make it a third longer; no surrogate pair is cut. */
function startOf(show: Show, from: number, to: number, units: number): string {
  const end = Math.min(to, from + units);
  const shown = escapeText(show(from, end).replace(/[\ud800-\udbff]$/, ""));
  const most = (units * 4) / 3;
  return end < to || shown.length > most ? `${shown.slice(0, most)}…` : shown;
}

function endOf(show: Show, to: number, units: number): string {
  const from = Math.max(0, to - units);
  const shown = escapeText(show(from, to).replace(/^[\udc00-\udfff]/, ""));
  const most = (units * 4) / 3;
  return from > 0 || shown.length > most ? `…${shown.slice(-most)}` : shown;
}
