/** Responses that never arrive, are not HTTP, or are redirects. */
import type { ClauseId } from "../../../spec/clauses/index.ts";
import { mapList } from "../changes/lists.ts";
import { mapReply } from "../changes/replies.ts";
import type { RawResponse, Reply, Request } from "../raw-http.ts";
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

/** A fault in each response; `words` are followed by its name. */
const inEach = (words: string, change: (reply: Reply, request: Request) => Reply) =>
  RESPONSES.map(([operation, status, title, clauses]) =>
    fault(`${words} ${title}.`, clauses, (base) => mapReply(base, operation, status, change)),
  );

/** What is sent in place of a list. */
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
];
