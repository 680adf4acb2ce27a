/** Unusual but correct HTTP: plain ones, by RFC 9110 to 9112 and RFC 8288. */
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import {
  addHeaders,
  CONTENT_LENGTH,
  headWith,
  replaceInHead,
  splitBytes,
} from "../changes/raw-bytes.ts";
import { mapReplies } from "../changes/replies.ts";
import { header, type RawResponse, type Reply, type Request } from "../raw-http.ts";
import { withBody, withHeader } from "../replies.ts";
import { type Sound, sound } from "../variant.ts";

const replies = (title: string, change: (reply: Reply, request: Request) => Reply): Sound =>
  sound(
    title,
    "HTTP: connections, header case and media type parameters are not the contract's",
    (base) => mapReplies(base, change),
  );
const raw = (title: string, write: (encoded: Buffer, reply: Reply) => RawResponse): Sound =>
  replies(title, (reply) => ({ ...reply, writeRaw: (encoded) => write(encoded, reply) }));
const keep = (...parts: readonly Uint8Array[]): RawResponse => ({ parts, end: "keep" });

const CODINGS: Readonly<Record<string, (body: Uint8Array) => Buffer>> = {
  gzip: gzipSync,
  br: brotliCompressSync,
  deflate: deflateSync,
};

function chunks(
  body: Buffer,
  size: (nth: number) => number,
  extension: string,
  trailer: string,
): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0, nth = 0; at < body.length; nth++) {
    const part = body.subarray(at, at + size(nth));
    parts.push(
      Buffer.from(`${part.length.toString(16)}${extension}\r\n`),
      part,
      Buffer.from("\r\n"),
    );
    at += part.length;
  }
  return Buffer.concat([...parts, Buffer.from(`0\r\n${trailer}\r\n`)]);
}
const chunked = (
  title: string,
  size: (nth: number) => number,
  extension = "",
  trailer = "",
): Sound =>
  raw(title, (encoded, { status }) => {
    const [, body] = splitBytes(encoded);
    if (status === 204 || body.length === 0) return keep(encoded);
    return keep(
      headWith(encoded, CONTENT_LENGTH, "Transfer-Encoding: chunked"),
      chunks(body, size, extension, trailer),
    );
  });

const TYPES = [
  "application/json;charset=UTF-8",
  "application/json; charset=utf-8",
  'application/json; charset="utf-8"',
  "APPLICATION/JSON ; Charset=Utf-8",
  "application/json;",
  "application/json; charset=utf8",
  "application/json; odata.metadata=minimal",
];

const renamed = (title: string, rename: (name: string) => string): Sound =>
  replies(title, (reply) => ({
    ...reply,
    headers: reply.headers.map(([name, value]) => [rename(name), value] as const),
  }));
/** Adds each line as a header to every response. */
const added = (title: string, ...lines: readonly string[]): Sound => {
  const headers = lines.map(
    (line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(" ") + 1)] as const,
  );
  return replies(title, (reply) => ({ ...reply, headers: [...reply.headers, ...headers] }));
};

const of204 = (title: string, name: string, value: string): Sound =>
  replies(title, (reply) => (reply.status === 204 ? withHeader(reply, name, value) : reply));

export const HTTP_VARIANTS = [
  ...Object.entries(CODINGS).map(([coding, compress]) =>
    replies(`Bodies are compressed with ${coding} when it is accepted.`, (reply, request) =>
      reply.body.length > 0 &&
      (header(request, "accept-encoding") ?? "").split(/[,;]\s*/).includes(coding)
        ? withHeader(
            withHeader(withBody(reply, compress(reply.body)), "Content-Encoding", coding),
            "Vary",
            "Accept-Encoding",
          )
        : reply,
    ),
  ),
  raw("Responses are HTTP/1.0 without a Content-Length, and end the connection.", (encoded) => {
    const [head, body] = splitBytes(encoded);
    const older = head.replace("HTTP/1.1", "HTTP/1.0").replace(/Content-Length: \d+\r\n/, "");
    return { parts: [Buffer.from(older, "latin1"), body], end: "close" };
  }),
  raw("Every response has Connection: close.", (encoded) => ({
    parts: [addHeaders(encoded, "Connection: close")],
    end: "close",
  })),
  raw("Every connection is closed after its response, without a header.", (encoded) => ({
    parts: [encoded],
    end: "close",
  })),
  raw("Head and body are sent 1 ms apart.", (encoded) => {
    const [head, body] = splitBytes(encoded);
    return { parts: [Buffer.from(head, "latin1"), body], end: "keep", pauseMs: 1 };
  }),
  raw("The status line has no reason phrase.", (encoded) =>
    keep(replaceInHead(encoded, /^(HTTP\/1.1 \d+) .*/, "$1 ")),
  ),
  chunked("Bodies are chunked.", () => 1000),
  chunked(
    "Chunks have different sizes and an extension.",
    (nth) => [1, 300, 2, 41][nth % 4] ?? 1,
    ";name=value",
  ),
  chunked("The chunks are followed by a trailer.", () => 500, "", "Server-Timing: db;dur=3\r\n"),
  ...["103 Early Hints", "100 Continue"].map((status) =>
    raw(`Every response is preceded by a ${status}.`, (encoded) =>
      keep(
        Buffer.concat([
          Buffer.from(`HTTP/1.1 ${status}\r\nLink: </style.css>; rel=preload\r\n\r\n`),
          encoded,
        ]),
      ),
    ),
  ),
  ...TYPES.map((type) =>
    replies(`The media type is ${type}.`, (reply) =>
      reply.body.length > 0 ? withHeader(reply, "Content-Type", type) : reply,
    ),
  ),
  renamed("Header names are lower case.", (name) => name.toLowerCase()),
  renamed("Header names are upper case.", (name) => name.toUpperCase()),
  added("Every response sets two cookies.", "Set-Cookie: a=1", "Set-Cookie: b=2; HttpOnly"),
  added(
    "Every response has a token, with a cookie and as Authorization, that opens nothing.",
    "Set-Cookie: s=1",
    "X-CSRF-Token: t-1",
    "Authorization: Bearer t-1",
  ),
  added("Every response has an ETag.", 'ETag: W/"abc"'),
  added(
    "Every response has a header of 6,000 characters.",
    `Content-Security-Policy: default-src 'self' ${"https://x.example ".repeat(330)}`,
  ),
  added(
    "Every response has Links whose relations are only similar to next.",
    'Link: </v2>; rel="describedby next-version", </d>; title="; rel=next"; rel=help; rel=next, </next>;rel=nextfile',
  ),
  added(
    "Every response has a Link to itself as the first and the last page.",
    'Link: </v1/store/orders>; rel="self", </v1/store/orders>; rel="first", </v1/store/orders>; rel="last"',
  ),
  added("Every response has X-Total-Pages: 1.", "X-Total-Pages: 1"),
  added("Every response has a rate limit header.", "X-RateLimit-Remaining: 3"),
  added("Every response may be cached for an hour.", "Cache-Control: public, max-age=3600"),
  added("Every response has a header Status: 500.", "Status: 500 Internal Server Error"),
  added("Every response has Content-Encoding: identity.", "Content-Encoding: identity"),
  added("Every response has Accept-Ranges: bytes.", "Accept-Ranges: bytes"),
  of204("The 204 has Content-Length: 0.", "Content-Length", "0"),
  of204("The 204 has a Content-Type.", "Content-Type", "application/json"),
];
