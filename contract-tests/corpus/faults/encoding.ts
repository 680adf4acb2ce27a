/**
 * Bodies that are not JSON, not UTF-8, not labelled as JSON, or wrongly compressed.
 *
 * Sources: warnings of PHP in the output, str() of Python, templates with a comma too many, JVMs
 * with another default charset, gateways that compress again or drop the label.
 */
import { gzipSync } from "node:zlib";
import { mapReplies } from "../changes/replies.ts";
import type { Reply } from "../raw-http.ts";
import { typed, withBody, withHeader } from "../replies.ts";
import { type Base, type Fault, fault, type Replacement } from "../variant.ts";

/** Changes the list and the pet: every 200 with a body. */
const mapBodies = (base: Base, change: (reply: Reply) => Reply): Replacement =>
  mapReplies(base, (reply) =>
    reply.status === 200 && reply.body.length > 0 ? change(reply) : reply,
  );
const withText = (reply: Reply, change: (text: string) => string | Uint8Array): Reply =>
  withBody(reply, change(Buffer.from(reply.body).toString()));

const ofList = (title: string, change: (reply: Reply) => Reply): Fault =>
  fault(title, ["body-json"], (base) => mapBodies(base, change));
const notJson = (title: string, change: (json: string) => string | Uint8Array): Fault =>
  ofList(title, (reply) => withText(reply, change));

const TYPES = [
  "text/html",
  "text/json",
  undefined,
  "text/plain; charset=utf-8",
  "application/octet-stream",
  "application/x-ndjson",
  "application/hal+json",
  "",
];

const labelledAsGzip = (reply: Reply, body: Uint8Array): Reply =>
  withHeader(withBody(reply, body), "Content-Encoding", "gzip");

export const ENCODING_FAULTS = [
  notJson("The list ends with a comma.", (json) => json.replace(/\]$/, ",]")),
  notJson("The list has True and False.", (json) =>
    json.replaceAll("true", "True").replaceAll("false", "False"),
  ),
  notJson(
    "The list is preceded by a warning in HTML.",
    (json) => `<br/><b>Warning</b>: mysqli_connect()\n${json}`,
  ),
  notJson("The list is cut in the middle, with a matching Content-Length.", (json) =>
    json.slice(0, json.length >> 1),
  ),
  notJson("A string in the list has an unescaped line feed.", (json) =>
    json.replace("{", '{"note":"a\nb",'),
  ),
  notJson("The list is empty text, labelled as JSON.", () => ""),
  notJson("The list is UTF-16 with a byte order mark.", (json) =>
    Buffer.from(`\ufeff${json}`, "utf16le"),
  ),
  fault("The 401 has bytes in Latin-1.", ["body-json"], (base) => ({
    unauthorized: (request) =>
      withBody(
        base.unauthorized(request),
        Buffer.from(
          '{"code":"unauthorized","message":"Der Schlüssel ist falsch.","status":401}',
          "latin1",
        ),
      ),
  })),
  ofList("The list is labelled as charset=iso-8859-1, correctly.", (reply) =>
    withHeader(
      withText(reply, (json) =>
        Buffer.from(json.replace("{", '{"note":"Käfig für Möwen",'), "latin1"),
      ),
      "Content-Type",
      "application/json; charset=iso-8859-1",
    ),
  ),
  ...TYPES.map((type) =>
    fault(
      type === undefined ? "The list has no Content-Type." : `The list is labelled as "${type}".`,
      ["body-media-type"],
      (base) => mapBodies(base, (reply) => withHeader(reply, "Content-Type", type)),
    ),
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
  fault("The second list is an HTML page.", ["body-media-type", "body-json"], (base) =>
    mapBodies(base, (reply) =>
      base.store.listCount === 2 ? typed(200, "text/html", "<html>maintenance</html>") : reply,
    ),
  ),
];
