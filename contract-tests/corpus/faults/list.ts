/** The list: wrapped, partial, filtered, paged, or another status. */
import type { ClauseId } from "../../../spec/clauses/index.ts";
import type { Order } from "../order.ts";
import { empty, error, html, json, typed, withHeader } from "../replies.ts";
import { adjacentBeyondDouble, crowd, mixed } from "../seeds.ts";
import type { Service } from "../service.ts";
import { type Fault, fault, type ReadOnlySight, UNSEEN } from "../variant.ts";
import { field, type Reply, type Request } from "../wire.ts";

/** The list's reply through `change`. */
function reply(service: Service, change: (plain: Reply, request: Request) => Reply): void {
  const { list } = service;
  service.list = (request) => change(list(request), request);
}

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
  fault("list-500-second-time", "The second list is a 500.", ["list-ok"], (service) =>
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

/** Only the orders that `keep` keeps, of those that a whole list has. */
function only(service: Service, keep: (order: Order, index: number, count: number, request: Request) => boolean): void {
  const { listed } = service;
  service.listed = (request) => listed(request).filter((order, index, all) => keep(order, index, all.length, request));
}

const partial = (
  id: string,
  title: string,
  keep: (order: Order, index: number, count: number, service: Service) => boolean,
  readOnly: ReadOnlySight = UNSEEN.whole,
  seed = mixed,
): Fault =>
  fault(
    id,
    title,
    ["list-whole"],
    (service) => only(service, (order, index, count) => keep(order, index, count, service)),
    { readOnly, seed },
  );

const ours = ({ seed }: Service, { id }: Order): boolean => seed.pending.includes(id) || seed.shipped.includes(id);

const partials = [
  partial("only-first-20", "The list ends after 20 orders.", (_, index) => index < 20),
  partial("only-first-100", "The list ends after 100 orders.", (_, index) => index < 100, UNSEEN.whole, adjacentCrowd),
  partial(
    "only-first-1000",
    "The list ends after 1,000 orders.",
    (_, index) => index < 1000,
    UNSEEN.whole,
    crowd(1500),
  ),
  partial("only-latest", "The list has the latest ten orders.", (_, index, count) => index >= count - 10),
  partial("without-pending", "The list has only what has shipped.", ({ state }) => state === "shipped"),
  partial("without-shipped", "The list has only what is pending.", ({ state }) => state === "pending"),
  partial(
    "without-last",
    "The list lacks its last order.",
    (_, index, count) => index < count - 1,
    UNSEEN.whole,
    adjacentBeyondDouble,
  ),
  partial(
    "without-first",
    "The list lacks its first order.",
    (_, index) => index > 0,
    UNSEEN.whole,
    adjacentBeyondDouble,
  ),
  partial("without-big-ids", "The list lacks ids beyond 2^53.", ({ id }) => id < 2n ** 53n),
  partial(
    "without-ids-beyond-int32",
    "The list lacks ids between 2^32 and 2^53.",
    ({ id }) => id < 2n ** 31n || id > 2n ** 53n,
  ),
  partial(
    "without-odd-ones",
    "One replica of two is asked: the list has every second order.",
    (_, index) => index % 2 === 0,
  ),
  partial("only-complete", "The list has only orders that are complete.", ({ complete }) => complete),
  partial("only-own", "The list has only the customers' orders.", (order, _i, _c, service) => !ours(service, order)),
  partial("empty-always", "The list is empty, whatever the store holds.", () => false),
  partial("one-id-missing", "The list lacks one pending order.", ({ id }, _i, _c, { seed }) => id !== seed.pending[1]),
  partial(
    "shipped-missing",
    "The list lacks the order that has shipped.",
    ({ id }, _i, _c, { seed }) => id !== seed.shipped[0],
  ),
  partial(
    "deduplicated-by-double",
    "Orders whose ids agree as doubles are listed once.",
    ({ id }, _i, _c, { orders }) => orders.find((other) => Number(other.id) === Number(id))?.id === id,
  ),
  partial(
    "deduplicated-by-int32",
    "Orders whose ids agree in 32 bits are listed once.",
    ({ id }, _i, _c, { orders }) =>
      orders.find((other) => BigInt.asIntN(32, other.id) === BigInt.asIntN(32, id))?.id === id,
  ),
  partial(
    "shrinks",
    "From the second list on, every other order is missing.",
    (_, index, _c, { lists }) => lists < 2 || index % 2 === 0,
  ),
  partial("only-changes", "A list has only what the one before had not.", (_, _i, _c, { lists }) => lists < 2),
  partial(
    "third-list-loses-one",
    "The third list alone lacks a pending order.",
    ({ id }, _i, _c, { lists, seed }) => lists !== 3 || id !== seed.pending[2],
  ),
  partial(
    "flickers",
    "Every second list lacks half of the orders, which are back in the next.",
    (_, index, _c, { lists }) => lists % 2 === 1 || index % 2 === 0,
    "seen",
  ),
  partial(
    "shrinks-after-cancel",
    "After a cancel the list ends after 20 orders.",
    (_, index, _c, { cancels }) => cancels === 0 || index < 20,
    UNSEEN.pending,
  ),
  partial(
    "empty-after-cancel",
    "After a cancel the list is empty.",
    (_o, _i, _c, { cancels }) => cancels === 0,
    UNSEEN.pending,
  ),
  fault(
    "pages-by-link",
    "The list is a page of 20, with the next in a Link header.",
    ["list-unpaged", "list-whole"],
    (service) => {
      only(service, (_, index, _c, { query }) => {
        const page = Number(/(?:^|&)page=(\d+)/.exec(query)?.[1] ?? 1);
        return index >= 20 * (page - 1) && index < 20 * page;
      });
      reply(service, (plain) => withHeader(plain, "Link", '</v1/store/orders?page=2>; rel="next"'));
    },
  ),
  fault(
    "pages-by-count-header",
    "The list is a page of 20, and X-Total-Count tells of more.",
    ["list-unpaged", "list-whole"],
    (service) => {
      only(service, (_, index) => index < 20);
      reply(service, (plain) => withHeader(plain, "X-Total-Count", "34"));
    },
    { readOnly: UNSEEN.whole },
  ),
];

function adjacentCrowd() {
  return crowd(150)();
}

/** Name and value of each query parameter, decoded. */
const parameters = (request: Request): URLSearchParams => new URLSearchParams(request.query);

type Keeps = (order: Order, value: string, index: number, count: number) => boolean;
const same =
  (text: (order: Order) => unknown): Keeps =>
  (order, value) =>
    `${text(order)}` === value;
const mentions: Keeps = ({ id, petId, state }, value) => `${id} ${petId} ${state}`.includes(value);
const FILTERS: Readonly<Record<string, Keeps>> = {
  status: same(({ state }) => state),
  state: same(({ state }) => state),
  petId: same(({ petId }) => petId),
  pet_id: same(({ petId }) => petId),
  complete: same(({ complete }) => complete),
  completed: same(({ complete }) => complete),
  shipped: same(({ state }) => state === "shipped"),
  pending: same(({ state }) => state === "pending"),
  id: same(({ id }) => id),
  ids: ({ id }, value) => value.split(",").includes(`${id}`),
  orderId: same(({ id }) => id),
  quantity: same(({ quantity }) => quantity),
  shipDate: ({ shipDate }, value) => shipDate.startsWith(value),
  q: mentions,
  query: mentions,
  search: mentions,
  filter: (order, value) => mentions(order, value.split(/[:=]| eq /).at(-1) ?? "", 0, 0),
  $filter: (order, value) => mentions(order, value.split(" eq ").at(-1) ?? "", 0, 0),
  where: mentions,
  "filter[status]": same(({ state }) => state),
  from: ({ shipDate }, value) => shipDate >= value,
  to: ({ shipDate }, value) => shipDate <= value,
  since: ({ shipDate }, value) => shipDate >= value,
  before: ({ shipDate }, value) => shipDate <= value,
  updatedSince: ({ shipDate }, value) => shipDate >= value,
};
const filters = Object.entries(FILTERS).map(([name, keeps]) =>
  fault(
    `filters-by-${name.replaceAll(/\W/g, "-")}`,
    `The query parameter ${name} filters the list.`,
    ["list-unfiltered"],
    (service) =>
      only(service, (order, index, count, request) => {
        const value = parameters(request).get(name);
        return value === null || keeps(order, value, index, count);
      }),
  ),
);

const whole = (value: string): number => (/^\d+$/.test(value) ? Number(value) : 0);
const first: Keeps = (_, value, index) => index < whole(value);
const pageOf20: Keeps = (_, value, index) => index >= 20 * (whole(value) - 1) && index < 20 * whole(value);
const behind: Keeps = (_, value, index) => index >= whole(value);
const cursor: Keeps = ({ id }, value) => /^\d+$/.test(value) && id > BigInt(value);
const PAGES: Readonly<Record<string, Keeps>> = {
  limit: first,
  page: pageOf20,
  offset: behind,
  per_page: first,
  perPage: first,
  page_size: first,
  pageSize: first,
  size: first,
  count: first,
  first,
  last: (_, value, index, count) => index >= count - whole(value),
  top: first,
  $top: first,
  max: first,
  maxResults: first,
  max_results: first,
  take: first,
  rows: first,
  n: first,
  pagesize: first,
  skip: behind,
  $skip: behind,
  start: behind,
  startIndex: behind,
  pageNumber: pageOf20,
  page_number: pageOf20,
  p: pageOf20,
  pageIndex: pageOf20,
  "page[size]": first,
  "page[limit]": first,
  "page[number]": pageOf20,
  "page[offset]": behind,
  cursor,
  after: cursor,
  starting_after: cursor,
  next: cursor,
  pageToken: cursor,
  page_token: cursor,
  marker: cursor,
  continue: cursor,
};
const pages = Object.entries(PAGES).map(([name, keeps]) =>
  fault(
    `pages-by-${name.replaceAll(/\W+/g, "-")}`,
    `The query parameter ${name} cuts the list.`,
    ["list-unpaged"],
    (service) =>
      only(service, (order, index, count, request) => {
        const value = parameters(request).get(name);
        return value === null || keeps(order, value, index, count);
      }),
  ),
);

const queries: readonly ClauseId[] = ["list-unfiltered", "list-unpaged"];
const cuts = [
  fault(
    "status-filters-known-values",
    "status filters where its value is a state, and is ignored otherwise.",
    ["list-unfiltered"],
    (service) =>
      only(service, ({ state }, _i, _c, request) => {
        const wanted = parameters(request).get("status");
        return wanted !== "pending" && wanted !== "shipped" ? true : state === wanted;
      }),
  ),
  fault(
    "complete-filters-true-alone",
    "complete=true filters, complete=false does not.",
    ["list-unfiltered"],
    (service) =>
      only(service, ({ complete }, _i, _c, request) => parameters(request).get("complete") !== "true" || complete),
  ),
  fault("limit-capped-at-ten", "limit cuts the list to at least ten.", ["list-unpaged"], (service) =>
    only(service, (_, index, _c, request) => {
      const limit = parameters(request).get("limit");
      return limit === null || index < Math.max(10, whole(limit));
    }),
  ),
  fault(
    "page-needs-size",
    "page and size together cut the list; each alone does nothing.",
    ["list-unpaged"],
    (service) =>
      only(service, (_, index, _c, request) => {
        const [page, size] = [parameters(request).get("page"), parameters(request).get("size")];
        if (page === null || size === null) return true;
        return index >= whole(size) * (whole(page) - 1) && index < whole(size) * whole(page);
      }),
  ),
  fault(
    "offset-needs-limit",
    "offset and limit together cut the list; each alone does nothing.",
    ["list-unpaged"],
    (service) =>
      only(service, (_, index, _c, request) => {
        const [offset, limit] = [parameters(request).get("offset"), parameters(request).get("limit")];
        return offset === null || limit === null || (index >= whole(offset) && index < whole(offset) + whole(limit));
      }),
  ),
  fault(
    "limit-refuses-company",
    "limit cuts the list, and with a second query parameter it is a 400.",
    ["list-unpaged"],
    (service) => {
      only(service, (_, index, _c, request) => index < whole(parameters(request).get("limit") ?? "9999"));
      reply(service, (plain, request) =>
        parameters(request).has("limit") && parameters(request).size > 1
          ? error(400, "bad_request", "Too many parameters.")
          : plain,
      );
    },
  ),
  fault("names-in-any-case", "STATUS filters, as every name does in any case.", ["list-unfiltered"], (service) =>
    only(service, ({ state }, _i, _c, request) =>
      [...parameters(request)].every(
        ([name, value]) => name.toLowerCase() !== "status" || value.toLowerCase() === state,
      ),
    ),
  ),
  fault("any-query-pages", "Any query at all brings pages of ten.", queries, (service) =>
    only(service, (_, index, _c, { query }) => query === "" || index < 10),
  ),
  fault("any-query-empties", "An unknown query parameter empties the list.", queries, (service) =>
    only(service, (_o, _i, _c, { query }) => query === ""),
  ),
  fault(
    "range-header-cuts",
    "A Range header cuts the list, and the answer is still 200.",
    ["list-unpaged"],
    (service) => only(service, (_, index, _c, request) => field(request, "range") === undefined || index < 1),
  ),
  fault("prefer-header-cuts", "Prefer: maxpagesize cuts the list.", ["list-unpaged"], (service) =>
    only(service, (_, index, _c, request) => !/maxpagesize/i.test(field(request, "prefer") ?? "") || index < 1),
  ),
  fault(
    "query-hides-handed-orders",
    "With status given, orders beyond 2^53 are missing.",
    ["list-unfiltered"],
    (service) => only(service, ({ id }, _i, _c, request) => !parameters(request).has("status") || id < 2n ** 53n),
  ),
  fault("limit-zero-empties", "limit cuts the list at 0 alone.", ["list-unpaged"], (service) =>
    only(service, (_o, _i, _c, request) => parameters(request).get("limit") !== "0"),
  ),
  fault("query-crashes", "A query parameter named status is a 500.", ["list-ok", ...queries], (service) =>
    reply(service, (plain, request) =>
      parameters(request).has("status") ? error(500, "internal", "column status is ambiguous") : plain,
    ),
  ),
  fault("query-csv", "format=csv brings CSV.", ["body-media-type", ...queries, "list-array"], (service) =>
    reply(service, (plain, request) =>
      parameters(request).get("format") === "csv" ? typed(200, "text/csv", "id,petId\n1,2\n") : plain,
    ),
  ),
];

export const LIST_FAULTS: readonly Fault[] = [
  ...shapes,
  ...statuses,
  ...laterStatuses,
  ...partials,
  ...filters,
  ...pages,
  ...cuts,
];
