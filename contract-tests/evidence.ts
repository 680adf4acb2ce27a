/** Evidence: one exchange as a reader needs it, short, harmless to print, with the line that repeats it. */
import type { Evidence, FaultDetail } from "./check.ts";
import { undoCoding } from "./content-coding.ts";
import { bareUrl, CREDENTIAL_LOOKS, curlLine } from "./curl.ts";
import { type Exchange, header, type Response } from "./exchange.ts";
import { sequenceLength, visibleBytes, visibleLine } from "./visible.ts";

/** Bytes of a body that are shown around the fault, of the fault itself, and of a body without one. */
const AROUND = 220;
const FAULT = 240;
const BEGINNING = 480;
/** UTF-16 units of a shown part, once its odd characters are written out: all of it together stays near 2 KB. */
const MOST = { line: 160, headers: 600, body: 900 } as const;
/** A body that unpacks to more than this is not unpacked for a quotation of a few lines. */
const MOST_UNPACKED = 256 * 2 ** 20;

/** Response headers that a clause or a silence can hang on; the others are only counted. */
const TELLING = new Set(
  `content-type content-length content-encoding content-range transfer-encoding location www-authenticate retry-after allow
   link deprecation sunset access-control-allow-origin x-total-count x-next-page`.split(/\s+/),
);

export function evidenceOf(exchange: Exchange, detail?: FaultDetail): Evidence {
  return { request: requestText(exchange), response: responseText(exchange, detail), curl: curlLine(exchange) };
}

function requestText({ call, url }: Exchange): string {
  const query = call.query === undefined ? "" : `?${call.query}`;
  return [
    line(`${call.method} ${bareUrl(url)}${query}`),
    CREDENTIAL_LOOKS[call.credential].line,
    ...(call.headers ?? []).map(([name, value]) => line(`${name}: ${value}`)),
  ].join("\n");
}

function responseText({ response, failure }: Exchange, detail?: FaultDetail): string {
  const failed = failure === undefined ? [] : [line(`(${failure.kind}: ${failure.message})`)];
  if (response === undefined) return failed.join("") || "(no response)";
  return [
    ...response.informational.map((status) => `HTTP/${response.httpVersion} ${status}`),
    line(`HTTP/${response.httpVersion} ${response.status} ${response.reason}`.trimEnd()),
    ...headerLines(response),
    "",
    ...bodyLines(response, detail),
    ...(response.trailingBytes > 0
      ? [`(${count(response.trailingBytes, "byte")} after a response that has no content)`]
      : []),
    ...failed,
  ].join("\n");
}

function headerLines(response: Response): string[] {
  const telling = response.headers.filter(([name]) => TELLING.has(name.toLowerCase()));
  const others = response.headers.length - telling.length;
  const lines: string[] = [];
  let room: number = MOST.headers;
  for (const [name, value] of telling) {
    const shown = line(`${name}: ${value}`);
    room -= shown.length;
    if (room > 0) lines.push(shown);
  }
  const left = others + telling.length - lines.length;
  return left > 0 ? [...lines, `(and ${count(left, "more header")})`] : lines;
}

function bodyLines(response: Response, detail?: FaultDetail): string[] {
  const { body, note } = unpacked(response);
  if (body.length === 0) return [note ?? "(no body)"];
  const { at, label } = detail ?? {};
  const size = `${body.length.toLocaleString("en")} bytes`;
  if (at === undefined) {
    const shown = cut(visibleBytes(body.subarray(0, boundary(body, BEGINNING))), MOST.body);
    const whole = body.length <= BEGINNING;
    return [...place([label, note, whole ? undefined : `the beginning of ${size}`]), whole ? shown : `${shown}…`];
  }
  const start = byteOffset(body, at.start);
  const end = Math.max(start, byteOffset(body, at.end));
  const from = boundary(body, Math.max(0, start - AROUND));
  const to = boundary(body, Math.min(body.length, end + AROUND));
  const before = cutStart(visibleBytes(body.subarray(from, start)), MOST.body / 3);
  const after = cut(visibleBytes(body.subarray(end, to)), MOST.body / 3);
  const where = from === 0 && to === body.length ? undefined : `byte ${start.toLocaleString("en")} of ${size}`;
  return [
    ...place([label, note, where]),
    `${from > 0 ? "…" : ""}${before}»${faultText(body.subarray(start, end))}«${after}${to < body.length ? "…" : ""}`,
  ];
}

/** The line that says where in the body the reader is. */
function place(parts: readonly (string | undefined)[]): string[] {
  const said = parts.filter((part) => part !== undefined);
  return said.length > 0 ? [line(`(${said.join(", ")})`)] : [];
}

function faultText(bytes: Uint8Array): string {
  if (bytes.length <= FAULT) return cut(visibleBytes(bytes), MOST.body / 3);
  const head = visibleBytes(bytes.subarray(0, boundary(bytes, FAULT / 2)));
  const tail = visibleBytes(bytes.subarray(boundary(bytes, bytes.length - FAULT / 2)));
  return `${cut(head, MOST.body / 6)} … ${cutStart(tail, MOST.body / 6)}`;
}

/** The content behind its coding, where that can be undone, and a word on the coding. */
function unpacked(response: Response): { body: Uint8Array; note?: string } {
  const { body } = response;
  const coding = header(response, "content-encoding")?.trim() ?? "identity";
  if (coding === "identity" || body.length === 0) return { body };
  const content = undoCoding(body, coding, MOST_UNPACKED);
  return content === undefined
    ? { body, note: `${coding}, not unpacked` }
    : { body: content, note: `unpacked from ${coding}` };
}

/** The byte at which a UTF-16 offset of the decoded text stands; counted, so that a body of 100 MB is not decoded again. */
function byteOffset(body: Uint8Array, units: number): number {
  // Offsets are counted in the text behind a byte order mark.
  let at = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? 3 : 0;
  for (let seen = 0; at < body.length && seen < units; ) {
    const length = sequenceLength(body[at] ?? 0);
    seen += length === 4 ? 2 : 1;
    at += length;
  }
  return Math.min(at, body.length);
}

/** The next offset at which no UTF-8 sequence is torn. */
function boundary(body: Uint8Array, at: number): number {
  let here = Math.min(at, body.length);
  for (let i = 0; i < 3 && here > 0 && here < body.length && ((body[here] ?? 0) & 0xc0) === 0x80; i++) here++;
  return here;
}

function line(text: string): string {
  return cut(visibleLine(text), MOST.line);
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

function cutStart(text: string, most: number): string {
  return text.length > most ? `…${text.slice(text.length - most + 1)}` : text;
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}
