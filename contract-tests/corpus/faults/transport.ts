/**
 * Responses that never arrive, are not HTTP, are redirects or wrongly framed, and a 204 with
 * content. Source: RFC 9112; gateways without their service; a Content-Length that counts
 * characters.
 */
import type { ClauseId } from "../../../spec/clauses/index.ts";
import { mapList } from "../changes/lists.ts";
import { addHeaders, CONTENT_LENGTH, replaceInHead, splitBytes } from "../changes/raw-bytes.ts";
import { mapReply } from "../changes/replies.ts";
import type { RawResponse, RawWriter, Reply, Request } from "../raw-http.ts";
import type { Operation } from "../reference-service.ts";
import { redirect } from "../replies.ts";
import { type Fault, fault, type Options } from "../variant.ts";

type Place = readonly [
  operation: Operation,
  status: number,
  title: string,
  clauses: readonly ClauseId[],
];

const RESPONSES: readonly Place[] = [
  ["listOrders", 200, "the list", ["list-ok"]],
  ["listOrders", 401, "the 401 to a list", ["list-unauthorized"]],
  ["cancelOrder", 204, "the 204", ["cancel-pending"]],
  ["cancelOrder", 404, "the 404", ["cancel-unknown-not-found"]],
  ["cancelOrder", 401, "the 401 to a cancellation", ["cancel-unauthorized"]],
  ["cancelOrder", 409, "the 409", ["cancel-shipped-conflict"]],
];

/** Puts a fault into each response, whose name follows `words`. */
const inEach = (words: string, change: (reply: Reply, request: Request) => Reply) =>
  RESPONSES.map(([operation, status, title, clauses]) =>
    fault(`${words} ${title}.`, clauses, (base) => mapReply(base, operation, status, change)),
  );

/** Replies in place of a list. */
const OF_LIST: readonly (readonly [words: string, RawResponse, Options<Fault>?])[] = [
  ["The connection is closed before", { parts: [], end: "close" }],
  ["Nothing is sent in place of", { parts: [], end: "hang" }, { callTimeoutMs: 150 }],
  [
    "Bytes that are not HTTP are sent in place of",
    { parts: [Buffer.from("SSH-2.0-OpenSSH_9.7\r\n")], end: "close" },
  ],
  [
    "The connection is closed in the status line of",
    { parts: [Buffer.from("HTTP/1.1 2")], end: "close" },
  ],
];

const framing = (
  title: string,
  [operation, status]: readonly [Operation, number],
  clauses: readonly ClauseId[],
  writeRaw: RawWriter,
): Fault =>
  fault(title, clauses, (base) =>
    mapReply(base, operation, status, (reply) => ({ ...reply, writeRaw })),
  );

const close = (...parts: readonly Uint8Array[]): RawResponse => ({ parts, end: "close" });
const CHUNKED = "Transfer-Encoding: chunked";

const ofList = (title: string, writeRaw: RawWriter, clause: ClauseId = "list-ok"): Fault =>
  framing(title, ["listOrders", 200], [clause], writeRaw);

/** The 204 has more headers, and bytes after its head. */
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

export const TRANSPORT_FAULTS = [
  ...inEach("The connection is reset before", (reply) => ({
    ...reply,
    writeRaw: () => ({ parts: [], end: "reset" }),
  })),
  ...OF_LIST.map(([words, response, options = {}]) =>
    fault(`${words} the list.`, ["list-ok"], options, (base) =>
      mapReply(base, "listOrders", 200, (reply) => ({ ...reply, writeRaw: () => response })),
    ),
  ),
  ...inEach("A 308 to the address of the request is sent in place of", (_, { path = "" }) =>
    redirect(308, `/v1${path}`),
  ),
  fault("The second list is a 307 to another host.", ["list-ok"], (base) =>
    mapList(base, (reply) =>
      base.store.listCount === 2 ? redirect(307, "http://127.0.0.2:9/v1/store/orders") : reply,
    ),
  ),
  fault(
    "An unknown id beyond int32 is redirected to the list.",
    ["cancel-unknown-not-found"],
    { foundBy: "unknown-ids" },
    (base) => ({
      notFound: (id) => (id > 2n ** 31n ? redirect(303, "/v1/store/orders") : base.notFound(id)),
    }),
  ),

  // Lists that are cut off or wrongly framed.
  ofList("The connection is closed before the Content-Length of the list.", (encoded) =>
    close(encoded.subarray(0, encoded.length >> 1)),
  ),
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
  framing(
    "The Error of a 404 is cut off.",
    ["cancelOrder", 404],
    ["cancel-unknown-not-found", "not-found-error-body", "body-json"],
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
