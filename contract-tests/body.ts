/** A response body from bytes to a JSON value, judged on the way: coding, character set, media type, syntax (clauses body-json, body-media-type). */
import { isUtf8 } from "node:buffer";
import { type Duplicate, type Json, JsonError, readJson } from "../spec/json.ts";
import type { Context } from "./check.ts";
import { undoCoding } from "./content-coding.ts";
import { type Exchange, header, type Response } from "./exchange.ts";

export type Sink = Pick<Context, "held" | "violated" | "advise" | "observe">;

/** More than any list that the gate is asked to judge, as a bound for what a small compressed body may become. */
const MAX_DECODED = 1 << 30;

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** The body as UTF-8, or undefined when it cannot be read; what is wrong with its form goes to the sink. */
export function readUtf8(exchange: Exchange, response: Response, sink: Sink): Buffer | undefined {
  if (!judgeMediaType(exchange, response, sink)) return undefined;
  const coding = header(response, "content-encoding") ?? "";
  if (coding !== "" && coding !== "identity" && !asked(exchange, coding))
    sink.advise("compression-unasked", `The body is compressed (${coding}) although nobody asked for it.`, [exchange]);
  const bytes = undoCoding(response.body, coding, MAX_DECODED);
  if (bytes === undefined) {
    sink.violated("body-json", `The body says that it is ${coding} and cannot be decoded as such.`, [exchange]);
    return undefined;
  }
  if (!isUtf8(bytes)) {
    sink.violated("body-json", "The body is not UTF-8, the only character set of JSON between systems (RFC 8259).", [
      exchange,
    ]);
    return undefined;
  }
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!content.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)) return content;
  sink.advise("byte-order-mark", "The body starts with a byte order mark, which JSON must not have (RFC 8259).", [
    exchange,
  ]);
  return content.subarray(BYTE_ORDER_MARK.length);
}

function asked(exchange: Exchange, coding: string): boolean {
  return (exchange.call.headers ?? []).some(
    ([name, value]) =>
      name.toLowerCase() === "accept-encoding" &&
      value.toLowerCase().includes(coding.trim().toLowerCase().replace("x-", "")),
  );
}

/** False when the body is in another form on request, so that there is nothing to read as JSON. */
function judgeMediaType(exchange: Exchange, response: Response, sink: Sink): boolean {
  const values = response.headers.filter(([name]) => name.toLowerCase() === "content-type").map(([, value]) => value);
  const essences = values.map((value) => (value.split(";")[0] ?? "").trim().toLowerCase());
  if (essences.length > 0 && essences.every((essence) => essence === "application/json")) {
    sink.held("body-media-type");
    return true;
  }
  const received = values.length === 0 ? "no Content-Type" : `Content-Type: ${values.join(", ")}`;
  if (/\bxml\b/.test(essences.join()) && exchange.call.headers?.some(([name]) => name.toLowerCase() === "accept")) {
    sink.advise("xml-on-request", "Asked for XML, the deployment sends XML; the contract knows JSON alone.", [
      exchange,
    ]);
    return false;
  }
  sink.violated("body-media-type", `The response has a body and says ${received}.`, [exchange], {
    expected: "Content-Type: application/json",
    received,
  });
  return true;
}

/** The JSON value of a body and the member names that it repeats, or undefined when there is none; for all but long lists. */
export function readBody(
  exchange: Exchange,
  response: Response,
  sink: Sink,
): { text: string; value: Json; duplicates: readonly Duplicate[] } | undefined {
  const text = readUtf8(exchange, response, sink)?.toString();
  if (text === undefined) return undefined;
  try {
    const body = { text, ...readJson(text) };
    sink.held("body-json");
    return body;
  } catch (error) {
    violateSyntax(error, exchange, text, sink);
    return undefined;
  }
}

/** Reports a {@link JsonError} and throws on anything else: that is our own fault. */
export function violateSyntax(error: unknown, exchange: Exchange, text: string, sink: Sink): void {
  if (!(error instanceof JsonError)) throw error;
  const before = text.slice(0, error.offset);
  const line = before.split("\n").length;
  const column = error.offset - before.lastIndexOf("\n");
  sink.violated("body-json", `The body is not JSON: ${error.message}, at line ${line}, column ${column}.`, [exchange], {
    expected: "well-formed JSON",
    at: { start: error.offset, end: error.offset + 1 },
    label: `line ${line}, column ${column}`,
  });
}
