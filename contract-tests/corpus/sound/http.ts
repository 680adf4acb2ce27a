/** Transport and headers that are unusual and sound. */
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { withBody, withHeader } from "../replies.ts";
import type { Service } from "../service.ts";
import { type Sound, sound } from "../variant.ts";
import { type End, field, type Reply, type Request } from "../wire.ts";

type Wire = { readonly parts: readonly Uint8Array[]; readonly end: End; readonly pauseMs?: number };
const RULING = "transport: any connection handling, header case and media-type parameters";

function each(service: Service, change: (plain: Reply, request: Request) => Reply): void {
  const { answer } = service;
  service.answer = async (request) => change(await answer(request), request);
}
const replies = (
  id: string,
  title: string,
  change: (plain: Reply, request: Request) => Reply,
  options: Partial<Sound> = {},
): Sound => sound(id, title, RULING, (service) => each(service, change), options);
const wires = (id: string, title: string, wire: (plain: Buffer, reply: Reply) => Wire): Sound =>
  replies(id, title, (plain) => ({ ...plain, onWire: (bytes) => wire(bytes, plain) }));

const split = (plain: Buffer): [head: string, body: Buffer] => {
  const end = plain.indexOf("\r\n\r\n") + 4;
  return [plain.subarray(0, end).toString("latin1"), plain.subarray(end)];
};
const chunked = (body: Buffer, size: (index: number) => number, extension = "", trailer = ""): Buffer => {
  const chunks: Buffer[] = [];
  for (let at = 0, index = 0; at < body.length; index++) {
    const part = body.subarray(at, at + size(index));
    chunks.push(Buffer.from(`${part.length.toString(16)}${extension}\r\n`), part, Buffer.from("\r\n"));
    at += part.length;
  }
  return Buffer.concat([...chunks, Buffer.from(`0\r\n${trailer}\r\n`)]);
};
const asChunks = (id: string, title: string, size: (index: number) => number, extension = "", trailer = ""): Sound =>
  wires(id, title, (plain, { status }) => {
    const [head, body] = split(plain);
    if (status === 204 || body.length === 0) return { parts: [plain], end: "keep" };
    const parts = [
      Buffer.from(head.replace(/Content-Length: \d+/, "Transfer-Encoding: chunked"), "latin1"),
      chunked(body, size, extension, trailer),
    ];
    return { parts, end: "keep" };
  });

const CODINGS: Readonly<Record<string, (body: Uint8Array) => Buffer>> = {
  gzip: gzipSync,
  br: brotliCompressSync,
  deflate: deflateSync,
};
const compressed = Object.entries(CODINGS).map(([coding, pack]) =>
  replies(`compressed-${coding}`, `Bodies are compressed with ${coding} where that is accepted.`, (plain, request) =>
    plain.body.length > 0 && (field(request, "accept-encoding") ?? "").split(/[,;]\s*/).includes(coding)
      ? withHeader(withHeader(withBody(plain, pack(plain.body)), "Content-Encoding", coding), "Vary", "Accept-Encoding")
      : plain,
  ),
);

const informational = (status: string): Sound =>
  wires(`informational-${status.slice(0, 3)}`, `Before every answer comes a ${status}.`, (plain) => ({
    parts: [Buffer.concat([Buffer.from(`HTTP/1.1 ${status}\r\nLink: </style.css>; rel=preload\r\n\r\n`), plain])],
    end: "keep",
  }));

