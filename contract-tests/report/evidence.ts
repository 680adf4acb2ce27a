/**
 * What a report shows of what checks have recorded: findings with evidence of their exchanges, which is shortened and safe to print,
 * with the curl line that repeats the request.
 */
import type { Evidence, Finding, ViolationDetail } from "../assertions/finding.ts";
import { decodeContent } from "../client/content-coding.ts";
import { CREDENTIALS } from "../client/credentials.ts";
import { bareUrl, curlLine } from "../client/curl.ts";
import { escapeBytes, escapeLine, sequenceLength } from "../client/escape-text.ts";
import { type Exchange, header, type Response } from "../client/exchange.ts";
import type { RecordedCheck, RecordedFinding } from "../run/findings.ts";
import { plural } from "./labels.ts";

/** UTF-16 units of one line, and of all headers. Together with the other limits, an evidence has about 2 KB. */
const MAX_LINE = 160;
const MAX_HEADERS = 600;
/** Bytes before and after a fault, of the fault, and of a body without a fault. */
const CONTEXT_BYTES = 220;
const FAULT_BYTES = 240;
const BEGINNING_BYTES = 480;
/** UTF-16 units of the excerpt of a body, where escapes make it longer. */
const MAX_UNITS = 900;

/** The result of one check. Plain data. */
export type CheckResult = Omit<RecordedCheck, "findings"> & { readonly findings: readonly Finding[] };

export function resultOf({ findings, ...check }: RecordedCheck): CheckResult {
  return { ...check, findings: findings.map(findingOf) };
}

export function findingOf(finding: RecordedFinding): Finding {
  if (finding.kind !== "violated" && finding.kind !== "advice") return finding;
  const { exchanges, detail, ...stated } = finding;
  const { expected, received } = detail;
  return {
    ...stated,
    ...(expected !== undefined && { expected }),
    ...(received !== undefined && { received }),
    evidence: exchanges.map((exchange, nth) => evidenceOf(exchange, nth === exchanges.length - 1 ? detail : {})),
  };
}

/** Headers that clauses and silences are about; others are counted only. */
const SHOWN_HEADERS = new Set(
  `content-type content-length content-encoding content-range transfer-encoding location www-authenticate retry-after allow
   link deprecation sunset access-control-allow-origin x-total-count x-next-page`.split(/\s+/),
);

export function evidenceOf(exchange: Exchange, detail?: ViolationDetail): Evidence {
  return { request: requestText(exchange), response: responseText(exchange, detail), curl: curlLine(exchange) };
}

function requestText({ call, url }: Exchange): string {
  const query = call.query === undefined ? "" : `?${call.query}`;
  return [
    shortLine(`${call.method} ${bareUrl(url)}${query}`),
    CREDENTIALS[call.credential].display,
    ...(call.headers ?? []).map(([name, value]) => shortLine(`${name}: ${value}`)),
  ].join("\n");
}

function responseText({ response, failure }: Exchange, detail?: ViolationDetail): string {
  const failed = failure === undefined ? [] : [shortLine(`(${failure.kind}: ${failure.message})`)];
  if (response === undefined) return failed.join("") || "(no response)";
  return [
    ...response.informational.map((status) => `HTTP/${response.httpVersion} ${status}`),
    shortLine(`HTTP/${response.httpVersion} ${response.status} ${response.reason}`.trimEnd()),
    ...headerLines(response),
    "",
    ...bodyExcerpt(response, detail),
    ...(response.trailingBytes > 0
      ? [`(${plural(response.trailingBytes, "byte")} after a response without content)`]
      : []),
    ...failed,
  ].join("\n");
}

function headerLines({ headers }: Response): string[] {
  const lines: string[] = [];
  let left = MAX_HEADERS;
  for (const [name, value] of headers.filter(([field]) => SHOWN_HEADERS.has(field.toLowerCase()))) {
    const line = shortLine(`${name}: ${value}`);
    left -= line.length;
    if (left > 0) lines.push(line);
  }
  const others = headers.length - lines.length;
  return others > 0 ? [...lines, `(and ${plural(others, "more header")})`] : lines;
}

