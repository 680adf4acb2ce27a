/**
 * Query parameters and headers that filter or page the list, as in later versions of the service.
 *
 * Sources: the names that Stripe, GitHub, Google, Spring Data, JSON:API, OData, PostgREST and
 * Django filters give to them.
 */
import type { ClauseId } from "../../../../spec/clauses/index.ts";
import { filterList, mapList, type Position } from "../../changes/lists.ts";
import { createOrder, isProvided, many } from "../../orders.ts";
import { header, queryOf, type Request } from "../../raw-http.ts";
import { type Fault, fault } from "../../variant.ts";

/** True if an order stays in the list for this value of the parameter. */
type Keeps = (position: Position, value: string) => boolean;
type Order = Position["order"];
/** `names` are the query parameters with this effect. */
type Row = readonly [names: string, keeps: Keeps];

const equals =
  (text: (order: Order) => unknown): Keeps =>
  ({ order }, value) =>
    `${text(order)}` === value;
const contains = ({ id, petId, state }: Order, value: string): boolean =>
  `${id} ${petId} ${state}`.includes(value);

const FILTERS: readonly Row[] = [
  ["status state filter[status] status[] status__eq", equals(({ state }) => state)],
  ["petId pet_id", equals(({ petId }) => petId)],
  ["complete completed isComplete", equals(({ complete }) => complete)],
  ["shipped", equals(({ state }) => state === "shipped")],
  ["pending", equals(({ state }) => state === "pending")],
  ["id orderId", equals(({ id }) => id)],
  ["ids", ({ order }, value) => value.split(",").includes(`${order.id}`)],
  ["quantity", equals(({ quantity }) => quantity)],
  ["shipDate", ({ order }, value) => order.shipDate.startsWith(value)],
  ["q query search where", ({ order }, value) => contains(order, value)],
  ["filter", ({ order }, value) => contains(order, value.split(/[:=]| eq /).at(-1) ?? "")],
  ["$filter", ({ order }, value) => contains(order, value.split(" eq ").at(-1) ?? "")],
  ["customerId", () => false],
  ["from since updatedSince", ({ order }, value) => order.shipDate >= value],
  ["to before", ({ order }, value) => order.shipDate <= value],
];

const integer = (value: string | null): number => (/^\d+$/.test(value ?? "") ? Number(value) : 0);
const PAGES: readonly Row[] = [
  [
    "limit per_page perPage page_size pageSize pagesize size count first top $top max maxResults max_results take rows n " +
      "page[size] page[limit]",
    ({ index }, value) => index < integer(value),
  ],
  ["last", ({ index, count }, value) => index >= count - integer(value)],
  [
    "offset skip $skip start startIndex page[offset]",
    ({ index }, value) => index >= integer(value),
  ],
  [
    "page pageNumber page_number p pageIndex page[number]",
    ({ index }, value) => index >= 20 * (integer(value) - 1) && index < 20 * integer(value),
  ],
  [
    "cursor after starting_after next pageToken page_token marker continue",
    ({ order }, value) => /^\d+$/.test(value) && order.id > BigInt(value),
  ],
];

const byParameter = (verb: "filters" | "pages", clause: ClauseId, rows: readonly Row[]): Fault[] =>
  rows
    .flatMap(([names, keeps]) => names.split(" ").map((name) => ({ name, keeps })))
    .map(({ name, keeps }) =>
      fault(
        `The query parameter ${name} ${verb} the list.`,
        [clause],
        { foundBy: "queries" },
        (base) =>
          filterList(base, ({ request, ...position }) => {
            const value = queryOf(request).get(name);
            return value === null || keeps(position, value);
          }),
      ),
    );

/** Before each list, other customers place an order, and one of theirs is gone. */
const whileBusy = (
  title: string,
  clause: ClauseId,
  keep: (query: URLSearchParams, nth: number) => boolean,
) =>
  fault(title, [clause], { foundBy: "queries", orders: many(60) }, (base) => ({
    visibleOrders(request) {
      const { initial, orders, listCount } = base.store;
      orders.push(createOrder(900_000n + BigInt(listCount), "pending"));
      orders.splice(
        orders.findIndex(({ id }) => !isProvided(initial, id)),
        1,
      );
      const query = queryOf(request);
      return base.visibleOrders(request).filter((_, nth) => keep(query, nth));
    },
  }));

type Keep = (position: Position, query: URLSearchParams, request: Request) => boolean;
const byRequest = (title: string, clause: ClauseId, keep: Keep): Fault =>
  fault(title, [clause], (base) =>
    filterList(base, ({ request, ...position }) => keep(position, queryOf(request), request)),
  );
const filters = (title: string, keep: Keep): Fault => byRequest(title, "list-unfiltered", keep);
const pages = (title: string, keep: Keep): Fault => byRequest(title, "list-unpaged", keep);

export const LIST_QUERY_FAULTS = [
  ...byParameter("filters", "list-unfiltered", FILTERS),
  ...byParameter("pages", "list-unpaged", PAGES),
  whileBusy(
    "While customers come and go, the query parameter q leaves out what it does not find.",
    "list-unfiltered",
    (query) => !query.has("q"),
  ),
  filters(
    "The query parameter status filters when its value is a state, and is ignored otherwise.",
    ({ order }, query) => {
      const status = query.get("status");
      return (status !== "pending" && status !== "shipped") || order.state === status;
    },
  ),
  pages(
    "The query parameters page and size cut the list together; each alone is ignored.",
    ({ index }, query) => {
      const [page, size] = [integer(query.get("page")), integer(query.get("size"))];
      return (
        !query.has("page") ||
        !query.has("size") ||
        (index >= size * (page - 1) && index < size * page)
      );
    },
  ),
  pages(
    "A list with any query is a page of ten.",
    ({ index }, _, { query }) => query === "" || index < 10,
  ),
  fault("Range: items=… gets a 206 with the first ten orders.", ["list-unpaged"], (base) => ({
    ...filterList(
      base,
      ({ index, request }) => !/^items/.test(header(request, "range") ?? "") || index < 10,
    ),
    ...mapList(base, (reply, request) =>
      /^items/.test(header(request, "range") ?? "") ? { ...reply, status: 206 } : reply,
    ),
  })),
  pages(
    "Prefer: maxpagesize cuts the list.",
    ({ index }, _, request) => !/maxpagesize/i.test(header(request, "prefer") ?? "") || index < 1,
  ),
];
