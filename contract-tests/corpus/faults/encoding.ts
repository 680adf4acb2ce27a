/** Bodies that are not JSON, not UTF-8, not labelled as JSON, or compressed in a wrong way. */
import { deflateSync, gzipSync } from "node:zlib";
import { mapReplies } from "../changes/replies.ts";
import { header, type Reply, type Request } from "../raw-http.ts";
import { withBody, withHeader } from "../replies.ts";
import { type Base, type Fault, fault, type Replacement } from "../variant.ts";

/** A status with a body: 200 is the list, and a pet. */
type Status = 200 | 401 | 404;

const mapBodies = (base: Base, status: Status, change: (reply: Reply, request: Request) => Reply): Replacement =>
  mapReplies(base, (reply, request) =>
    reply.status === status && reply.body.length > 0 ? change(reply, request) : reply,
  );
const withText = (reply: Reply, change: (text: string) => string | Uint8Array): Reply =>
  withBody(reply, change(Buffer.from(reply.body).toString()));

type Row = readonly [id: string, title: string, change: (json: string) => string | Uint8Array, status?: Status];

const inFirstOrder = (member: string) => (json: string) => json.replace("{", `{${member},`);
const SYNTAX: readonly Row[] = [
  ["trailing-comma", "The list ends with a comma.", (json) => json.replace(/\]$/, ",]")],
  ["single-quotes", "The list has single quotes.", (json) => json.replaceAll('"', "'")],
  ["unquoted-names", "The names in the list are not quoted.", (json) => json.replaceAll(/"(\w+)":/g, "$1:")],
  [
    "python-literals",
    "The list has True and False.",
    (json) => json.replaceAll("true", "True").replaceAll("false", "False"),
  ],
  ["comments", "The list starts with a comment.", (json) => `/* orders */${json}`],
  ["jsonp", "The list is a function call (JSONP).", (json) => `callback(${json});`],
  ["anti-hijacking-prefix", "The list starts with )]}' and a line feed.", (json) => `)]}',\n${json}`],
  ["html-behind", "The list is followed by HTML.", (json) => `${json}\n<!-- 12 ms -->`],
  [
    "html-before",
    "The list is preceded by a warning in HTML.",
    (json) => `<br/><b>Warning</b>: mysqli_connect()\n${json}`,
  ],
  ["two-documents", "The list is sent twice in one body.", (json) => `${json}${json}`],
  ["list-and-null", "The list is followed by null.", (json) => `${json}\nnull`],
  [
    "cut-in-the-middle",
    "The list is cut in the middle, with a matching Content-Length.",
    (json) => json.slice(0, json.length >> 1),
  ],
  ["last-bracket-missing", "The last bracket of the list is missing.", (json) => json.slice(0, -1)],
  ["raw-newline-in-string", "A string in the list has an unescaped line feed.", inFirstOrder('"note":"a\nb"')],
  [
    "raw-control-character",
    "A string in the list has an unescaped control character.",
    inFirstOrder('"note":"a\u0001b"'),
  ],
  ["bad-escape", "A string in the list has the escape \\x41.", inFirstOrder('"note":"\\x41"')],
  ["nul-behind", "The list is followed by a NUL.", (json) => `${json}\0`],
  ["empty-list-body", "The list is empty text, labelled as JSON.", () => ""],
  ["white-space-alone", "The list is white space.", () => " \n"],
  ["comma-missing", "A comma between two orders is missing.", (json) => json.replace("},{", "}{")],
  ["nothing-before-number", "A number in the list starts with a point.", inFirstOrder('"weight":.5')],
  ["hexadecimal", "A number in the list is hexadecimal.", inFirstOrder('"flags":0x1f')],
];

/** A list that starts with an order whose note is these bytes. */
const withNote =
  (...bytes: readonly number[]) =>
  (json: string) =>
    Buffer.concat([Buffer.from('[{"note":"'), Buffer.from(bytes), Buffer.from('"},'), Buffer.from(json.slice(1))]);
const latin1 = (json: string): Buffer => Buffer.from(json.replace("{", '{"note":"Käfig für Möwen",'), "latin1");
const utf16 = (json: string): Buffer => Buffer.from(json, "utf16le");
const CHARACTERS: readonly Row[] = [
  ["utf-16", "The list is UTF-16 with a byte order mark.", (json) => utf16(`\ufeff${json}`)],
  ["utf-16-without-mark", "The list is UTF-16 without a byte order mark.", utf16],
  ["latin-1", "The list has bytes in Latin-1.", latin1],
  [
    "latin-1-in-401",
    "The 401 has bytes in Latin-1.",
    (json) => Buffer.from(json.replace("The API key", "Der Schlüssel"), "latin1"),
    401,
  ],
  [
    "latin-1-in-404",
    "The 404 has bytes in Latin-1.",
    (json) => Buffer.from(json.replace("There is", "Für dich ist da"), "latin1"),
    404,
  ],
  ["lone-continuation", "A string in the list has a lone continuation byte.", withNote(0x80)],
  ["overlong", "A string in the list has an overlong byte sequence.", withNote(0xc0, 0xaf)],
  [
    "surrogates-in-utf-8",
    "A string in the list has surrogates encoded as UTF-8 (CESU-8).",
    withNote(0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80),
  ],
  [
    "cut-in-a-character",
    "The list is cut within a character.",
    (json) => Buffer.from(json.replace(/\]$/, ',{"note":"ä')).subarray(0, -1),
  ],
];

