/** Answers that break below HTTP's surface, redirects, and 204 with content. */
import type { ClauseId } from "../../../spec/clauses/index.ts";
import { redirect } from "../replies.ts";
import type { Operation, Service } from "../service.ts";
import { type Fault, fault, UNSEEN } from "../variant.ts";
import type { End, Reply, Request } from "../wire.ts";

/** Requests of an operation, with the good key or with a bad one. */
const SITES: Readonly<
  Record<
    string,
    readonly [title: string, operation: Operation, good: boolean, status: number, clauses: readonly ClauseId[]]
  >
> = {
  list: ["The list", "list", true, 200, ["list-ok", "body-json"]],
  "list-401": ["The 401 of the list", "list", false, 401, ["list-unauthorized", "auth-key-exact", "auth-error-body"]],
  cancel: ["The 204", "cancel", true, 204, ["cancel-pending", "cancel-no-content"]],
  "cancel-404": ["The 404", "cancel", true, 404, ["cancel-unknown-not-found", "not-found-error-body", "body-json"]],
  "cancel-401": [
    "The 401 of a cancel",
    "cancel",
    false,
    401,
    ["cancel-unauthorized", "auth-key-exact", "auth-error-body", "auth-first"],
  ],
  "cancel-409": ["The 409", "cancel", true, 409, ["cancel-shipped-conflict"]],
};

type Wire = (plain: Buffer) => { parts: Uint8Array[]; end: End; pauseMs?: number };
const WIRES: Readonly<Record<string, readonly [words: string, wire: Wire]>> = {
  reset: ["is a connection reset", () => ({ parts: [], end: "reset" })],
  closed: ["is a connection closed without a word", () => ({ parts: [], end: "close" })],
  hangs: ["never comes", () => ({ parts: [], end: "hang" })],
  garbage: ["is not HTTP", () => ({ parts: [Buffer.from("SSH-2.0-OpenSSH_9.7\r\n")], end: "close" })],
  "status-line-cut": ["ends in its status line", () => ({ parts: [Buffer.from("HTTP/1.1 2")], end: "close" })],
};
const OPTIONS: Readonly<Record<string, Partial<Fault>>> = {
  list: { orNotJudged: true },
  cancel: { readOnly: UNSEEN.pending },
  "cancel-409": { readOnly: UNSEEN.shipped },
};

function on(service: Service, site: keyof typeof SITES, change: (plain: Reply, request: Request) => Reply): void {
  const [, operation, , status] = SITES[site] ?? [];
  const { answer } = service;
  service.answer = async (request) => {
    const plain = await answer(request);
    return service.operation(request) === operation && plain.status === status ? change(plain, request) : plain;
  };
}

const broken = Object.entries(SITES).flatMap(([site, [title, , , , clauses]]) =>
  Object.entries(WIRES).map(([name, [words, wire]]) =>
    fault(
      `${site}-${name}`,
      `${title} ${words}.`,
      clauses,
      (service) => on(service, site, (plain) => ({ ...plain, onWire: wire })),
      {
        ...OPTIONS[site],
        ...(name === "hangs" && { callTimeoutMs: 150 }),
      },
    ),
  ),
);

const head = (plain: Buffer): number => plain.indexOf("\r\n\r\n") + 4;
const relabel = (plain: Buffer, from: RegExp, to: string): Buffer =>
  Buffer.concat([
    Buffer.from(plain.subarray(0, head(plain)).toString("latin1").replace(from, to), "latin1"),
    plain.subarray(head(plain)),
  ]);
const LENGTH = /Content-Length: (\d+)/;

const framing = (
  id: string,
  title: string,
  site: keyof typeof SITES,
  clauses: readonly ClauseId[],
  wire: Wire,
  options: Partial<Fault> = {},
): Fault => fault(id, title, clauses, (service) => on(service, site, (plain) => ({ ...plain, onWire: wire })), options);

