/** Bodies that are no JSON, not in UTF-8, or not called JSON. */
import { deflateSync, gzipSync } from "node:zlib";
import type { ClauseId } from "../../../spec/clauses/index.ts";
import { withBody, withHeader } from "../replies.ts";
import type { Service } from "../service.ts";
import { type Fault, fault } from "../variant.ts";
import { field, type Reply, type Request } from "../wire.ts";

/** Where it happens: bodies of the list, of 401, of 404. */
function bodies(
  service: Service,
  statuses: readonly number[],
  change: (plain: Reply, request: Request) => Reply,
): void {
  const { answer } = service;
  service.answer = async (request) => {
    const plain = await answer(request);
    return statuses.includes(plain.status) && plain.body.length > 0 ? change(plain, request) : plain;
  };
}
const text =
  (change: (text: string) => string | Uint8Array) =>
  (plain: Reply): Reply =>
    withBody(plain, change(Buffer.from(plain.body).toString()));

const notJson = (
  id: string,
  title: string,
  change: (text: string) => string | Uint8Array,
  statuses: readonly number[] = [200],
  more: readonly ClauseId[] = [],
): Fault => fault(id, title, ["body-json", ...more], (service) => bodies(service, statuses, text(change)));

/** A name in Latin-1 where UTF-8 is due. */
const latin1 = (json: string): Buffer => Buffer.from(json.replace("{", '{"note":"Käfig für Möwen",'), "latin1");

const syntax = [
  notJson("trailing-comma", "The list ends with a comma.", (json) => json.replace(/\]$/, ",]")),
  notJson("single-quotes", "The list is in single quotes.", (json) => json.replaceAll('"', "'")),
  notJson("unquoted-names", "The names of the list are not quoted.", (json) => json.replaceAll(/"(\w+)":/g, "$1:")),
  notJson("python-literals", "true and false of the list are True and False.", (json) =>
    json.replaceAll("true", "True").replaceAll("false", "False"),
  ),
  notJson("comments", "The list starts with a comment.", (json) => `/* orders */${json}`),
  notJson("jsonp", "The list is a call of a function.", (json) => `callback(${json});`),
  notJson("anti-hijacking-prefix", "The list starts with )]}' and a new line.", (json) => `)]}',\n${json}`),
  notJson("html-behind", "Behind the list stands HTML.", (json) => `${json}\n<!-- 12 ms -->`),
  notJson(
    "html-before",
    "Before the list stands a warning in HTML.",
    (json) => `<br/><b>Warning</b>: mysqli_connect()\n${json}`,
  ),
  notJson("two-documents", "The list stands there twice.", (json) => `${json}${json}`),
  notJson("list-and-null", "Behind the list stands null.", (json) => `${json}\nnull`),
  notJson(
    "cut-in-the-middle",
    "The list ends in the middle, and Content-Length agrees.",
    (json) => json.slice(0, json.length >> 1),
    [200],
  ),
  notJson("last-bracket-missing", "The list lacks its last bracket.", (json) => json.slice(0, -1)),
  notJson("raw-newline-in-string", "A string of the list has a raw line break.", (json) =>
    json.replace("{", '{"note":"a\nb",'),
  ),
  notJson("raw-control-character", "A string of the list has a raw control character.", (json) =>
    json.replace("{", '{"note":"a\u0001b",'),
  ),
  notJson("bad-escape", "A string of the list has the escape \\x41.", (json) => json.replace("{", '{"note":"\\x41",')),
  notJson("nul-behind", "Behind the list stands a NUL.", (json) => `${json}\0`),
  notJson("empty-list-body", "The list is of JSON type and empty.", () => "", [200]),
  notJson("white-space-alone", "The list is white space.", () => " \n"),
  notJson("comma-missing", "Between two orders the comma is missing.", (json) => json.replace("},{", "}{")),
  notJson("nothing-before-number", "A number starts with a point.", (json) => json.replace("{", '{"weight":.5,')),
  notJson("hexadecimal", "A number is hexadecimal.", (json) => json.replace("{", '{"flags":0x1f,')),
];
const characters = [
  notJson("utf-16", "The list is in UTF-16.", (json) => Buffer.from(`\ufeff${json}`, "utf16le")),
  notJson("utf-16-without-mark", "The list is in UTF-16 without a byte order mark.", (json) =>
    Buffer.from(json, "utf16le"),
  ),
  notJson("latin-1", "The list has bytes in Latin-1.", latin1),
  notJson(
    "latin-1-in-401",
    "The 401 has bytes in Latin-1.",
    (json) => Buffer.from(json.replace("The API key", "Der Schlüssel"), "latin1"),
    [401],
  ),
  notJson(
    "latin-1-in-404",
    "The 404 has bytes in Latin-1.",
    (json) => Buffer.from(json.replace("There is", "Für dich ist da"), "latin1"),
    [404],
  ),
  notJson("lone-continuation", "A string of the list has a lone continuation byte.", (json) =>
    Buffer.concat([Buffer.from('[{"note":"'), Buffer.from([0x80]), Buffer.from('"},'), Buffer.from(json.slice(1))]),
  ),
  notJson("overlong", "A string of the list has an overlong byte sequence.", (json) =>
    Buffer.concat([
      Buffer.from('[{"note":"'),
      Buffer.from([0xc0, 0xaf]),
      Buffer.from('"},'),
      Buffer.from(json.slice(1)),
    ]),
  ),
  notJson("surrogates-in-utf-8", "A string of the list has surrogates encoded as UTF-8 (CESU-8).", (json) =>
    Buffer.concat([
      Buffer.from('[{"note":"'),
      Buffer.from([0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80]),
      Buffer.from('"},'),
      Buffer.from(json.slice(1)),
    ]),
  ),
  notJson("cut-in-a-character", "The list ends within a character.", (json) =>
    Buffer.from(json.replace(/\]$/, ',{"note":"ä')).subarray(0, -1),
  ),
  fault("declared-latin-1", "The list says charset=iso-8859-1, and is.", ["body-json", "body-media-type"], (service) =>
    bodies(service, [200], (plain) =>
      withHeader(text(latin1)(plain), "Content-Type", "application/json; charset=iso-8859-1"),
    ),
  ),
  fault("declared-utf-16", "The list says charset=utf-16, and is.", ["body-json", "body-media-type"], (service) =>
    bodies(service, [200], (plain) =>
      withHeader(
        text((json) => Buffer.from(json, "utf16le"))(plain),
        "Content-Type",
        "application/json; charset=utf-16le",
      ),
    ),
  ),
];

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
const RESPONSES: readonly (readonly [status: number, name: string, title: string])[] = [
  [200, "list", "The list"],
  [401, "401", "A 401"],
  [404, "404", "A 404"],
];
const types = Object.entries(TYPES).map(([name, type]) =>
  fault(`list-type-${name}`, `The list says that it is ${type ?? "nothing"}.`, ["body-media-type"], (service) =>
    bodies(service, [200], (plain) => withHeader(plain, "Content-Type", type)),
  ),
);
const placedTypes = RESPONSES.slice(1).flatMap(([status, name, title]) =>
  ["html", "text-json", "none"].map((word) =>
    fault(
      `${name}-type-${word}`,
      `${title} says that it is ${TYPES[word] ?? "nothing"}, and is JSON.`,
      ["body-media-type"],
      (service) => bodies(service, [status], (plain) => withHeader(plain, "Content-Type", TYPES[word])),
    ),
  ),
);