const notJson = ([id, title, change, status = 200]: Row): Fault =>
  fault(id, title, ["body-json"], (base) => mapBodies(base, status, (reply) => withText(reply, change)));

const declared = (charset: string, encode: (json: string) => Uint8Array) => (base: Base) =>
  mapBodies(base, 200, (reply) =>
    withHeader(withText(reply, encode), "Content-Type", `application/json; charset=${charset}`),
  );

/** Content-Type, undefined for none. */
const TYPES: Readonly<Record<string, string | undefined>> = {
  html: "text/html",
  text: "text/plain; charset=utf-8",
  "text-json": "text/json",
  javascript: "application/javascript",
  "octet-stream": "application/octet-stream",
  xml: "application/xml",
  ndjson: "application/x-ndjson",
  form: "application/x-www-form-urlencoded",
  hal: "application/hal+json",
  "json-seq": "application/json-seq",
  jsonx: "application/jsonp",
  empty: "",
  nonsense: "json",
  none: undefined,
};
const labelled = (name: string, title: string, status: Status, types: readonly string[]): Fault[] =>
  types.map((word) =>
    fault(
      `${name}-type-${word}`,
      TYPES[word] === undefined ? `${title} has no Content-Type.` : `${title} is labelled as "${TYPES[word]}".`,
      ["body-media-type"],
      (base) => mapBodies(base, status, (reply) => withHeader(reply, "Content-Type", TYPES[word])),
    ),
  );

const labelledAsGzip = (reply: Reply, body: Uint8Array): Reply =>
  withHeader(withBody(reply, body), "Content-Encoding", "gzip");
const acceptsGzip = (request: Request): boolean => /gzip/.test(header(request, "accept-encoding") ?? "");
const CODINGS: readonly (readonly [id: string, title: string, change: (reply: Reply, request: Request) => Reply])[] = [
  [
    "gzip-garbage",
    "The list is labelled as gzip and is not compressed, for requests that accept gzip.",
    (reply, request) => (acceptsGzip(request) ? labelledAsGzip(reply, reply.body) : reply),
  ],
  [
    "gzip-garbage-always",
    "The list is labelled as gzip and is not compressed.",
    (reply) => labelledAsGzip(reply, reply.body),
  ],
  [
    "gzip-cut",
    "The compressed list is cut off.",
    (reply) => {
      const packed = gzipSync(reply.body);
      return labelledAsGzip(reply, packed.subarray(0, packed.length >> 1));
    },
  ],
  [
    "gzip-unlabelled",
    "The list is compressed without a Content-Encoding.",
    (reply) => withBody(reply, gzipSync(reply.body)),
  ],
  [
    "gzip-twice",
    "The list is compressed twice and labelled once.",
    (reply) => labelledAsGzip(reply, gzipSync(gzipSync(reply.body))),
  ],
  [
    "deflate-as-gzip",
    "The list is compressed with deflate and labelled as gzip.",
    (reply) => labelledAsGzip(reply, deflateSync(reply.body)),
  ],
  [
    "gzip-content-broken",
    "The compressed list is not JSON, for requests that accept gzip.",
    (reply, request) =>
      acceptsGzip(request)
        ? labelledAsGzip(reply, gzipSync(Buffer.from(reply.body).toString().replace(/\]$/, ",]")))
        : reply,
  ],
];

export const ENCODING_FAULTS = [
  ...SYNTAX.map(notJson),
  ...CHARACTERS.map(notJson),
  fault(
    "declared-latin-1",
    "The list is labelled as charset=iso-8859-1, correctly.",
    ["body-json"],
    declared("iso-8859-1", latin1),
  ),
  fault(
    "declared-utf-16",
    "The list is labelled as charset=utf-16le, correctly.",
    ["body-json"],
    declared("utf-16le", utf16),
  ),
  ...labelled("list", "The list", 200, Object.keys(TYPES)),
  ...labelled("401", "A 401", 401, ["html", "text-json", "none"]),
  ...labelled("404", "A 404", 404, ["html", "text-json", "none"]),
  ...CODINGS.map(([id, title, change]) => fault(id, title, ["body-json"], (base) => mapBodies(base, 200, change))),
  fault("second-list-cut", "The last bracket of the second list is missing.", ["body-json"], (base) =>
    mapBodies(base, 200, (reply) =>
      base.store.listCount === 2 ? withText(reply, (json) => json.slice(0, -1)) : reply,
    ),
  ),
  fault("second-list-html", "The second list is an HTML page.", ["body-media-type", "body-json"], (base) =>
    mapBodies(base, 200, (reply) =>
      base.store.listCount === 2
        ? withHeader(
            withText(reply, () => "<html>maintenance</html>"),
            "Content-Type",
            "text/html",
          )
        : reply,
    ),
  ),
];