const notJudged = { orNotJudged: true } as const;
const truncated = [
  framing(
    "list-shorter-than-length",
    "The list ends before its Content-Length.",
    "list",
    ["body-json", "list-ok"],
    (plain) => ({ parts: [plain.subarray(0, plain.length >> 1)], end: "close" }),
    notJudged,
  ),
  framing(
    "list-reset-in-the-middle",
    "The connection is reset in the middle of the list.",
    "list",
    ["body-json", "list-ok"],
    (plain) => ({ parts: [plain.subarray(0, plain.length >> 1)], end: "reset" }),
    notJudged,
  ),
  framing(
    "list-stalls-in-the-middle",
    "The list stops in the middle, for good.",
    "list",
    ["body-json", "list-ok"],
    (plain) => ({ parts: [plain.subarray(0, plain.length >> 1)], end: "hang" }),
    { ...notJudged, callTimeoutMs: 150 },
  ),
  framing(
    "list-length-one-short",
    "Content-Length of the list is one short: the last bracket is lost.",
    "list",
    ["body-json", "list-ok"],
    (plain) => ({ parts: [relabel(plain, LENGTH, `Content-Length: ${plain.length - head(plain) - 1}`)], end: "close" }),
    notJudged,
  ),
  framing(
    "list-length-counts-characters",
    "Content-Length of the list counts characters, not bytes.",
    "list",
    ["body-json", "list-ok"],
    (plain) => {
      const body = `${plain.subarray(head(plain)).toString().replace("{", '{"note":"Käfig",')}`;
      return {
        parts: [
          relabel(plain.subarray(0, head(plain)), LENGTH, `Content-Length: ${body.length}`),
          Buffer.from(body).subarray(0, body.length),
        ],
        end: "close",
      };
    },
    notJudged,
  ),
  framing(
    "list-two-lengths",
    "The list has two Content-Lengths that differ.",
    "list",
    ["body-json", "list-ok"],
    (plain) => ({ parts: [relabel(plain, LENGTH, "Content-Length: 2\r\n$&")], end: "close" }),
    notJudged,
  ),
  framing(
    "list-chunks-cut",
    "The last chunk of the list is missing.",
    "list",
    ["body-json", "list-ok"],
    (plain) => {
      const body = plain.subarray(head(plain));
      return {
        parts: [
          relabel(plain.subarray(0, head(plain)), LENGTH, "Transfer-Encoding: chunked"),
          Buffer.from(`${body.length.toString(16)}\r\n`),
          body,
          Buffer.from("\r\n"),
        ],
        end: "close",
      };
    },
    notJudged,
  ),
  framing(
    "list-chunk-size-wrong",
    "A chunk of the list has a size that is no number.",
    "list",
    ["body-json", "list-ok"],
    (plain) => {
      const body = plain.subarray(head(plain));
      return {
        parts: [
          relabel(plain.subarray(0, head(plain)), LENGTH, "Transfer-Encoding: chunked"),
          Buffer.from("zz\r\n"),
          body,
          Buffer.from("\r\n0\r\n\r\n"),
        ],
        end: "close",
      };
    },
    notJudged,
  ),
  framing(
    "second-404-reset-in-the-middle",
    "A 404 ends in the middle of its Error.",
    "cancel-404",
    ["cancel-unknown-not-found", "not-found-error-body", "body-json"],
    (plain) => ({ parts: [plain.subarray(0, -10)], end: "close" }),
  ),
  framing(
    "cut-401",
    "A 401 ends in the middle of its Error.",
    "list-401",
    ["list-unauthorized", "auth-error-body", "body-json", "auth-key-exact"],
    (plain) => ({ parts: [plain.subarray(0, -10)], end: "close" }),
  ),
];

const content = (id: string, title: string, wire: Wire): Fault =>
  framing(id, title, "cancel", ["cancel-no-content"], wire, { readOnly: UNSEEN.pending });
const with204 = (more: string, body: string) => (plain: Buffer) =>
  Buffer.concat([relabel(plain, /\r\n\r\n$/, `\r\n${more}\r\n\r\n`), Buffer.from(body)]);
