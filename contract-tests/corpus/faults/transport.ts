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
  Options<Fault>?,
];

const RESPONSES: readonly Place[] = [
  ["list", 200, "the list", ["list-ok"]],
  ["list", 401, "the 401 to a list", ["list-unauthorized"]],
  ["cancel", 204, "the 204", ["cancel-pending"]],
  ["cancel", 404, "the 404", ["cancel-unknown-not-found"]],
  ["cancel", 401, "the 401 to a cancellation", ["cancel-unauthorized"]],
  ["cancel", 409, "the 409", ["cancel-shipped-conflict"]],
];

/** A fault in each response; `words` are followed by its name. */
const inEach = (
  words: string,
  change: (reply: Reply, request: Request) => Reply,
  more: Options<Fault> = {},
): readonly Fault[] =>
  RESPONSES.map(([operation, status, title, clauses, options]) =>
    fault(`${words} ${title}.`, clauses, { ...options, ...more }, (base) =>
      mapReply(base, operation, status, change),
    ),
  );
const raw = (words: string, response: RawResponse, options?: Options<Fault>): readonly Fault[] =>
  inEach(words, (reply) => ({ ...reply, writeRaw: () => response }), options);

const REDIRECTS: readonly (readonly [
  status: number,
  words: string,
  location: (path: string) => string,
])[] = [
  [301, "with a trailing slash", (path) => `/v1${path}/`],
  [302, "on another host", (path) => `http://127.0.0.2:9/v1${path}`],
  [307, "with https", (path) => `https://127.0.0.1:9/v1${path}`],
  [308, "of the request", (path) => `/v1${path}`],
];

export const TRANSPORT_FAULTS = [
  ...[
    raw("The connection is reset before", { parts: [], end: "reset" }),
    raw("The connection is closed before", { parts: [], end: "close" }),
    raw("Nothing is sent in place of", { parts: [], end: "hang" }, { callTimeoutMs: 150 }),
    raw("Bytes that are not HTTP are sent in place of", {
      parts: [Buffer.from("SSH-2.0-OpenSSH_9.7\r\n")],
      end: "close",
    }),
    raw("The connection is closed in the status line of", {
      parts: [Buffer.from("HTTP/1.1 2")],
      end: "close",
    }),
  ].flat(),
  ...REDIRECTS.flatMap(([status, words, location]) =>
    inEach(`A ${status} to the address ${words} is sent in place of`, (_, { path = "" }) =>
      redirect(status, location(path)),
    ),
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
