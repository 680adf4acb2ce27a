/**
 * Reads the body of a response, from bytes to a JSON value, and records faults of its media type,
 * coding, character set and syntax (clauses body-json, body-media-type).
 */

import { isUtf8 } from "node:buffer";
import { type Duplicate, type Json, JsonError, jsonIn, readJson } from "../../../spec/json/json.ts";
import { shorten } from "../../../spec/shorten.ts";
import { contentOf } from "../../client/content.ts";
import { type Exchange, header, type Response } from "../../client/exchange.ts";
import type { Recorder } from "./finding.ts";

/**
 * We quote at most this many characters of a Content-Encoding, which may list thousands of codings.
 */
const MAX_NAMED_CODING = 60;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Returns the body as UTF-8 without a byte order mark, or undefined if it cannot be decoded. */
export function expectContent(
  exchange: Exchange,
  response: Response,
  recorder: Recorder,
): Buffer | undefined {
  expectMediaType(exchange, response, recorder);
  const coding = shorten(header(response, "content-encoding") ?? "", MAX_NAMED_CODING);
  const bytes = contentOf(response);
  const accepted = header(exchange.call, "accept-encoding")?.toLowerCase() ?? "";
  if (
    bytes !== response.body &&
    !accepted.includes(coding.trim().toLowerCase().replace("x-", ""))
  ) {
    const why = `The body is compressed (${coding}), which the request did not ask for.`;
    recorder.advise("compression-unasked", why, [exchange]);
  }
  const content = utf8Content(response);
  if (bytes === "unknown") {
    const why = `The body has the coding ${coding}, which is not decoded here (zstd needs Node 22.15 or later).`;
    recorder.unproven("body-json", why);
  } else if (content === undefined) {
    const isCoding =
      typeof bytes === "string" &&
      `Content-Encoding is ${coding}, but the body cannot be decoded as such.`;
    const why = isCoding || "The body is not UTF-8, which JSON between systems must be (RFC 8259).";
    recorder.violated("body-json", why, [exchange]);
  } else if (content.length !== bytes.length) {
    const why = "The body starts with a byte order mark, which JSON must not have (RFC 8259).";
    recorder.advise("byte-order-mark", why, [exchange]);
  }
  return content;
}

/**
 * Returns the content as UTF-8 without a byte order mark, whatever the media type. Returns
 * undefined if it cannot be decoded or is not UTF-8.
 */
export function utf8Content(response: Response): Buffer | undefined {
  const bytes = contentOf(response);
  if (typeof bytes === "string" || !isUtf8(bytes)) return undefined;
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const hasMark = content.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  return hasMark ? content.subarray(BYTE_ORDER_MARK.length) : content;
}

function expectMediaType(exchange: Exchange, response: Response, recorder: Recorder): void {
  const values = response.headers
    .filter(([name]) => name.toLowerCase() === "content-type")
    .map(([, value]) => value);
  const essences = values.map((value) => (value.split(";")[0] ?? "").trim().toLowerCase());
  if (essences.length > 0 && essences.every((essence) => essence === "application/json"))
    return recorder.held("body-media-type");

  const received = values.length === 0 ? "no Content-Type" : `Content-Type: ${values.join(", ")}`;
  const why = `The response has a body and ${received}.`;
  const detail = { expected: "Content-Type: application/json", received };
  recorder.violated("body-media-type", why, [exchange], detail);
}

/**
 * Returns the JSON value of a body and its repeated member names; undefined if the body is not
 * JSON, `unknown` if we cannot tell. order-list-body.ts reads long lists.
 */
export function expectJsonBody(
  exchange: Exchange,
  response: Response,
  recorder: Recorder,
): { text: string; value: Json; duplicates: readonly Duplicate[] } | "unknown" | undefined {
  const content = expectContent(exchange, response, recorder);
  if (content === undefined) return contentOf(response) === "unknown" ? "unknown" : undefined;
  const text = content.toString();
  try {
    const body = { text, ...readJson(text) };
    recorder.held("body-json");
    return body;
  } catch (error) {
    recordSyntaxError(error, exchange, recorder);
    return error instanceof JsonError && error.kind === "bound" ? "unknown" : undefined;
  }
}

/** Returns the JSON value of the content, whatever the media type; undefined if it is not JSON. */
export function jsonContent(response: Response): Json | undefined {
  const content = utf8Content(response);
  return content && jsonIn(content.toString());
}

/**
 * Records a {@link JsonError} as a violation of body-json, or as unproven if the body exceeds a
 * bound of the reader. Throws any other error.
 */
export function recordSyntaxError(error: unknown, exchange: Exchange, recorder: Recorder): void {
  if (!(error instanceof JsonError)) throw error;
  const { message, offset, problem, kind } = error;
  if (kind === "bound")
    return recorder.unproven("body-json", `The body was not read: it has ${problem}.`);
  const label = `character ${(offset + 1).toLocaleString("en")}`;
  recorder.violated("body-json", `The body is not JSON: ${message}, at ${label}.`, [exchange], {
    expected: "well-formed JSON",
    at: { start: offset, end: offset + 1 },
    label,
  });
}
