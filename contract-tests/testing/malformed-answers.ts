/** Answers of a deployment that are not HTTP, or hardly: made of parts that are malformed each in its own way. */
import fc from "fast-check";

const CRLF = "\r\n";
// For its own unit, "binary", fast-check builds a table of all of Unicode, which takes most of a second.
const character = fc.nat(0xd7ff).map((code) => String.fromCharCode(code));
const text = fc.string({ unit: character, maxLength: 12 });
const version = fc.oneof(
  { weight: 12, arbitrary: fc.constant("HTTP/1.1") },
  { weight: 1, arbitrary: fc.constantFrom("HTTP/1.0", "HTTP/2", "http/1.1", "ICY", "") },
);
const status = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("200", "204", "401", "404", "409", "304") },
  { weight: 3, arbitrary: fc.nat(999).map((number) => String(number).padStart(3, "0")) },
  { weight: 1, arbitrary: fc.constantFrom("000", "099", "101", "-1", "1000", "2e2", "") },
);
const reason = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("OK", "", "Not Yet") },
  { weight: 1, arbitrary: fc.constantFrom("\u0001", "a\tb", "\u007f", "caf\u00e9") },
  { weight: 1, arbitrary: text },
);
const header = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      ...[
        "Content-Type: application/json",
        "Content-Length: 2",
        "Content-Length: 5",
        "Content-Length: -1",
      ],
      ...[
        "Content-Length: 99999999999999999999",
        "Transfer-Encoding: chunked",
        "Transfer-Encoding: gzip",
      ],
      ...[
        "Content-Encoding: gzip",
        "Content-Encoding: br, gzip",
        "Content-Encoding: x",
        "Trailer: X-Sum",
      ],
      ...[
        "Connection: close",
        "Connection: upgrade",
        "Connection: content-length, host",
        "Upgrade: websocket",
      ],
      ...[
        "Link: nonsense",
        'Link: </a>; title="a b"',
        "Keep-Alive: timeout=0",
        "Location: ://",
        "Date: never",
      ],
      ...[
        " folded",
        "No-Colon",
        ": empty",
        "A\0: b",
        "WWW-Authenticate: \u00ff",
        "Proxy-Authenticate: Basic",
      ],
    ),
  },
  { weight: 1, arbitrary: fc.tuple(text, text).map(([name, value]) => `${name}: ${value}`) },
  { weight: 1, arbitrary: fc.nat(300_000).map((length) => `X: ${"a".repeat(length)}`) },
);
const head = fc
  .tuple(version, status, reason, fc.array(header, { maxLength: 4 }))
  .map(([name, code, phrase, headers]) =>
    [`${name} ${code} ${phrase}`, ...headers, "", ""].join(CRLF),
  );
const informational = fc.constantFrom(
  ...[
    "HTTP/1.1 100 Continue",
    "HTTP/1.1 102 Processing",
    "HTTP/1.1 199 x",
    "HTTP/1.1 103 Early Hints",
  ],
  ...[`HTTP/1.1 103 x${CRLF}Link: nonsense`, `HTTP/1.1 103 x${CRLF}Link: </a>; title="a b"`],
  ...["HTTP/1.1 101 x", `HTTP/1.1 101 x${CRLF}Connection: upgrade${CRLF}Upgrade: websocket`],
);
const body = fc.oneof(
  fc.constantFrom(
    ...[
      "",
      "[]",
      '[{"id":1}]',
      "[1,2",
      "[".repeat(100_000),
      `[${"9".repeat(100_000)}]`,
      '{"\\u',
      "\u00ff\u00fe[]",
    ],
    ...[
      "0\r\n\r\n",
      "2\r\n[]\r\n0\r\n\r\n",
      "2\r\n[]\r\n0\r\nX-Sum: \u0001\r\n\r\n",
      "ffffffffffff\r\n",
      "zz\r\n",
    ],
  ),
  text,
);

/** The bytes of one answer. */
export const malformedAnswer = fc
  .record({
    before: fc.oneof(
      { weight: 5, arbitrary: fc.constant<string[]>([]) },
      { weight: 1, arbitrary: fc.array(informational, { minLength: 1, maxLength: 3 }) },
      { weight: 1, arbitrary: informational.map((one) => Array<string>(200).fill(one)) },
    ),
    head,
    body,
    after: fc.oneof({ weight: 4, arbitrary: fc.constant("") }, { weight: 1, arbitrary: head }),
    changedByte: fc.option(fc.tuple(fc.nat(200), fc.nat(255)), { freq: 5 }),
  })
  .map(({ before, head: final, body: content, after, changedByte }) => {
    const hints = before.map((one) => `${one}${CRLF}${CRLF}`).join("");
    const bytes = Buffer.from(`${hints}${final}${content}${after}`, "latin1");
    if (changedByte !== null && changedByte[0] < bytes.length)
      bytes[changedByte[0]] = changedByte[1];
    return bytes;
  });
