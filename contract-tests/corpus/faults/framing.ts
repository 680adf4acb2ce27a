/** Bodies that are cut off or framed in a wrong way, and a 204 with content. */
import type { ClauseId } from "../../../spec/clauses/index.ts";
import {
  addHeaders,
  CONTENT_LENGTH,
  headWith,
  replaceInHead,
  splitBytes,
} from "../changes/raw-bytes.ts";
import { mapReply } from "../changes/replies.ts";
import type { RawResponse, RawWriter } from "../raw-http.ts";
import type { Operation } from "../reference-service.ts";
import { type Fault, fault, type Options } from "../variant.ts";

const framing = (
  title: string,
  [operation, status]: readonly [Operation, number],
  clauses: readonly ClauseId[],
  writeRaw: RawWriter,
  options: Options<Fault> = {},
): Fault =>
  fault(title, clauses, options, (base) =>
    mapReply(base, operation, status, (reply) => ({ ...reply, writeRaw })),
  );

const close = (...parts: readonly Uint8Array[]): RawResponse => ({ parts, end: "close" });
const firstHalf = (encoded: Buffer): Buffer => encoded.subarray(0, encoded.length >> 1);
const CHUNKED = "Transfer-Encoding: chunked";

const ofList = (
  title: string,
  writeRaw: RawWriter,
  clause: ClauseId = "list-ok",
  options: Options<Fault> = {},
): Fault => framing(title, ["listOrders", 200], [clause], writeRaw, options);

const lists = [
  ofList("The connection is closed before the Content-Length of the list.", (encoded) =>
    close(firstHalf(encoded)),
  ),
  fault("Every third list is cut off.", ["list-ok"], (base) => {
    let lists = 0;
    return mapReply(base, "listOrders", 200, (reply) =>
      ++lists % 3 === 0 ? { ...reply, writeRaw: (encoded) => close(firstHalf(encoded)) } : reply,
    );
  }),
  ofList(
    "The Content-Length of the list is one byte short.",
    (encoded) => {
      const [, body] = splitBytes(encoded);
      return close(replaceInHead(encoded, CONTENT_LENGTH, `Content-Length: ${body.length - 1}`));
    },
    "body-json",
  ),
  ofList("The list has two Content-Length headers that differ.", (encoded) =>
    close(replaceInHead(encoded, CONTENT_LENGTH, "Content-Length: 2\r\n$&")),
  ),
  ofList("The last chunk of the list is missing.", (encoded) => {
    const [, body] = splitBytes(encoded);
    const size = Buffer.from(`${body.length.toString(16)}\r\n`);
    return close(headWith(encoded, CONTENT_LENGTH, CHUNKED), size, body, Buffer.from("\r\n"));
  }),
];

/** The 204 has further headers, and bytes after its head. */
const ofNoContent = (
  title: string,
  headers: readonly string[],
  bytes: string,
  end: RawResponse["end"],
  pauseMs?: number,
): Fault =>
  framing(title, ["cancelOrder", 204], ["cancel-no-content"], (encoded) => {
    const parts = [addHeaders(encoded, ...headers), Buffer.from(bytes)];
    return pauseMs === undefined ? { parts: [Buffer.concat(parts)], end } : { parts, end, pauseMs };
  });
const JSON_TYPE = "Content-Type: application/json";

export const FRAMING_FAULTS = [
  ...lists,
  framing(
    "The Error of a 404 is cut off.",
    ["cancelOrder", 404],
    ["cancel-unknown-not-found", "not-found-error-body", "body-json"],
    (encoded) => close(encoded.subarray(0, -10)),
  ),
  framing(
    "The Error of a 401 is cut off.",
    ["listOrders", 401],
    ["list-unauthorized", "auth-error-body", "body-json"],
    (encoded) => close(encoded.subarray(0, -10)),
  ),
  ofNoContent(
    "The 204 has a Content-Length of 2 and the body {}.",
    [JSON_TYPE, "Content-Length: 2"],
    "{}",
    "keep",
  ),
  ofNoContent("The 204 is chunked, and has a chunk.", [CHUNKED], "2\r\n{}\r\n0\r\n\r\n", "keep"),
  ofNoContent("The 204 is followed by bytes after 3 ms.", [JSON_TYPE], "{}", "close", 3),
];