const noContent = [
  content("204-with-length-and-body", "The 204 has a Content-Length of 2 and {} behind it.", (plain) => ({
    parts: [with204("Content-Type: application/json\r\nContent-Length: 2", "{}")(plain)],
    end: "keep",
  })),
  content("204-with-bytes", "Behind the 204 stand bytes that no header speaks of.", (plain) => ({
    parts: [with204("Server: old", "null")(plain)],
    end: "keep",
  })),
  content("204-with-bytes-and-close", "Behind the 204 stand bytes, then the connection is closed.", (plain) => ({
    parts: [with204("Connection: close", '{"status":"cancelled"}')(plain)],
    end: "close",
  })),
  content("204-chunked", "The 204 is chunked, with a chunk.", (plain) => ({
    parts: [with204("Transfer-Encoding: chunked", "2\r\n{}\r\n0\r\n\r\n")(plain)],
    end: "keep",
  })),
  content("204-with-late-bytes", "Behind the 204 bytes come a little later.", (plain) => ({
    parts: [with204("Content-Type: application/json", "")(plain), Buffer.from("{}")],
    end: "close",
    pauseMs: 3,
  })),
  content("204-with-the-order", "Behind the 204 stands the order.", (plain) => ({
    parts: [
      with204(
        "Content-Type: application/json\r\nContent-Length: 40",
        '{"id":23,"petId":102,"quantity":1      }',
      )(plain),
    ],
    end: "close",
  })),
];

const REDIRECTED: Readonly<
  Record<string, readonly [title: string, clauses: readonly ClauseId[], options: Partial<Fault>]>
> = {
  list: ["The list", ["list-ok"], { orNotJudged: true }],
  "list-401": ["The list with a bad key", ["list-unauthorized"], {}],
  cancel: ["A cancel that should be 204", ["cancel-pending"], { readOnly: UNSEEN.pending }],
  "cancel-404": ["A cancel that should be 404", ["cancel-unknown-not-found"], {}],
  "cancel-401": ["A cancel with a bad key", ["cancel-unauthorized", "auth-first"], {}],
  "cancel-409": ["A cancel that should be 409", ["cancel-shipped-conflict"], { readOnly: UNSEEN.shipped }],
};
const redirects = Object.entries(REDIRECTED).flatMap(([site, [title, clauses, options]]) =>
  [301, 302, 307, 308].map((status, index) =>
    fault(
      `${site}-redirects-${status}`,
      `${title} is a ${status} to ${["a trailing slash", "another host", "https", "itself"][index]}.`,
      clauses,
      (service) =>
        on(service, site, (_, { path = "" }) =>
          redirect(
            status,
            [`/v1${path}/`, `http://127.0.0.2:9/v1${path}`, `https://127.0.0.1:9/v1${path}`, `/v1${path}`][index] ??
              "/",
          ),
        ),
      options,
    ),
  ),
);
const moreRedirects = [
  fault(
    "query-redirects",
    "A list with a query is redirected to the one without.",
    ["list-ok", "list-unfiltered", "list-unpaged"],
    (service) =>
      on(service, "list", (plain, { query, path = "" }) => (query === "" ? plain : redirect(301, `/v1${path}`))),
  ),
  fault("second-list-redirects", "The second list is a 307 to another host.", ["list-ok"], (service) =>
    on(service, "list", (plain) => (service.lists === 2 ? redirect(307, "http://127.0.0.2:9/v1/store/orders") : plain)),
  ),
  fault(
    "beyond-int32-redirects",
    "An unknown id beyond int32 is redirected to the list.",
    ["cancel-unknown-not-found"],
    (service) => {
      const { notFound } = service;
      service.notFound = (id) => (id > 2n ** 31n ? redirect(303, "/v1/store/orders") : notFound(id));
    },
  ),
];

export const TRANSPORT_FAULTS: readonly Fault[] = [
  ...broken,
  ...truncated,
  ...noContent,
  ...redirects,
  ...moreRedirects,
];
