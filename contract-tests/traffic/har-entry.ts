/** An entry of an HTTP Archive (HAR 1.2), as browsers, Playwright and our own proxy write it, and the exchange that it is. */
import * as v from "valibot";
import { CREDENTIALS, type Credential } from "../client/credentials.ts";
import { header, type Response } from "../client/exchange.ts";
import type { PassedExchange } from "./passed-exchange.ts";

/** A missing member has the same message. */
const record = <const T extends v.ObjectEntries>(members: T) =>
  v.object(members, "Expected what a HAR entry has here.");
const text = v.string("Expected a text.");
const number = v.number("Expected a number.");
const size = v.optional(v.nullable(number));
const fields = v.array(record({ name: text, value: text }), "Expected a list of headers.");

/** What is read of an entry. Names with an underscore are not of the format: of browsers, and of our proxy (`_presented`). */
export const HAR_ENTRY = record({
  startedDateTime: v.pipe(
    text,
    v.check((time) => !Number.isNaN(Date.parse(time)), "Expected a time (ISO 8601)."),
  ),
  time: size,
  request: record({ method: text, url: text, headers: fields, bodySize: size }),
  response: record({
    status: number,
    statusText: v.optional(text),
    headers: fields,
    content: record({ size, text: v.optional(text), encoding: v.optional(text) }),
    bodySize: size,
    _transferSize: size,
  }),
  _fromCache: v.optional(v.nullable(v.string())),
  _fetchedViaServiceWorker: v.optional(v.nullable(v.boolean())),
  _presented: v.optional(
    record({
      credential: v.picklist(Object.keys(CREDENTIALS) as Credential[]),
      isKeyKnown: v.boolean(),
      user: v.exactOptional(v.string()),
    }),
  ),
});

export type HarEntry = v.InferOutput<typeof HAR_ENTRY>;

/** Why an entry is not judged, as a remark of the report. */
export type Skipped = "preflight" | "not-from-network" | "cached" | "no-response";

export function skippedOf({ request, response, ...entry }: HarEntry): Skipped | undefined {
  if (request.method === "OPTIONS") return "preflight";
  // A service worker answered, or the cache. What the worker has fetched is an entry of its own.
  const { _fromCache: cache, _fetchedViaServiceWorker: byWorker } = entry;
  const { status, _transferSize: bytes } = response;
  if (status <= 0) return "no-response";
  if (cache || byWorker || bytes === 0) return "not-from-network";
  // A browser shows what it had before in the place of a 304.
  const isConditional = ["if-none-match", "if-modified-since"].some(
    (name) => fieldOf(request.headers, name) !== undefined,
  );
  return isConditional ? "cached" : undefined;
}

/** `id` names the entry. `stripsKeys`: the recorder has left out what the app presented itself with. */
export function passedIn(
  { startedDateTime, time, request, response, _presented }: HarEntry,
  { id, stripsKeys }: { readonly id: string; readonly stripsKeys: boolean },
): PassedExchange {
  const sentAt = Date.parse(startedDateTime);
  const requestHeaders = headersOf(request.headers);
  const body = bodyOf(request.method, response);
  const refused = response.status === 401;
  const unknown = { credential: refused ? "wrong" : "good", isKeyKnown: false } as const;
  const hasKey = fieldOf(request.headers, "authorization") !== undefined;
  const presented = _presented ?? (stripsKeys && !hasKey ? unknown : undefined);
  return {
    id,
    method: request.method,
    target: /^[a-z]+:\/\/[^/]*([^#]*)/i.exec(request.url)?.[1] ?? "/",
    requestHeaders,
    requestBytes: Math.max(0, request.bodySize ?? 0),
    response: responseOf(response, body ?? new Uint8Array()),
    kept: body === undefined ? "nothing" : "content",
    ...(presented !== undefined && { presented }),
    sentAt,
    receivedAt: sentAt + Math.max(0, time ?? 0),
  };
}

/** Of a body that has been decoded, and whose characters have been read. */
const OF_CODING = /^(?:content-encoding|content-length|transfer-encoding)$/i;

function responseOf(
  { status, statusText, headers }: HarEntry["response"],
  body: Uint8Array,
): Response {
  return {
    status,
    reason: statusText ?? "",
    httpVersion: "1.1",
    headers: headersOf(headers).filter(([name]) => !OF_CODING.test(name)),
    body,
    trailingBytes: 0,
    informational: [],
  };
}

/** The content; undefined where the recorder has left it out, or a part of it. */
function bodyOf(method: string, response: HarEntry["response"]): Uint8Array | undefined {
  const { status, headers, content, bodySize } = response;
  const { text: written, encoding, size: whole } = content;
  if (headers.length === 0) return undefined;
  if (status === 204 || method === "HEAD") return Buffer.from(written ?? "");
  if (written === undefined) return undefined;
  const body = Buffer.from(written, encoding === "base64" ? "base64" : "utf8");
  const sent = Number(fieldOf(headers, "content-length") ?? 0);
  const isLeftOut = body.length === 0 && Math.max(bodySize ?? 0, sent) > 0;
  return isLeftOut || body.length < (whole ?? 0) ? undefined : body;
}

/** Without the pseudo-header fields of HTTP/2 (RFC 9113, section 8.3). */
function headersOf(headers: HarEntry["request"]["headers"]): Response["headers"] {
  return headers
    .filter(({ name }) => !name.startsWith(":"))
    .map(({ name, value }) => [name, value]);
}

export function fieldOf(headers: HarEntry["request"]["headers"], name: string): string | undefined {
  return header({ headers: headersOf(headers) }, name);
}
