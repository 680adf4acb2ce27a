/** A response body from bytes to a JSON value. Records faults of its media type, coding, character set and syntax (clauses body-json, body-media-type). */
import { isUtf8 } from "node:buffer";
import { type Duplicate, type Json, JsonError, readJson } from "../../spec/json/json.ts";
import { decodeContent } from "../client/content-coding.ts";
import { type Exchange, header, type Response } from "../client/exchange.ts";
import type { Recorder } from "./finding.ts";

/** Characters of a text whose lines are counted. */
const MAX_COUNTED = 1 << 22;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** The body as UTF-8 without a byte order mark; undefined when it cannot be decoded or is not meant to be JSON. */
export function expectContent(exchange: Exchange, response: Response, recorder: Recorder): Buffer | undefined {
  if (!expectMediaType(exchange, response, recorder)) return undefined;
  const coding = header(response, "content-encoding") ?? "";
  const bytes = decodeContent(response.body, coding);
  if (bytes !== response.body && !wasRequested(exchange, coding))
    recorder.advise("compression-unasked", `The body is compressed (${coding}), which the request did not ask for.`, [
      exchange,
    ]);
  if (bytes === undefined) {
    recorder.violated("body-json", `Content-Encoding is ${coding}, but the body cannot be decoded as such.`, [
      exchange,
    ]);
    return undefined;
  }
  if (!isUtf8(bytes)) {
    recorder.violated("body-json", "The body is not UTF-8, which JSON between systems must be (RFC 8259).", [exchange]);
    return undefined;
  }
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!content.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)) return content;
  recorder.advise("byte-order-mark", "The body starts with a byte order mark, which JSON must not have (RFC 8259).", [
    exchange,
  ]);
  return content.subarray(BYTE_ORDER_MARK.length);
}

/** The same without a finding, whatever the media type. */
export function contentOf(response: Response): Buffer | undefined {
  const bytes = decodeContent(response.body, header(response, "content-encoding") ?? "");
  if (bytes === undefined || !isUtf8(bytes)) return undefined;
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return content.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
    ? content.subarray(BYTE_ORDER_MARK.length)
    : content;
}

function wasRequested({ call }: Exchange, coding: string): boolean {
  return (call.headers ?? []).some(
    ([name, value]) =>
      name.toLowerCase() === "accept-encoding" &&
      value.toLowerCase().includes(coding.trim().toLowerCase().replace("x-", "")),
  );
}

/** False for XML that the request asked for: there is no JSON to read. */
function expectMediaType(exchange: Exchange, response: Response, recorder: Recorder): boolean {
  const values = response.headers.filter(([name]) => name.toLowerCase() === "content-type").map(([, value]) => value);
  const essences = values.map((value) => (value.split(";")[0] ?? "").trim().toLowerCase());
  if (essences.length > 0 && essences.every((essence) => essence === "application/json")) {
    recorder.held("body-media-type");
    return true;
  }
  const received = values.length === 0 ? "no Content-Type" : `Content-Type: ${values.join(", ")}`;
  if (/\bxml\b/.test(essences.join()) && exchange.call.headers?.some(([name]) => name.toLowerCase() === "accept")) {
    recorder.advise(
      "xml-on-request",
      "The deployment sends XML to a request that accepts XML; the contract has JSON only.",
      [exchange],
    );
    return false;
  }
  recorder.violated("body-media-type", `The response has a body and ${received}.`, [exchange], {
    expected: "Content-Type: application/json",
    received,
  });
  return true;
}

/** The JSON value of a body and its repeated member names; undefined when it is not JSON. Long lists are read by order-list-body.ts. */
export function expectJsonBody(
  exchange: Exchange,
  response: Response,
  recorder: Recorder,
): { text: string; value: Json; duplicates: readonly Duplicate[] } | undefined {
  const content = expectContent(exchange, response, recorder);
  if (content === undefined) return undefined;
  const text = content.toString();
  try {
    const body = { text, ...readJson(text) };
    recorder.held("body-json");
    return body;
  } catch (error) {
    recordSyntaxError(error, exchange, content, recorder);
    return undefined;
  }
}

/** Records a {@link JsonError} as a violation of body-json. Throws any other error. */
export function recordSyntaxError(error: unknown, exchange: Exchange, content: Buffer, recorder: Recorder): void {
  if (!(error instanceof JsonError)) throw error;
  if (error.offset > MAX_COUNTED)
    return recordAt(`character ${error.offset.toLocaleString("en")}`, error, exchange, recorder);
  // A UTF-16 unit has three bytes at most.
  const before = content.toString("utf8", 0, 3 * error.offset).slice(0, error.offset);
  let line = 1;
  for (let at = before.indexOf("\n"); at >= 0; at = before.indexOf("\n", at + 1)) line++;
  const label = `line ${line}, column ${error.offset - before.lastIndexOf("\n")}`;
  recordAt(label, error, exchange, recorder);
}

function recordAt(label: string, { problem, offset }: JsonError, exchange: Exchange, recorder: Recorder): void {
  recorder.violated("body-json", `The body is not JSON: ${problem}, at ${label}.`, [exchange], {
    expected: "well-formed JSON",
    at: { start: offset, end: offset + 1 },
    label,
  });
}
