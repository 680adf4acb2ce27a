/** Bodies that are not JSON, not UTF-8, not labelled as JSON, or compressed in a wrong way. */
import { gzipSync } from "node:zlib";
import { mapReplies } from "../changes/replies.ts";
import { header, type Reply, type Request } from "../raw-http.ts";
import { withBody, withHeader } from "../replies.ts";
import { type Base, type Fault, fault, type Replacement } from "../variant.ts";

/** A status with a body: 200 is the list, and a pet. */
type Status = 200 | 401 | 404;

const mapBodies = (
  base: Base,
  status: Status,
  change: (reply: Reply, request: Request) => Reply,
): Replacement =>
  mapReplies(base, (reply, request) =>
    reply.status === status && reply.body.length > 0 ? change(reply, request) : reply,
  );
const withText = (reply: Reply, change: (text: string) => string | Uint8Array): Reply =>
  withBody(reply, change(Buffer.from(reply.body).toString()));

const inFirstOrder = (member: string) => (json: string) => json.replace("{", `{${member},`);
/** A list that starts with an order whose note is these bytes. */
const withNote =
  (...bytes: readonly number[]) =>
  (json: string) =>
    Buffer.concat([
      Buffer.from('[{"note":"'),
      Buffer.from(bytes),
      Buffer.from('"},'),
      Buffer.from(json.slice(1)),
    ]);
const latin1 = (json: string): Buffer =>
  Buffer.from(json.replace("{", '{"note":"Käfig für Möwen",'), "latin1");
const utf16 = (json: string): Buffer => Buffer.from(json, "utf16le");
const notJson = (
  title: string,
  change: (json: string) => string | Uint8Array,
  status: Status = 200,
): Fault =>
  fault(title, ["body-json"], (base) =>
    mapBodies(base, status, (reply) => withText(reply, change)),
  );

const declared = (charset: string, encode: (json: string) => Uint8Array) => (base: Base) =>
  mapBodies(base, 200, (reply) =>
    withHeader(withText(reply, encode), "Content-Type", `application/json; charset=${charset}`),
  );

const SOME_TYPES = ["text/html", "text/json", undefined];
const TYPES = [
  ...SOME_TYPES,
  ...[
    "text/plain; charset=utf-8",
    "application/javascript",
    "application/octet-stream",
    "application/xml",
  ],
  ...[
    "application/x-ndjson",
    "application/x-www-form-urlencoded",
    "application/hal+json",
    "application/json-seq",
  ],
  ...["application/jsonp", "", "json"],
];
const labelled = (title: string, status: Status, types: readonly (string | undefined)[]): Fault[] =>
  types.map((type) =>
    fault(
      type === undefined ? `${title} has no Content-Type.` : `${title} is labelled as "${type}".`,
      ["body-media-type"],
      (base) => mapBodies(base, status, (reply) => withHeader(reply, "Content-Type", type)),
    ),
  );

const labelledAsGzip = (reply: Reply, body: Uint8Array): Reply =>
  withHeader(withBody(reply, body), "Content-Encoding", "gzip");
const acceptsGzip = (request: Request): boolean =>
  /gzip/.test(header(request, "accept-encoding") ?? "");
const ofList = (title: string, change: (reply: Reply, request: Request) => Reply): Fault =>
  fault(title, ["body-json"], (base) => mapBodies(base, 200, change));

export const ENCODING_FAULTS = [
  notJson("The list ends with a comma.", (json) => json.replace(/\]$/, ",]")),
  notJson("The list has single quotes.", (json) => json.replaceAll('"', "'")),
  notJson("The list has True and False.", (json) =>
    json.replaceAll("true", "True").replaceAll("false", "False"),
  ),
  notJson("The list is followed by HTML.", (json) => `${json}\n<!-- 12 ms -->`),
  notJson(
    "The list is preceded by a warning in HTML.",
    (json) => `<br/><b>Warning</b>: mysqli_connect()\n${json}`,
  ),
  notJson("The list is cut in the middle, with a matching Content-Length.", (json) =>
    json.slice(0, json.length >> 1),
  ),
  notJson("The last bracket of the list is missing.", (json) => json.slice(0, -1)),
  notJson("A string in the list has an unescaped line feed.", inFirstOrder('"note":"a\nb"')),
  notJson("A string in the list has the escape \\x41.", inFirstOrder('"note":"\\x41"')),
  notJson("The list is empty text, labelled as JSON.", () => ""),
  notJson("A comma between two orders is missing.", (json) => json.replace("},{", "}{")),
  notJson("The list is UTF-16 with a byte order mark.", (json) => utf16(`\ufeff${json}`)),
  notJson(
    "The 401 has bytes in Latin-1.",
    (json) => Buffer.from(json.replace("The API key", "Der Schlüssel"), "latin1"),
    401,
  ),
  notJson(
    "The 404 has bytes in Latin-1.",
    (json) => Buffer.from(json.replace("There is", "Für dich ist da"), "latin1"),
    404,
  ),
  notJson("A string in the list has a lone continuation byte.", withNote(0x80)),
  fault(
    "The list is labelled as charset=iso-8859-1, correctly.",
    ["body-json"],
    declared("iso-8859-1", latin1),
  ),
  ...labelled("The list", 200, TYPES),
  ...labelled("A 401", 401, SOME_TYPES),
  ...labelled("A 404", 404, SOME_TYPES),
  ofList(
    "The list is labelled as gzip and is not compressed, for requests that accept gzip.",
    (reply, request) => (acceptsGzip(request) ? labelledAsGzip(reply, reply.body) : reply),
  ),
  ofList("The list is labelled as gzip and is not compressed.", (reply) =>
    labelledAsGzip(reply, reply.body),
  ),
  ofList("The list is compressed without a Content-Encoding.", (reply) =>
    withBody(reply, gzipSync(reply.body)),
  ),
  ofList("The list is compressed twice and labelled once.", (reply) =>
    labelledAsGzip(reply, gzipSync(gzipSync(reply.body))),
  ),
  ofList("The compressed list is not JSON, for requests that accept gzip.", (reply, request) =>
    acceptsGzip(request)
      ? labelledAsGzip(reply, gzipSync(Buffer.from(reply.body).toString().replace(/\]$/, ",]")))
      : reply,
  ),
  fault("The last bracket of the second list is missing.", ["body-json"], (base) =>
    mapBodies(base, 200, (reply) =>
      base.store.listCount === 2 ? withText(reply, (json) => json.slice(0, -1)) : reply,
    ),
  ),
  fault("The second list is an HTML page.", ["body-media-type", "body-json"], (base) =>
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
