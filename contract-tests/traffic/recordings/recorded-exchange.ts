/** Turns an entry of a recording into an exchange. */
import type { Response } from "../../client/exchange.ts";
import { MASKED } from "../find-credentials.ts";
import type { PassedExchange } from "../passed-exchange.ts";
import { bodyOf } from "./har-body.ts";
import { fieldOf, fieldsOfHar, type HarEntry } from "./har-entry.ts";
import type { RecordedEntry } from "./read-recording.ts";

type HarResponse = NonNullable<HarEntry["response"]>;

interface RecordingContext extends Pick<RecordedEntry, "id" | "url" | "recorder"> {
  /** Identifies the recording. */
  readonly session: string;
  /** True if the recorder removed the app's credentials. */
  readonly stripsKeys: boolean;
  /** True if the recording has whole seconds only: then the order of entries tells more. */
  readonly hasSeconds: boolean;
}

/** Longest plausible duration of a recorded call in milliseconds. */
const MAX_DURATION = 10 * 60_000;
/** An Authorization value without its key, or empty, as a recorder leaves it. */
const EMPTIED = /^\s*(?:bearer|basic|token)?\s*$/i;

export function passedIn(
  { startedDateTime, time, request, response, _presented }: HarEntry,
  { url, stripsKeys, recorder, hasSeconds, ...names }: RecordingContext,
): PassedExchange {
  const sentAt = Date.parse(startedDateTime);
  const { pathname, search } = new URL(url);
  const isOurs = _presented !== undefined;
  const requestHeaders = fieldsOfHar(request.headers).filter(
    ([name, value], _, all) =>
      !/^authorization$/i.test(name) || !EMPTIED.test(value) || !hasKeyIn(all),
  );
  const types = response ? typesIn(response) : [];
  // Our own proxy records all headers: a missing type was not sent.
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
      response: recordedResponse(
        response,
        body ?? new Uint8Array(),
        isTypeKnown ? types : [ASSUMED],
      ),
    }),
    isTypeKnown,
    // Our own proxy saw the raw bytes.
    kept: body === undefined ? "nothing" : isOurs ? "bytes" : "content",
    ...(presented !== undefined && { presented }),
    sentAt,
    receivedAt: sentAt + (hasSeconds ? 0 : recordedDuration(time)),
  };
}

function recordedDuration(time = 0): number {
  return time > 0 && time <= MAX_DURATION ? time : 0;
}

const hasKeyIn = (headers: Response["headers"]): boolean =>
  headers.some(([name, value]) => /^authorization$/i.test(name) && !EMPTIED.test(value));

/**
 * True if the body may be older than the answer: a browser shows its cached one in place of a 304.
 */
function mayBeOlder({ headers }: HarEntry["request"], response: HarEntry["response"]): boolean {
  const isConditional = ["if-none-match", "if-modified-since"].some(
    (name) => fieldOf(headers, name) !== undefined,
  );
  return response?.status === 304 || (isConditional && response?.status === 200);
}

/** Headers that no longer fit once the body is decoded. */
const OF_CODING = /^(?:content-encoding|content-length|transfer-encoding)$/i;

function recordedResponse(
  { status, statusText, headers, _trailingBytes: trailingBytes }: HarResponse,
  body: Uint8Array,
  types: readonly string[],
): Response {
  return {
    status: status ?? 0,
    reason: statusText ?? "",
    httpVersion: "1.1",
    headers: [
      ...fieldsOfHar(headers ?? []).filter(
        ([name]) => !OF_CODING.test(name) && !OF_TYPE.test(name),
      ),
      ...types.map((type) => ["Content-Type", type] as const),
    ],
    body,
    trailingBytes: trailingBytes ?? 0,
    informational: [],
  };
}

const OF_TYPE = /^content-type$/i;
/** The media type that we assume if the recorder shows none. */
const ASSUMED = "application/json";

/**
 * A recorder may join headers of one name. If it shows no Content-Type, its own guess may confirm
 * JSON, but proves no fault.
 */
function typesIn({ headers, content }: HarResponse): readonly string[] {
  const types = fieldsOfHar(headers ?? [])
    .filter(([name, value]) => OF_TYPE.test(name) && !MASKED.test(value))
    .flatMap(([, value]) => value.split(/[,\n] */));
  const guess = content?.mimeType ?? "";
  return types.length === 0 && /json/i.test(guess) ? [guess] : types;
}