const codings = [
  fault("gzip-garbage", "The list claims gzip and is none, when gzip is accepted.", ["body-json"], (service) =>
    bodies(service, [200], (plain, request) =>
      /gzip/.test(field(request, "accept-encoding") ?? "") ? withHeader(plain, "Content-Encoding", "gzip") : plain,
    ),
  ),
  fault("gzip-garbage-always", "The list claims gzip and is none.", ["body-json"], (service) =>
    bodies(service, [200], (plain) => withHeader(plain, "Content-Encoding", "gzip")),
  ),
  fault("gzip-cut", "The compressed list ends early.", ["body-json"], (service) =>
    bodies(service, [200], (plain) => {
      const packed = gzipSync(plain.body);
      return withHeader(withBody(plain, packed.subarray(0, packed.length >> 1)), "Content-Encoding", "gzip");
    }),
  ),
  fault("gzip-unlabelled", "The list is compressed and does not say so.", ["body-json"], (service) =>
    bodies(service, [200], (plain) => withBody(plain, gzipSync(plain.body))),
  ),
  fault("gzip-twice", "The list is compressed twice and says so once.", ["body-json"], (service) =>
    bodies(service, [200], (plain) =>
      withHeader(withBody(plain, gzipSync(gzipSync(plain.body))), "Content-Encoding", "gzip"),
    ),
  ),
  fault("deflate-as-gzip", "The list is deflate and says gzip.", ["body-json"], (service) =>
    bodies(service, [200], (plain) => withHeader(withBody(plain, deflateSync(plain.body)), "Content-Encoding", "gzip")),
  ),
  fault(
    "gzip-content-broken",
    "The compressed list is sound, its content is no JSON, when gzip is accepted.",
    ["body-json"],
    (service) =>
      bodies(service, [200], (plain, request) =>
        /gzip/.test(field(request, "accept-encoding") ?? "")
          ? withHeader(
              withBody(plain, gzipSync(Buffer.from(plain.body).toString().replace(/\]$/, ",]"))),
              "Content-Encoding",
              "gzip",
            )
          : plain,
      ),
  ),
];
const later = [
  fault("second-list-cut", "The second list lacks its last bracket.", ["body-json"], (service) =>
    bodies(service, [200], (plain) => (service.lists === 2 ? text((json) => json.slice(0, -1))(plain) : plain)),
  ),
  fault("second-list-html", "The second list is the page of a proxy.", ["body-media-type", "body-json"], (service) =>
    bodies(service, [200], (plain) =>
      service.lists === 2
        ? withHeader(text(() => "<html>maintenance</html>")(plain), "Content-Type", "text/html")
        : plain,
    ),
  ),
];

export const ENCODING_FAULTS: readonly Fault[] = [
  ...syntax,
  ...characters,
  ...types,
  ...placedTypes,
  ...codings,
  ...later,
];
