/** Responses that never arrive, are not HTTP, or are redirects. */
import type { ClauseId } from "../../../spec/clauses/index.ts";
import { mapList } from "../changes/lists.ts";
import { mapReply } from "../changes/replies.ts";
import type { RawWriter, Reply, Request } from "../raw-http.ts";
import type { Operation } from "../reference-service.ts";
import { redirect } from "../replies.ts";
import { type Fault, fault, type Options, UNDETECTED } from "../variant.ts";

type Row = readonly [
  operation: Operation,
  status: number,
  title: string,
  clauses: readonly ClauseId[],
  Options<Fault>?,
];

const RESPONSES: Readonly<Record<string, Row>> = {
  list: ["list", 200, "the list", ["list-ok"]],
  "list-401": ["list", 401, "the 401 to a list", ["list-unauthorized"]],
  cancel: ["cancel", 204, "the 204", ["cancel-pending"], { readOnly: UNDETECTED.pending }],
  "cancel-404": ["cancel", 404, "the 404", ["cancel-unknown-not-found"]],
  "cancel-401": ["cancel", 401, "the 401 to a cancellation", ["cancel-unauthorized", "auth-first"]],
  "cancel-409": ["cancel", 409, "the 409", ["cancel-shipped-conflict"], { readOnly: UNDETECTED.shipped }],
};

interface Problem {
  readonly word: string;
  /** Followed by the response. */
  readonly words: string;
  readonly change: (reply: Reply, request: Request) => Reply;
  readonly options?: Options<Fault>;
}

/** A fault for each problem in each response. */
const inEach = (problems: readonly Problem[]): Fault[] =>
  Object.entries(RESPONSES).flatMap(([id, [operation, status, title, clauses, options]]) =>
    problems.map(({ word, words, change, options: more }) =>
      fault(`${id}-${word}`, `${words} ${title}.`, clauses, (base) => mapReply(base, operation, status, change), {
        ...options,
        ...more,
      }),
    ),
  );

const raw = (word: string, words: string, writeRaw: RawWriter, options: Options<Fault> = {}): Problem => ({
  word,
  words,
  change: (reply) => ({ ...reply, writeRaw }),
  options,
});
const broken = inEach([
  raw("reset", "The connection is reset before", () => ({ parts: [], end: "reset" })),
  raw("closed", "The connection is closed before", () => ({ parts: [], end: "close" })),
  raw("hangs", "Nothing is sent in place of", () => ({ parts: [], end: "hang" }), { callTimeoutMs: 150 }),
  raw("garbage", "Bytes that are not HTTP are sent in place of", () => ({
    parts: [Buffer.from("SSH-2.0-OpenSSH_9.7\r\n")],
    end: "close",
  })),
  raw("status-line-cut", "The connection is closed in the status line of", () => ({
    parts: [Buffer.from("HTTP/1.1 2")],
    end: "close",
  })),
]);

const REDIRECTS: readonly (readonly [status: number, words: string, location: (path: string) => string])[] = [
  [301, "with a trailing slash", (path) => `/v1${path}/`],
  [302, "on another host", (path) => `http://127.0.0.2:9/v1${path}`],
  [307, "with https", (path) => `https://127.0.0.1:9/v1${path}`],
  [308, "of the request", (path) => `/v1${path}`],
];
const redirects = inEach(
  REDIRECTS.map(([status, words, location]) => ({
    word: `redirects-${status}`,
    words: `A ${status} to the address ${words} is sent in place of`,
    change: (_, { path = "" }) => redirect(status, location(path)),
  })),
);

export const TRANSPORT_FAULTS = [
  ...broken,
  ...redirects,
  fault("query-redirects", "A list with a query is redirected to the list without it.", ["list-ok"], (base) =>
    mapList(base, (reply, { query, path = "" }) => (query === "" ? reply : redirect(301, `/v1${path}`))),
  ),
  fault("second-list-redirects", "The second list is a 307 to another host.", ["list-ok"], (base) =>
    mapList(base, (reply) =>
      base.store.listCount === 2 ? redirect(307, "http://127.0.0.2:9/v1/store/orders") : reply,
    ),
  ),
  fault(
    "beyond-int32-redirects",
    "An unknown id beyond int32 is redirected to the list.",
    ["cancel-unknown-not-found"],
    (base) => ({ notFound: (id) => (id > 2n ** 31n ? redirect(303, "/v1/store/orders") : base.notFound(id)) }),
    { foundBy: "cancel-unknown" },
  ),
];
