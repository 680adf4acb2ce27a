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
const optionalText = v.nullish(text);
const size = v.nullish(number);
const fields = v.array(record({ name: text, value: optionalText }), "Expected a list of headers.");

/** The parts of an entry that are read. Names with an underscore are extensions: of browsers, and of our proxy (`_presented`, `_trailingBytes`). */
export const HAR_ENTRY = record({
  startedDateTime: v.pipe(
    text,
    v.check((time) => !Number.isNaN(Date.parse(time)), "Expected a time (ISO 8601)."),
  ),
  time: size,
  request: record({ method: text, url: text, headers: fields, bodySize: size }),
  response: v.nullish(
    record({
      status: size,
      statusText: optionalText,
      headers: v.nullish(fields),
      content: v.nullish(
        record({
          size,
          text: optionalText,
          encoding: optionalText,
          mimeType: optionalText,
          comment: optionalText,
        }),
      ),
      bodySize: size,
      _transferSize: size,
      _trailingBytes: size,
      _error: v.optional(v.unknown()),
      _failureText: v.optional(v.unknown()),
    }),
  ),
  _resourceType: v.optional(v.unknown()),
  _fromCache: v.optional(v.unknown()),
  _fetchedViaServiceWorker: v.optional(v.unknown()),
  _presented: v.optional(
    record({
      credential: v.picklist(
        Object.keys(CREDENTIALS) as Credential[],
        "Expected the name of a credential.",
      ),
      isKeyKnown: v.boolean("Expected true or false."),
      user: v.exactOptional(text),
    }),
  ),
});

export type HarEntry = v.InferOutput<typeof HAR_ENTRY>;

/** Why an entry is not judged, as a remark of the report. */
export type Skipped = "not-a-call" | "not-from-network" | "cached" | "no-response";

type HarResponse = NonNullable<HarEntry["response"]>;
type HarFields = HarEntry["request"]["headers"];

export function skippedOf({ request, response, ...entry }: HarEntry): Skipped | undefined {
  const { _fromCache: cache, _fetchedViaServiceWorker: byWorker, _presented: ours } = entry;
  const { _resourceType: type } = entry;
  const isPage = type === "document" || fieldOf(request.headers, "sec-fetch-mode") === "navigate";
  if (request.method.toUpperCase() === "OPTIONS" || isPage) return "not-a-call";

  const { status, headers, _transferSize: bytes, _error: error, _failureText } = response ?? {};
  const isStatus = Number.isInteger(status) && status! >= 200 && status! <= 599;
  if (!isStatus || error || _failureText) return "no-response";

  // A service worker answered, the cache, or the browser itself. What a worker has fetched is an entry of its own.
  const isOwnRedirect = fieldOf(headers ?? [], "non-authoritative-reason") !== undefined;
  if (cache || byWorker || bytes === 0 || isOwnRedirect) return "not-from-network";

  // A browser shows what it had before in the place of a 304.
  const isConditional = ["if-none-match", "if-modified-since"].some(
    (name) => fieldOf(request.headers, name) !== undefined,
  );
  return ours === undefined && (isConditional || status === 304) ? "cached" : undefined;
}

interface Named {
  /** Identifies the entry. */
  readonly id: string;
  /** Identifies the recording. */
  readonly session: string;
  /** The address, in normal form. */
  readonly url: string;
  /** The recorder has left out what the app presented itself with. */
  readonly stripsKeys: boolean;
}

export function passedIn(
  { startedDateTime, time, request, response, _presented }: HarEntry,
  { url, stripsKeys, ...names }: Named,
): PassedExchange {
  const sentAt = Date.parse(startedDateTime);
  const body = response && bodyOf(request.method, response, _presented !== undefined);
  const refused = response?.status === 401;
  const unknown = { credential: refused ? "wrong" : "good", isKeyKnown: false } as const;
  const hasKey = fieldOf(request.headers, "authorization") !== undefined;
  const isLeftOut = (stripsKeys && !hasKey) || request.headers.length === 0;
  const presented = _presented ?? (isLeftOut ? unknown : undefined);
  return {
    ...names,
    method: request.method.toUpperCase(),
    target: /^[a-z]+:\/\/[^/]*([^#]*)/i.exec(url)?.[1] ?? "/",
    requestHeaders: headersOf(request.headers),
    requestBytes: Math.max(0, request.bodySize ?? 0),
    ...(response && { response: responseOf(response, body ?? new Uint8Array()) }),
    // Our own proxy has seen the bytes.
    kept: body === undefined ? "nothing" : _presented === undefined ? "content" : "bytes",
    ...(presented !== undefined && { presented }),
    sentAt,
    receivedAt: sentAt + Math.max(0, time ?? 0),
  };
}

/** Fields that no longer hold once a body was decoded and its characters were read. */
const OF_CODING = /^(?:content-encoding|content-length|transfer-encoding)$/i;

function responseOf(response: HarResponse, body: Uint8Array): Response {
  const { status, statusText, headers, content, _trailingBytes: trailingBytes } = response;
  // A recorder may join fields of one name, and tell the type apart.
  const shown = headersOf(headers ?? []).flatMap(([name, value]) =>
    /^content-type$/i.test(name)
      ? value.split(/, */).map((one) => [name, one] as const)
      : [[name, value] as const],
  );
  const hasType = shown.some(([name]) => /^content-type$/i.test(name));
  const { mimeType } = content ?? {};
  const type =
    hasType || !mimeType || mimeType === "x-unknown" ? [] : [["Content-Type", mimeType] as const];
  return {
    status: status ?? 0,
    reason: statusText ?? "",
    httpVersion: "1.1",
    headers: [...shown.filter(([name]) => !OF_CODING.test(name)), ...type],
    body,
    trailingBytes: trailingBytes ?? 0,
    informational: [],
  };
}

/** The content; undefined where the recorder has left it out, or a part of it. `isOurs`: our proxy leaves no part out. */
function bodyOf(method: string, response: HarResponse, isOurs: boolean): Uint8Array | undefined {
  const { status, headers, content } = response;
  const { text: written, encoding, size: whole, comment } = content ?? {};
  if (!headers || (headers.length === 0 && !isOurs)) return undefined;
  if (status === 204 || method === "HEAD") return Buffer.from((whole !== 0 && written) || "");
  if (typeof written !== "string" || comment) return undefined;

  const body = Buffer.from(written, /^base64$/i.test(encoding ?? "") ? "base64" : "utf8");
  const isCoded = fieldOf(headers, "content-encoding") !== undefined;
  // Bytes that were not decoded.
  if (isCoded && encoding) return undefined;
  const length = fieldOf(headers, "content-length");
  if (isOurs) return body;
  if (body.length === 0) return length === "0" ? body : undefined;
  const sent = isCoded ? 0 : Math.max(whole ?? 0, Number(length ?? 0));
  return body.length < sent ? undefined : body;
}

/** Without the pseudo-header fields of HTTP/2 (RFC 9113, section 8.3). */
function headersOf(headers: HarFields): Response["headers"] {
  return headers
    .filter(({ name }) => !name.startsWith(":"))
    .map(({ name, value }) => [name, value ?? ""]);
}

export function fieldOf(headers: HarFields, name: string): string | undefined {
  return header({ headers: headersOf(headers) }, name);
}
