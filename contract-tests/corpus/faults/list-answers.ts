/** The list: wrapped, or with another status. */
import type { ClauseId } from "../../../spec/clauses/index.ts";
import { empty, error, html, json, withHeader } from "../replies.ts";
import { type Fault, fault, UNSEEN } from "../variant.ts";
import { field, type Reply } from "../wire.ts";
import { reply } from "./listing.ts";

const shape = (
  id: string,
  title: string,
  wrap: (elements: readonly string[]) => string,
  more: readonly ClauseId[] = [],
): Fault =>
  fault(id, title, ["list-array", ...more], (service) => {
    service.listText = wrap;
  });

const shapes = [
  shape("wrapped-in-data", "The list stands in data.", (elements) => `{"data":[${elements}]}`),
  shape(
    "wrapped-in-orders",
    "The list stands in orders.",
    (elements) => `{"orders":[${elements}],"total":${elements.length}}`,
  ),
  shape(
    "wrapped-in-embedded",
    "The list is a HAL resource.",
    (elements) => `{"_embedded":{"orders":[${elements}]},"_links":{}}`,
  ),
  shape("wrapped-twice", "The list stands in an array of one array.", (elements) => `[[${elements}]]`, [
    "order-object",
  ]),
  shape(
    "keyed-by-index",
    "The list is an object with numbers as names.",
    (elements) => `{${elements.map((text, index) => `"${index}":${text}`)}}`,
  ),
  shape("newline-delimited", "The list is one order a line.", (elements) => elements.join("\n"), ["body-json"]),
  shape("comma-separated", "The brackets of the list are missing.", (elements) => elements.join(","), ["body-json"]),
  shape("list-null", "The list is null.", () => "null"),
  shape("list-string", "The list is a JSON text within a JSON string.", (elements) => JSON.stringify(`[${elements}]`)),
  shape("list-count", "The list is the number of orders.", (elements) => `${elements.length}`),
  shape("list-true", "The list is true.", () => "true"),
  shape("list-empty-object", "The list is an empty object.", () => "{}"),
  shape("single-order", "The list is its first order.", (elements) => elements[0] ?? "null"),
  fault("refuses-json", "A list call that accepts JSON alone gets 406.", ["list-ok"], (service) =>
    reply(service, (plain, request) =>
      /json/.test(field(request, "accept") ?? "") ? error(406, "not_acceptable", "Not that.") : plain,
    ),
  ),
  fault(
    "list-empty-body",
    "The list has no body at all.",
    ["body-json", "list-array", "body-media-type"],
    (service) => {
      service.list = () => empty(200);
    },
  ),
  fault("list-one-order-unwrapped", "When one order is left, the list is that order.", ["list-array"], (service) => {
    service.listText = (elements) => (elements.length === 1 ? `${elements[0]}` : `[${elements}]`);
    service.orders = service.orders.filter(({ id }) => id === service.seed.shipped[0]);
  }),
  fault(
    "wrapped-from-the-second-time-on",
    "The first list is an array, every later one stands in data.",
    ["list-array"],
    (service) => {
      const { listText } = service;
      service.listText = (elements) => (service.lists > 1 ? `{"data":[${elements}]}` : listText(elements));
    },
  ),
  fault(
    "page-object-with-a-query",
    "With a query the list is wrapped in a page.",
    ["list-array", "list-unpaged", "list-unfiltered"],
    (service) => {
      reply(service, (plain, { query }) =>
        query === "" ? plain : json(200, `{"items":${Buffer.from(plain.body)},"next":null}`),
      );
    },
  ),
];

const STATUSES: Readonly<Record<string, (plain: Reply) => Reply>> = {
  "201": (plain) => ({ ...plain, status: 201 }),
  "202": (plain) => ({ ...plain, status: 202 }),
  "204": () => empty(204),
  "206": (plain) => withHeader({ ...plain, status: 206 }, "Content-Range", "orders 0-99/*"),
  "207": (plain) => ({ ...plain, status: 207 }),
  "404": () => error(404, "not_found", "No orders."),
  "400": () => error(400, "bad_request", "A filter is required."),
  "403": () => error(403, "forbidden", "Not for you."),
  "406": () => error(406, "not_acceptable", "application/vnd.orders+json only."),
  "410": () => error(410, "gone", "Use v2."),
  "500": () => error(500, "internal", "ORA-00942: table or view does not exist"),
  "502": () => html(502),
  "200-error": () => error(200, "internal", "Something went wrong."),
};
const statuses = Object.entries(STATUSES).map(([name, change]) =>
  fault(
    `list-${name}`,
    `The list answers ${name}.`,
    name === "200-error" ? ["list-array"] : ["list-ok"],
    (service) => reply(service, change),
    { ...(["403", "404", "410", "500", "502"].includes(name) && { orNotJudged: true as const }) },
  ),
);
const laterStatuses = [
  fault("list-500-second-time", "The second list is a 500, and none after it.", ["list-ok"], (service) =>
    reply(service, (plain) => (service.lists === 2 ? error(500, "internal", "Pool exhausted.") : plain)),
  ),
  fault("list-500-from-then-on", "From the third list on all are a 500.", ["list-ok"], (service) =>
    reply(service, (plain) => (service.lists >= 3 ? error(500, "internal", "Pool exhausted.") : plain)),
  ),
  fault("list-304", "The second list answers 304, though nobody asked conditionally.", ["list-ok"], (service) =>
    reply(service, (plain) => (service.lists > 1 ? empty(304) : withHeader(plain, "ETag", '"1"'))),
  ),
  fault(
    "list-500-after-cancel",
    "After a cancel the list is a 500.",
    ["list-ok"],
    (service) => reply(service, (plain) => (service.cancels > 0 ? error(500, "internal", "Null reference.") : plain)),
    { readOnly: UNSEEN.pending },
  ),
  fault("list-204-when-empty", "An empty list is a 204.", ["list-ok"], (service) => {
    service.orders = [];
    reply(service, () => empty(204));
  }),
  fault(
    "list-404-when-empty",
    "An empty list is a 404.",
    ["list-ok"],
    (service) => {
      service.orders = [];
      reply(service, () => error(404, "not_found", "No orders."));
    },
    { orNotJudged: true },
  ),
];

export const LIST_ANSWER_FAULTS: readonly Fault[] = [...shapes, ...statuses, ...laterStatuses];