const connections = [
  wires("http-1-0", "Answers are HTTP/1.0 without a length, ended by closing.", (plain) => {
    const [head, body] = split(plain);
    return {
      parts: [Buffer.from(head.replace("HTTP/1.1", "HTTP/1.0").replace(/Content-Length: \d+\r\n/, ""), "latin1"), body],
      end: "close",
    };
  }),
  wires("closed-after-each", "Every answer says Connection: close.", (plain) => {
    const [head, body] = split(plain);
    return {
      parts: [Buffer.from(head.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"), "latin1"), body],
      end: "close",
    };
  }),
  wires("closed-without-a-word", "Every connection is closed after its answer, without a word.", (plain) => ({
    parts: [plain],
    end: "close",
  })),
  wires("keep-alive-header", "Answers say Keep-Alive with a timeout.", (plain) => {
    const [head, body] = split(plain);
    return {
      parts: [
        Buffer.from(
          head.replace("\r\n\r\n", "\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5, max=100\r\n\r\n"),
          "latin1",
        ),
        body,
      ],
      end: "keep",
    };
  }),
  wires("in-two-segments", "Head and body come apart, a moment between.", (plain) => {
    const [head, body] = split(plain);
    return { parts: [Buffer.from(head, "latin1"), body], end: "keep", pauseMs: 1 };
  }),
  wires("cut-within-a-character", "The bytes of an answer come in two parts, cut anywhere.", (plain) => ({
    parts: [plain.subarray(0, plain.length - 3), plain.subarray(plain.length - 3)],
    end: "keep",
    pauseMs: 1,
  })),
  wires("no-reason-phrase", "The status line has no reason phrase.", (plain) => {
    const [head, body] = split(plain);
    return { parts: [Buffer.from(head.replace(/^(HTTP\/1.1 \d+) .*/, "$1 "), "latin1"), body], end: "keep" };
  }),
  wires("odd-reason-phrase", "The reason phrase is a joke.", (plain) => {
    const [head, body] = split(plain);
    return { parts: [Buffer.from(head.replace(/^(HTTP\/1.1 \d+) .*/, "$1 So it goes"), "latin1"), body], end: "keep" };
  }),
  asChunks("chunked", "Bodies are chunked.", () => 1000),
  asChunks("chunked-by-seven", "Bodies come in chunks of seven bytes.", () => 7),
  asChunks(
    "chunked-oddly",
    "Chunks are of odd sizes, with extensions.",
    (index) => [1, 300, 2, 41][index % 4] ?? 1,
    ";name=value",
  ),
  asChunks("chunked-with-trailer", "Behind the chunks stands a trailer.", () => 500, "", "Server-Timing: db;dur=3\r\n"),
  informational("103 Early Hints"),
  informational("102 Processing"),
  informational("100 Continue"),
];

const header = (id: string, title: string, name: string, value: string, options: Partial<Sound> = {}): Sound =>
  replies(id, title, (plain) => withHeader(plain, name, value), options);
const typed = (plain: Reply, type: string): Reply =>
  plain.body.length > 0 ? withHeader(plain, "Content-Type", type) : plain;
const TYPES = [
  "application/json;charset=UTF-8",
  "application/json; charset=utf-8",
  'application/json; charset="utf-8"',
  "Application/JSON",
  "APPLICATION/JSON ; Charset=Utf-8",
  "application/json; version=1",
  "application/json;",
  "application/json; charset=utf8",
  "application/json; odata.metadata=minimal",
];
const headers = [
  ...TYPES.map((type, index) =>
    replies(`media-type-${index + 1}`, `Bodies are ${type}.`, (plain) => typed(plain, type)),
  ),
  replies("header-names-in-lower-case", "Header names are in lower case.", (plain) => ({
    ...plain,
    headers: plain.headers.map(([name, value]) => [name.toLowerCase(), value] as const),
  })),
  replies("header-names-in-capitals", "Header names are in capitals.", (plain) => ({
    ...plain,
    headers: plain.headers.map(([name, value]) => [name.toUpperCase(), value] as const),
  })),
  replies("cookies", "Every answer sets two cookies.", (plain) => ({
    ...plain,
    headers: [...plain.headers, ["Set-Cookie", "a=1"], ["Set-Cookie", "b=2; HttpOnly"]],
  })),
  replies("repeated-headers", "Some headers come twice.", (plain) => ({
    ...plain,
    headers: [
      ...plain.headers,
      ["Vary", "Origin"],
      ["Vary", "Accept"],
      ["X-Frame-Options", "DENY"],
      ["X-Frame-Options", "DENY"],
    ],
  })),
  header("etag", "Every answer has an ETag.", "ETag", 'W/"abc"'),
  header("cache-control", "Every answer may be cached for an hour.", "Cache-Control", "public, max-age=3600"),
  header("content-language", "Every answer is in German.", "Content-Language", "de"),
  header(
    "large-header",
    "Every answer has a header of 6,000 letters.",
    "Content-Security-Policy",
    `default-src 'self' ${"https://x.example ".repeat(330)}`,
  ),
  header("link-header", "Answers have a Link to the documentation.", "Link", '<https://docs.example.com>; rel="help"'),
  header(
    "link-header-of-one-page",
    "Answers have a Link to themselves, as the first page and the last.",
    "Link",
    '</v1/store/orders>; rel="self", </v1/store/orders>; rel="first", </v1/store/orders>; rel="last"',
  ),
  header("pagination-headers-of-one-page", "The whole list is called page 1 of 1.", "X-Total-Pages", "1"),
  header("rate-limit-headers", "Answers tell how many calls are left.", "X-RateLimit-Remaining", "3"),
  header("server-errors-in-headers", "Answers have a header Status: 500.", "Status", "500 Internal Server Error"),
  header("ranges-accepted", "Answers say Accept-Ranges: bytes.", "Accept-Ranges", "bytes"),
  replies("204-with-length-0", "The 204 has Content-Length: 0.", (plain) =>
    plain.status === 204 ? withHeader(plain, "Content-Length", "0") : plain,
  ),
  replies("204-with-type", "The 204 has a Content-Type.", (plain) =>
    plain.status === 204 ? withHeader(plain, "Content-Type", "application/json") : plain,
  ),
];

export const HTTP_VARIANTS: readonly Sound[] = [...compressed, ...connections, ...headers];
