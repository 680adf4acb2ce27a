/** The exchange that an entry of a recording is. */
import type { Response } from "../client/exchange.ts";
import { bodyOf } from "./har-body.ts";
import { fieldOf, type HarEntry, headersOf } from "./har-entry.ts";
import type { PassedExchange } from "./passed-exchange.ts";

interface Named {
  /** Identifies the entry. */
  readonly id: string;
  /** Identifies the recording. */
  readonly session: string;
  /** The address, in normal form. */
  readonly url: string;
  /** The recorder has left out what the app presented itself with. */
  readonly stripsKeys: boolean;
  /** The recorder writes bodies as its program has read them. */
  readonly rewritesBodies: boolean;
}

export function passedIn(
  { startedDateTime, time, request, response, _presented }: HarEntry,
  { url, stripsKeys, rewritesBodies, ...names }: Named,
): PassedExchange {
  const sentAt = Date.parse(startedDateTime);
  const body =
    response && !rewritesBodies
      ? bodyOf(request.method, response, _presented !== undefined)
      : undefined;
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

function responseOf(response: NonNullable<HarEntry["response"]>, body: Uint8Array): Response {
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
