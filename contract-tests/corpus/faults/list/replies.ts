/**
 * Lists that are wrapped or have another status.
 *
 * Sources: JSON:API's data, double encoding, converters from XML that make one element no list,
 * frameworks that answer 204 for an empty body, an exhausted pool of database connections.
 */
import type { ClauseId } from "../../../../spec/clauses/index.ts";
import { mapList } from "../../changes/lists.ts";
import { header, type Reply } from "../../raw-http.ts";
import { empty, error, withHeader } from "../../replies.ts";
import { type Fault, fault } from "../../variant.ts";

const ofList = (title: string, clause: ClauseId, change: Parameters<typeof mapList>[1]): Fault =>
  fault(title, [clause], (base) => mapList(base, change));

const wrapped = (
  title: string,
  serializeList: (elements: readonly string[]) => string,
  clause: ClauseId = "list-array",
): Fault => fault(title, [clause], { serializeList });

const STATUSES: Readonly<Record<string, (reply: Reply) => Reply>> = {
  "201": (reply) => ({ ...reply, status: 201 }),
  "204": () => empty(204),
  "206": (reply) => withHeader({ ...reply, status: 206 }, "Content-Range", "orders 0-99/*"),
  "404": () => error(404, "not_found", "No orders."),
  "403": () => error(403, "forbidden", "Not for you."),
  "500": () => error(500, "internal", "ORA-00942: table or view does not exist"),
};

export const LIST_REPLY_FAULTS = [
  wrapped("The list is wrapped in data.", (elements) => `{"data":[${elements}]}`),
  wrapped(
    "The list is wrapped in a second array.",
    (elements) => `[[${elements}]]`,
    "order-object",
  ),
  wrapped("The list is null.", () => "null"),
  wrapped("The list is JSON text in a string.", (elements) => JSON.stringify(`[${elements}]`)),
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
  ...Object.entries(STATUSES).map(([name, change]) =>
    ofList(`The list is answered with ${name}.`, "list-ok", change),
  ),
  ofList("The list is answered with 200 and an error.", "list-array", () =>
    error(200, "internal", "Something went wrong."),
  ),
  ofList("Every list from the third on is a 500.", "list-ok", (reply, _, { listCount }) =>
    listCount >= 3 ? error(500, "internal", "Pool exhausted.") : reply,
  ),
  fault("An empty list is a 204.", ["list-ok"], ({ store }) => {
    store.orders = [];
    return { list: () => empty(204) };
  }),
];
