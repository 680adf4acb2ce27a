/** The part of a body that evidence shows: its beginning, or the surroundings of a fault, which is marked `»…«`. */
import type { ViolationDetail } from "../assertions/finding.ts";
import { decodeContent } from "../client/content-coding.ts";
import { escapeBytes, sequenceLength } from "../client/escape-text.ts";
import { header, type Response } from "../client/exchange.ts";
import { shortLine, truncate, truncateStart } from "./short-line.ts";

/** Bytes before and after a fault, of the fault, and of a body without a fault. */
const CONTEXT_BYTES = 220;
const FAULT_BYTES = 240;
const BEGINNING_BYTES = 480;
/** UTF-16 units of the excerpt, where escapes make it longer. */
const MAX_UNITS = 900;

/** Lines: a note in parentheses, and the excerpt. */
export function bodyExcerpt(response: Response, { at, label }: ViolationDetail = {}): string[] {
  const { body, note } = decodedBody(response);
  if (body.length === 0) return [note ?? "(no body)"];
  const size = `${body.length.toLocaleString("en")} bytes`;
  if (at === undefined) {
    const isWhole = body.length <= BEGINNING_BYTES;
    const text = truncate(escapeBytes(body.subarray(0, sequenceBoundary(body, BEGINNING_BYTES))), MAX_UNITS);
    return [...noteLine([label, note, isWhole ? undefined : `the beginning of ${size}`]), isWhole ? text : `${text}…`];
  }
  const start = byteOffset(body, at.start);
  const end = Math.max(start, byteOffset(body, at.end));
  const from = sequenceBoundary(body, Math.max(0, start - CONTEXT_BYTES));
  const to = sequenceBoundary(body, Math.min(body.length, end + CONTEXT_BYTES));
  const before = truncateStart(escapeBytes(body.subarray(from, start)), MAX_UNITS / 3);
  const after = truncate(escapeBytes(body.subarray(end, to)), MAX_UNITS / 3);
  const position = from === 0 && to === body.length ? undefined : `byte ${start.toLocaleString("en")} of ${size}`;
  return [
    ...noteLine([label, note, position]),
    `${from > 0 ? "…" : ""}${before}»${faultText(body.subarray(start, end))}«${after}${to < body.length ? "…" : ""}`,
  ];
}

function noteLine(parts: readonly (string | undefined)[]): string[] {
  const notes = parts.filter((part) => part !== undefined);
  return notes.length > 0 ? [shortLine(`(${notes.join(", ")})`)] : [];
}

function faultText(bytes: Uint8Array): string {
  if (bytes.length <= FAULT_BYTES) return truncate(escapeBytes(bytes), MAX_UNITS / 3);
  const start = escapeBytes(bytes.subarray(0, sequenceBoundary(bytes, FAULT_BYTES / 2)));
  const end = escapeBytes(bytes.subarray(sequenceBoundary(bytes, bytes.length - FAULT_BYTES / 2)));
  return `${truncate(start, MAX_UNITS / 6)} … ${truncateStart(end, MAX_UNITS / 6)}`;
}

/** The body without its content coding, where that can be decoded, and a note on the coding. */
function decodedBody(response: Response): { body: Uint8Array; note?: string } {
  const { body } = response;
  const coding = header(response, "content-encoding")?.trim() ?? "identity";
  if (coding === "identity" || body.length === 0) return { body };
  const content = decodeContent(body, coding);
  return content === undefined
    ? { body, note: `${coding}, not decoded` }
    : { body: content, note: `decoded from ${coding}` };
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
