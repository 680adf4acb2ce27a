/**
 * Answers of a deployment that are barely HTTP, or not at all: each part is malformed in its own
 * way.
 */
import fc from "fast-check";

const CRLF = "\r\n";
// For the unit "binary", fast-check builds a table of all Unicode, which takes most of a second.
const character = fc.nat(0xd7ff).map((code) => String.fromCharCode(code));
const text = fc.string({ unit: character, maxLength: 12 });

const startLine = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom("HTTP/1.1 200 OK", "HTTP/1.1 204 ", "HTTP/1.1 404 x") },
  { weight: 3, arbitrary: fc.nat(999).map((number) => `HTTP/1.1 ${number} Not Yet`) },
  { weight: 1, arbitrary: fc.constantFrom("HTTP/1.1 099 x", "HTTP/2 200", "ICY 200", "") },
  { weight: 1, arbitrary: fc.constantFrom("HTTP/1.1 2e2 ", "HTTP/1.1 200 \u0001") },
  { weight: 1, arbitrary: text.map((reason) => `HTTP/1.1 200 ${reason}`) },
);
const HEADERS = [
  "Content-Type: application/json",
  "Content-Length: 2",
  "Content-Length: 5",
  "Content-Length: -1",
  "Content-Length: 99999999999999999999",
  "Transfer-Encoding: chunked",
  "Transfer-Encoding: gzip",
  "Content-Encoding: gzip",
  "Content-Encoding: br, gzip",
  "Connection: upgrade",
  "Connection: content-length, host",
  "Upgrade: websocket",
  "Link: nonsense",
  "Keep-Alive: timeout=0",
  "Location: ://",
  " folded",
  "No-Colon",
  ": empty",
  "A\0: b",
  "WWW-Authenticate: \u00ff",
  "Proxy-Authenticate: Basic",
];
const header = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...HEADERS) },
  { weight: 1, arbitrary: fc.tuple(text, text).map(([name, value]) => `${name}: ${value}`) },
  { weight: 1, arbitrary: fc.nat(300_000).map((length) => `X: ${"a".repeat(length)}`) },
);
const head = fc
  .tuple(startLine, fc.array(header, { maxLength: 4 }))
  .map(([start, headers]) => [start, ...headers, "", ""].join(CRLF));
const informational = fc
  .constantFrom("100 Continue", "199 x", `103 x${CRLF}Link: nonsense`, "101 x")
  .map((start) => `HTTP/1.1 ${start}${CRLF}${CRLF}`);
const BODIES = ["", "[]", "[1,2", "[".repeat(100_000), `[${"9".repeat(100_000)}]`, '{"\\u'];
const CHUNKS = ["2\r\n[]\r\n0\r\n\r\n", "2\r\n[]\r\n0\r\nX: \u0001\r\n\r\n", "ffffffffffff\r\n"];

export const malformedAnswer = fc
  .record({
    before: fc.oneof(
      { weight: 5, arbitrary: fc.constant("") },
      { weight: 1, arbitrary: informational },
      { weight: 1, arbitrary: informational.map((one) => one.repeat(200)) },
    ),
    head,
    body: fc.oneof(fc.constantFrom(...BODIES, ...CHUNKS), text),
    after: fc.oneof({ weight: 4, arbitrary: fc.constant("") }, { weight: 1, arbitrary: head }),
    changedByte: fc.option(fc.tuple(fc.nat(200), fc.nat(255)), { freq: 5 }),
  })
  .map(({ before, head: final, body, after, changedByte }) => {
    const bytes = Buffer.from(`${before}${final}${body}${after}`, "latin1");
    if (changedByte !== null && changedByte[0] < bytes.length)
      bytes[changedByte[0]] = changedByte[1];
    return bytes;
  });