/** Lines: a note in parentheses, and the beginning of the body, or the surroundings of a fault, which is marked `»…«`. */
function bodyExcerpt(response: Response, { at, label }: ViolationDetail = {}): string[] {
  const coding = header(response, "content-encoding")?.trim() ?? "identity";
  const isCoded = coding !== "identity" && response.body.length > 0;
  const content = isCoded ? decodeContent(response.body, coding) : response.body;
  const decoding = content === undefined ? `${coding}, not decoded` : `decoded from ${coding}`;
  const note = isCoded ? decoding : undefined;
  const body = content ?? response.body;
  if (body.length === 0) return [note ?? "(no body)"];
  const [text, position] = at === undefined ? beginningOf(body) : surroundingsOf(body, at);
  const notes = [label, note, position].filter((part) => part !== undefined);
  return [...(notes.length > 0 ? [shortLine(`(${notes.join(", ")})`)] : []), text];
}

const sizeOf = (body: Uint8Array): string => `${body.length.toLocaleString("en")} bytes`;

/** Text, and which part of the body it is, where it is not the whole. */
function beginningOf(body: Uint8Array): [text: string, position?: string] {
  const text = truncate(escapeBytes(body.subarray(0, sequenceBoundary(body, BEGINNING_BYTES))), MAX_UNITS);
  return body.length <= BEGINNING_BYTES ? [text] : [`${text}…`, `the beginning of ${sizeOf(body)}`];
}

function surroundingsOf(body: Uint8Array, at: { start: number; end: number }): [text: string, position?: string] {
  const start = byteOffset(body, at.start);
  const end = Math.max(start, byteOffset(body, at.end));
  const from = sequenceBoundary(body, Math.max(0, start - CONTEXT_BYTES));
  const to = sequenceBoundary(body, Math.min(body.length, end + CONTEXT_BYTES));
  const before = truncateStart(escapeBytes(body.subarray(from, start)), MAX_UNITS / 3);
  const after = truncate(escapeBytes(body.subarray(end, to)), MAX_UNITS / 3);
  const marked = `${before}»${faultText(body.subarray(start, end))}«${after}`;
  if (from === 0 && to === body.length) return [marked];
  const position = `byte ${start.toLocaleString("en")} of ${sizeOf(body)}`;
  return [`${from > 0 ? "…" : ""}${marked}${to < body.length ? "…" : ""}`, position];
}

function faultText(bytes: Uint8Array): string {
  if (bytes.length <= FAULT_BYTES) return truncate(escapeBytes(bytes), MAX_UNITS / 3);
  const start = escapeBytes(bytes.subarray(0, sequenceBoundary(bytes, FAULT_BYTES / 2)));
  const end = escapeBytes(bytes.subarray(sequenceBoundary(bytes, bytes.length - FAULT_BYTES / 2)));
  return `${truncate(start, MAX_UNITS / 6)} … ${truncateStart(end, MAX_UNITS / 6)}`;
}

/** The byte of a UTF-16 offset in the decoded text. Counted, so that a body of 100 MB is not decoded to a string again. */
function byteOffset(body: Uint8Array, units: number): number {
  // The decoded text has no byte order mark.
  let at = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? 3 : 0;
  for (let counted = 0; at < body.length && counted < units; ) {
    const length = sequenceLength(body[at] ?? 0);
    counted += length === 4 ? 2 : 1;
    at += length;
  }
  return Math.min(at, body.length);
}

/** The next offset that is not inside a UTF-8 sequence. */
function sequenceBoundary(body: Uint8Array, offset: number): number {
  let at = Math.min(offset, body.length);
  for (let i = 0; i < 3 && at > 0 && at < body.length && ((body[at] ?? 0) & 0xc0) === 0x80; i++) at++;
  return at;
}

/** One line, safe to print. */
function shortLine(text: string): string {
  return truncate(escapeLine(text), MAX_LINE);
}

function truncate(text: string, limit: number): string {
  return text.length > limit ? `${text.slice(0, limit - 1)}…` : text;
}

/** Keeps the end of the text. */
function truncateStart(text: string, limit: number): string {
  return text.length > limit ? `…${text.slice(text.length - limit + 1)}` : text;
}
