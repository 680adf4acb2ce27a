/** Lists that are wrapped, or answered with another status. */
import type { ClauseId } from "../../../../spec/clauses/index.ts";
import { mapList } from "../../changes/lists.ts";
import { header, type Reply } from "../../raw-http.ts";
import { empty, error, html, withHeader } from "../../replies.ts";
import { type Fault, fault, type Options } from "../../variant.ts";

const ofList = (
  title: string,
  clause: ClauseId,
  change: Parameters<typeof mapList>[1],
  options: Options<Fault> = {},
): Fault => fault(title, [clause], options, (base) => mapList(base, change));

const wrapped = (
  title: string,
  serializeList: (elements: readonly string[]) => string,
  clause: ClauseId = "list-array",
): Fault => fault(title, [clause], { serializeList });

const STATUSES: Readonly<Record<string, (reply: Reply) => Reply>> = {
  "201": (reply) => ({ ...reply, status: 201 }),
  "202": (reply) => ({ ...reply, status: 202 }),
  "204": () => empty(204),
  "206": (reply) => withHeader({ ...reply, status: 206 }, "Content-Range", "orders 0-99/*"),
  "207": (reply) => ({ ...reply, status: 207 }),
  "404": () => error(404, "not_found", "No orders."),
  "400": () => error(400, "bad_request", "A filter is required."),
  "403": () => error(403, "forbidden", "Not for you."),
  "406": () => error(406, "not_acceptable", "application/vnd.orders+json only."),
  "410": () => error(410, "gone", "Use v2."),
  "500": () => error(500, "internal", "ORA-00942: table or view does not exist"),
  "502": () => html(502),
};

const exhausted = error(500, "internal", "Pool exhausted.");
const noOrders = (title: string, reply: Reply): Fault =>
  fault(title, ["list-ok"], ({ store }) => {
    store.orders = [];
    return { list: () => reply };
  });

export const LIST_REPLY_FAULTS = [
  wrapped("The list is wrapped in data.", (elements) => `{"data":[${elements}]}`),
  wrapped(
    "The list is wrapped in orders, with a total.",
    (elements) => `{"orders":[${elements}],"total":${elements.length}}`,
  ),
  wrapped(
    "The list is a HAL resource.",
    (elements) => `{"_embedded":{"orders":[${elements}]},"_links":{}}`,
  ),
  wrapped(
    "The list is wrapped in a second array.",
    (elements) => `[[${elements}]]`,
    "order-object",
  ),
  wrapped(
    "The list is an object with the indexes as names.",
    (elements) => `{${elements.map((text, index) => `"${index}":${text}`)}}`,
  ),
  wrapped("The list is newline-delimited JSON.", (elements) => elements.join("\n")),
  wrapped("The list has no brackets.", (elements) => elements.join(",")),
  wrapped("The list is null.", () => "null"),
  wrapped("The list is JSON text in a string.", (elements) => JSON.stringify(`[${elements}]`)),
  wrapped("The list is the number of orders.", (elements) => `${elements.length}`),
  wrapped("The list is true.", () => "true"),
  wrapped("The list is an empty object.", () => "{}"),
  wrapped("The list is its first order.", (elements) => elements[0] ?? "null"),
  ofList("A list call that accepts only JSON gets 406.", "list-ok", (reply, request) =>
    /json/.test(header(request, "accept") ?? "")
      ? error(406, "not_acceptable", "Not that.")
      : reply,
  ),
  ofList("A list call that accepts any media type gets 406.", "list-ok", (reply, request) =>
    header(request, "accept") === "*/*" ? error(406, "not_acceptable", "Name a type.") : reply,
  ),
  fault("The list has no body.", ["body-json", "body-media-type"], { list: () => empty(200) }),
  fault("A list of one order is that order.", ["list-array"], ({ store }) => {
    store.orders = store.orders.filter(({ id }) => id === store.initial.shipped[0]);
    return {
      serializeList: (elements) => (elements.length === 1 ? `${elements[0]}` : `[${elements}]`),
    };
  }),
  fault(
    "The first list is an array; every later one is wrapped in data.",
    ["list-array"],
    (base) => ({
      serializeList: (elements) =>
        base.store.listCount > 1 ? `{"data":[${elements}]}` : base.serializeList(elements),
    }),
  ),
  ...Object.entries(STATUSES).map(([name, change]) =>
    ofList(`The list is answered with ${name}.`, "list-ok", change),
  ),
  ofList("The list is answered with 200 and an error.", "list-array", () =>
    error(200, "internal", "Something went wrong."),
  ),
  ofList("The second list is a 500; no other is.", "list-ok", (reply, _, { listCount }) =>
    listCount === 2 ? exhausted : reply,
  ),
  ofList("Every list from the third on is a 500.", "list-ok", (reply, _, { listCount }) =>
    listCount >= 3 ? exhausted : reply,
  ),
  ofList(
    "The second list is a 304 to an unconditional request.",
    "list-ok",
    (reply, _, { listCount }) => (listCount > 1 ? empty(304) : withHeader(reply, "ETag", '"1"')),
  ),
  ofList(
    "After a cancellation the list is a 500.",
    "list-ok",
    (reply, _, { cancelCount }) =>
      cancelCount > 0 ? error(500, "internal", "Null reference.") : reply,
    { withoutIds: "undetected" },
  ),
  ofList("A list gets 406 where media types have weights.", "list-ok", (reply, request) =>
    header(request, "accept")?.includes(";q=") ? error(406, "not_acceptable", "JSON only.") : reply,
  ),
  ofList("Every twelfth list is text/plain.", "body-media-type", (reply, _, { listCount }) =>
    listCount % 12 === 11 ? withHeader(reply, "Content-Type", "text/plain") : reply,
  ),
  noOrders("An empty list is a 204.", empty(204)),
  noOrders("An empty list is a 404.", error(404, "not_found", "No orders.")),
];
