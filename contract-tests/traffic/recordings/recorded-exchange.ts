/** The exchange that an entry of a recording is. */
import type { Response } from "../../client/exchange.ts";
import { MASKED } from "../find-credentials.ts";
import type { PassedExchange } from "../passed-exchange.ts";
import { bodyOf } from "./har-body.ts";
import { fieldOf, type HarEntry, headersOf } from "./har-entry.ts";
import type { RecordedEntry } from "./read-recording.ts";

type HarResponse = NonNullable<HarEntry["response"]>;

interface Named extends Pick<RecordedEntry, "id" | "url" | "recorder"> {
  /** Identifies the recording. */
  readonly session: string;
  /** The recorder has left out what the app presented itself with. */
  readonly stripsKeys: boolean;
  /** The times of the recording are whole seconds: the order of the entries says more. */
  readonly hasSeconds: boolean;
}

/** Milliseconds that a recorded call takes at most; what is longer is no time. */
const MAX_DURATION = 10 * 60_000;
/** A value of Authorization of which the recorder has removed the key, or all. */
const EMPTIED = /^\s*(?:bearer|basic|token)?\s*$/i;

export function passedIn(
  { startedDateTime, time, request, response, _presented }: HarEntry,
  { url, stripsKeys, recorder, hasSeconds, ...names }: Named,
): PassedExchange {
  const sentAt = Date.parse(startedDateTime);
  const { pathname, search } = new URL(url);
  const isOurs = _presented !== undefined;
  const requestHeaders = headersOf(request.headers).filter(
    ([name, value], _, all) =>
      !/^authorization$/i.test(name) || !EMPTIED.test(value) || !hasKeyIn(all),
  );
  const types = response ? typesIn(response) : [];
  // Our own proxy shows all fields: a type that it does not show was not sent.
  const isTypeKnown = isOurs || types.length > 0;
  const isSent = isOurs || recorder.isProxy || !mayBeOlder(request, response);
  const isKept = response && isSent && !recorder.rewritesBodies;
  const body = isKept ? bodyOf(request.method, response, isOurs) : undefined;
  const refused = response?.status === 401;
  const unknown = { credential: refused ? "wrong" : "good", isKeyKnown: false } as const;
  const hasKey = hasKeyIn(requestHeaders);
  const isEmptied = !hasKey && fieldOf(request.headers, "authorization") !== undefined;
  const isLeftOut = (stripsKeys && !hasKey) || isEmptied || request.headers.length === 0;
  const presented = _presented ?? (isLeftOut ? unknown : undefined);
  return {
    ...names,
    method: request.method.toUpperCase(),
    target: pathname + search,
    requestHeaders,
    requestBytes: Math.max(0, request.bodySize ?? 0),
    ...(response && {
      response: responseOf(response, body ?? new Uint8Array(), isTypeKnown ? types : [ASSUMED]),
    }),
    isTypeKnown,
    // Our own proxy has seen the bytes.
    kept: body === undefined ? "nothing" : isOurs ? "bytes" : "content",
    ...(presented !== undefined && { presented }),
    sentAt,
    receivedAt: sentAt + (hasSeconds ? 0 : durationOf(time)),
  };
}

function durationOf(time = 0): number {
  return time > 0 && time <= MAX_DURATION ? time : 0;
}

const hasKeyIn = (headers: Response["headers"]): boolean =>
  headers.some(([name, value]) => /^authorization$/i.test(name) && !EMPTIED.test(value));

/** A browser shows what it had before in the place of a 304. */
function mayBeOlder({ headers }: HarEntry["request"], response: HarEntry["response"]): boolean {
  const isConditional = ["if-none-match", "if-modified-since"].some(
    (name) => fieldOf(headers, name) !== undefined,
  );
  return response?.status === 304 || (isConditional && response?.status === 200);
}

/** Fields that no longer hold once a body was decoded and its characters were read. */
const OF_CODING = /^(?:content-encoding|content-length|transfer-encoding)$/i;

function responseOf(
  { status, statusText, headers, _trailingBytes: trailingBytes }: HarResponse,
  body: Uint8Array,
  types: readonly string[],
): Response {
  return {
    status: status ?? 0,
    reason: statusText ?? "",
    httpVersion: "1.1",
    headers: [
      ...headersOf(headers ?? []).filter(([name]) => !OF_CODING.test(name) && !OF_TYPE.test(name)),
      ...types.map((type) => ["Content-Type", type] as const),
    ],
    body,
    trailingBytes: trailingBytes ?? 0,
    informational: [],
  };
}

const OF_TYPE = /^content-type$/i;
/** The media type of a body of which the recorder does not show it. */
const ASSUMED = "application/json";

/** A recorder may join fields of one name. Where it shows none, its own guess may confirm that the body is JSON, and shows no fault. */
function typesIn({ headers, content }: HarResponse): readonly string[] {
  const types = headersOf(headers ?? [])
    .filter(([name, value]) => OF_TYPE.test(name) && !MASKED.test(value))
    .flatMap(([, value]) => value.split(/[,\n] */));
  const guess = content?.mimeType ?? "";
  return types.length === 0 && /json/i.test(guess) ? [guess] : types;
}
