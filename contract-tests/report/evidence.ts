/**
 * Shows exchanges in a report: shortened, masked and safe to print, with the curl line that repeats
 * them.
 */
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

/**
 * In UTF-16 units: one line, and all headers. With the other limits, one exchange's evidence has
 * about 2 KB.
 */
const MAX_LINE = 160;
const MAX_SHOWN_HEADERS = 600;
/**
 * In UTF-16 units: the text before and after a fault, the fault itself, and a body without a fault.
 */
const CONTEXT_UNITS = 220;
const FAULT_UNITS = 240;
const BEGINNING_UNITS = 480;
/** How many bytes of a body that is not UTF-8 we escape, from its beginning. */
const MAX_ESCAPED = 1 << 16;

/**
 * Returns the evidence of a finding, for the calls that were really sent. The curl line of the last
 * exchange repeats them all.
 */
export function proofEvidence(proof: Proof, detail: ViolationDetail = {}): readonly Evidence[] {
  const last = lastOf(proof);
  const isSent = (one: Exchange) => outcomeOf(one).kind !== "not sent";
  const before = proof.slice(0, -1).filter(isSent);
  const { redactor = NO_SECRETS } = last;
  const curl = redactor.text(repetitionOf(last, before[0], detail.atOnce?.filter(isSent)));
  return [...before.map((one) => evidenceOf(one)), { ...evidenceOf(last, detail), curl }];
}

/** Headers that clauses and open questions are about; we only count the others. */
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

/** Returns one line, masked and safe to print. */
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
  let left = MAX_SHOWN_HEADERS;
  for (const [name, value] of headers.filter(([field]) => SHOWN_HEADERS.has(field.toLowerCase()))) {
    const line = lineOf(`${name}: ${value}`);
    left -= line.length;
    if (left <= 0) break;
    lines.push(line);
  }
  const others = headers.length - lines.length;
  return others > 0 ? [...lines, `(and ${plural(others, "more header")})`] : lines;
}

/**
 * Returns details in parentheses, then the beginning of the body, or a fault, marked `»…«`, with
 * its surroundings.
 */
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
  // We find no faults in bytes that are not UTF-8, so their beginning is enough.
  const text = isUtf8(bytes)
    ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)
    : escapeBytes(bytes.subarray(0, MAX_ESCAPED));
  const { at, label } = detail;
  const show: BodyPart = (from, to) => redactor.shown(text, from, to);
  const [shown, part] = at === undefined ? beginningOf(text, show) : faultIn(text, show, at);
  const position = part && `${part} of ${bytes.length.toLocaleString("en")} bytes`;
  const notes = [label, coding !== "identity" && decoding, position].filter(Boolean);
  return [...(notes.length > 0 ? [shownLine(`(${notes.join(", ")})`, redactor)] : []), shown];
}

/** The shown text, and which part of the body it is unless it is the whole. */
type Excerpt = readonly [shown: string, part?: string];

/** Returns a part of a body, masked. */
type BodyPart = (from: number, to: number) => string;

function beginningOf(text: string, show: BodyPart): Excerpt {
  const shown = shownStart(show, 0, text.length, BEGINNING_UNITS);
  return text.length <= BEGINNING_UNITS ? [shown] : [shown, "the beginning"];
}

function faultIn(
  text: string,
  show: BodyPart,
  { start, end }: NonNullable<ViolationDetail["at"]>,
): Excerpt {
  // Offsets of faults do not count a byte order mark.
  const mark = text.startsWith("\ufeff") ? 1 : 0;
  const [from, to] = [start + mark, end + mark];
  const before = endOf(show, from, CONTEXT_UNITS);
  const fault = shownStart(show, from, to, FAULT_UNITS);
  const after = shownStart(show, to, text.length, CONTEXT_UNITS);
  const shown = `${before}»${fault}«${after}`;
  if (Math.max(from, text.length - to) <= CONTEXT_UNITS) return [shown];
  return [shown, `byte ${Buffer.byteLength(text.slice(0, from)).toLocaleString("en")}`];
}

/**
 * Returns this many units of a part of a body, safe to print, with `…` for the rest. Escapes may
 * make it a third longer; a surrogate pair stays whole.
 */
function shownStart(show: BodyPart, from: number, to: number, units: number): string {
  const end = Math.min(to, from + units);
  const shown = escapeText(show(from, end).replace(/[\ud800-\udbff]$/, ""));
  const most = (units * 4) / 3;
  return end < to || shown.length > most ? `${shown.slice(0, most)}…` : shown;
}

function endOf(show: BodyPart, to: number, units: number): string {
  const from = Math.max(0, to - units);
  const shown = escapeText(show(from, to).replace(/^[\udc00-\udfff]/, ""));
  const most = (units * 4) / 3;
  return from > 0 || shown.length > most ? `…${shown.slice(-most)}` : shown;
}
