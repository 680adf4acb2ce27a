/** Version 2 leaking into version 1: filters and pages. */
import type { ClauseId } from "../../../spec/clauses/index.ts";
import type { Order } from "../order.ts";
import { error } from "../replies.ts";
import { type Fault, fault } from "../variant.ts";
import { field, type Request } from "../wire.ts";
import { only, reply } from "./listing.ts";

/** A query parameter's name as part of an id: `$top` and `page[size]` beside `top` and `page_size`. */
const word = (name: string): string =>
  name
    .replace("$", "dollar-")
    .replace("[]", "-with-each")
    .replace(/\[(\w+)\]/, "-with-$1")
    .replaceAll(/_+/g, "-");

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
  customerId: () => false,
  "status[]": same(({ state }) => state),
  status__eq: same(({ state }) => state),
  isComplete: same(({ complete }) => complete),
  from: ({ shipDate }, value) => shipDate >= value,
  to: ({ shipDate }, value) => shipDate <= value,
  since: ({ shipDate }, value) => shipDate >= value,
  before: ({ shipDate }, value) => shipDate <= value,
  updatedSince: ({ shipDate }, value) => shipDate >= value,
};
const filters = Object.entries(FILTERS).map(([name, keeps]) =>
  fault(`filters-by-${word(name)}`, `The query parameter ${name} filters the list.`, ["list-unfiltered"], (service) =>
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
  fault(`pages-by-${word(name)}`, `The query parameter ${name} cuts the list.`, ["list-unpaged"], (service) =>
    only(service, (order, index, count, request) => {
      const value = parameters(request).get(name);
      return value === null || keeps(order, value, index, count);
    }),
  ),
);

const queries: readonly ClauseId[] = ["list-unfiltered", "list-unpaged"];
const cuts = [
  fault("from-is-an-offset", "The query parameter from, as a number, is an offset.", ["list-unpaged"], (service) =>
    only(service, (_, index, _c, request) => index >= whole(parameters(request).get("from") ?? "")),
  ),
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
];

export const LIST_QUERY_FAULTS: readonly Fault[] = [...filters, ...pages, ...cuts];
