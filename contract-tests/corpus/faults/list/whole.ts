/** Lists that leave out orders, or that say that they are part of more. */
import { filterList, mapList, type Position, readsInBatches } from "../../changes/lists.ts";
import { adjacentBeyondDouble, many, onlyProvided } from "../../initial-orders.ts";
import { header } from "../../raw-http.ts";
import { withHeader } from "../../replies.ts";
import { type Base, type Fault, fault, type Options, type Replacement, UNDETECTED } from "../../variant.ts";

const partial = (
  id: string,
  title: string,
  keep: (position: Position) => boolean,
  options: Options<Fault> = {},
): Fault =>
  fault(id, title, ["list-whole"], (base) => filterList(base, keep), { readOnly: UNDETECTED.whole, ...options });

const isProvided = ({ store: { initial }, order: { id } }: Position): boolean =>
  initial.pending.includes(id) || initial.shipped.includes(id);

/** The first order of the store for which `same` has the same value. */
const isFirst = ({ store, order }: Position, same: (id: bigint) => unknown): boolean =>
  store.orders.find(({ id }) => same(id) === same(order.id))?.id === order.id;

const partials = [
  partial("only-first-20", "The list ends after 20 orders.", ({ index }) => index < 20),
  partial("only-first-100", "The list ends after 100 orders.", ({ index }) => index < 100, { orders: many(150) }),
  partial("only-first-1000", "The list ends after 1,000 orders.", ({ index }) => index < 1000, { orders: many(1500) }),
  partial("only-latest", "The list has only the last ten orders.", ({ index, count }) => index >= count - 10),
  partial("without-pending", "The list has only shipped orders.", ({ order }) => order.state === "shipped"),
  partial("without-shipped", "The list has only pending orders.", ({ order }) => order.state === "pending"),
  partial("without-last", "The list lacks the last order.", ({ index, count }) => index < count - 1, {
    orders: onlyProvided,
  }),
  partial("without-first", "The list lacks the first order.", ({ index }) => index > 0, {
    orders: adjacentBeyondDouble,
  }),
  partial("without-big-ids", "The list lacks ids beyond 2^53.", ({ order }) => order.id < 2n ** 53n),
  partial(
    "without-ids-beyond-int32",
    "The list lacks ids between 2^31 and 2^53.",
    ({ order: { id } }) => id < 2n ** 31n || id > 2n ** 53n,
  ),
  partial(
    "without-odd-ones",
    "The list has every second order, as of one shard of two.",
    ({ index }) => index % 2 === 0,
  ),
  partial("only-complete", "The list has only complete orders.", ({ order }) => order.complete),
  partial("only-own", "The list has only customers' orders.", (position) => !isProvided(position)),
  partial("empty-always", "The list is always empty.", () => false),
  partial(
    "one-id-missing",
    "The list lacks one pending order.",
    ({ order, store }) => order.id !== store.initial.pending[1],
  ),
  partial(
    "shipped-missing",
    "The list lacks the shipped order that is provided.",
    ({ order, store }) => order.id !== store.initial.shipped[0],
  ),
  partial("deduplicated-by-double", "Of orders with the same id as a double only the first is listed.", (position) =>
    isFirst(position, Number),
  ),
  partial("deduplicated-by-int32", "Of orders with the same id in 32 bits only the first is listed.", (position) =>
    isFirst(position, (id) => BigInt.asIntN(32, id)),
  ),
  partial(
    "shrinks",
    "From the second list on every second order is missing.",
    ({ index, store }) => store.listCount < 2 || index % 2 === 0,
  ),
  partial("only-changes", "From the second list on only new orders are listed.", ({ store }) => store.listCount < 2),
  partial(
    "third-list-loses-one",
    "Only the third list lacks a pending order.",
    ({ order, store }) => store.listCount !== 3 || order.id !== store.initial.pending[2],
  ),
  partial(
    "flickers",
    "Every second list lacks half of the orders.",
    ({ index, store }) => store.listCount % 2 === 1 || index % 2 === 0,
    { readOnly: "detected", foundBy: "list-again" },
  ),
  partial(
    "every-eleventh-lacks-customers-orders",
    "Every eleventh list lacks half of the customers' orders.",
    (position) => position.store.listCount % 11 !== 5 || isProvided(position) || position.index % 2 === 0,
    { readOnly: "detected" },
  ),
  partial(
    "every-twelfth-lacks-shipped",
    "Every twelfth list lacks the shipped order that is provided.",
    ({ order, store }) => store.listCount % 12 !== 7 || order.id !== store.initial.shipped[0],
  ),
  partial(
    "first-list-loses-one",
    "Only the first list lacks a pending order.",
    ({ order, store }) => store.listCount !== 1 || order.id !== store.initial.pending[1],
  ),
  partial(
    "late-list-loses-one",
    "Only the list after the third cancellation lacks the shipped order that is provided.",
    ({ order, store }) => store.cancelCount !== 3 || order.id !== store.initial.shipped[0],
    { readOnly: UNDETECTED.pending },
  ),
  partial(
    "first-list-loses-some",
    "The first, the ninth and the twentieth list lack three orders of others.",
    ({ order, store }) => ![1, 9, 20].includes(store.listCount) || ![5n, 6n, 7n].includes(order.id),
    { readOnly: { undetected: "each of these lists overlaps those beside it, where nobody cancels" } },
  ),
  partial(
    "shrinks-after-cancel",
    "After a cancellation the list ends after 20 orders.",
    ({ index, store }) => store.cancelCount === 0 || index < 20,
    { readOnly: UNDETECTED.pending },
  ),
  partial("empty-after-cancel", "After a cancellation the list is empty.", ({ store }) => store.cancelCount === 0, {
    readOnly: UNDETECTED.pending,
  }),
];

const batches = [
  fault(
    "batches-lose-what-moves",
    "The list, newest first, is read in batches by their offset: an order is missing where one before it was cancelled meanwhile.",
    ["list-whole"],
    (base) => readsInBatches(base, (orders, read) => orders.toReversed().slice(read.length)),
    { orders: onlyProvided, readOnly: UNDETECTED.pending },
  ),
];

const withListHeader = (base: Base, name: string, value: string): Replacement =>
  mapList(base, (reply) => withHeader(reply, name, value));

const pages = [
  fault(
    "pages-by-link",
    "The list is a page of 20, with a Link header to the next.",
    ["list-unpaged", "list-whole"],
    (base) => ({
      ...filterList(base, ({ index, request }) => {
        const page = Number(/(?:^|&)page=(\d+)/.exec(request.query)?.[1] ?? 1);
        return index >= 20 * (page - 1) && index < 20 * page;
      }),
      ...withListHeader(base, "Link", '</v1/store/orders?page=2>; rel="next"'),
    }),
  ),
  fault(
    "compressed-variant-is-old",
    "The list is an old, empty one from a cache for requests that accept gzip.",
    ["list-unpaged"],
    (base) => filterList(base, ({ request }) => !/gzip/.test(header(request, "accept-encoding") ?? "")),
  ),
  fault(
    "says-next-page",
    "A Link header names a next page of the list.",
    ["list-unpaged"],
    (base) => withListHeader(base, "Link", '</v1/store/orders?after=34>; rel="next"'),
    { foundBy: "list-whole" },
  ),
  fault(
    "says-next-page-now-and-then",
    "A Link header of every ninth list names a next page.",
    ["list-unpaged"],
    (base) =>
      mapList(base, (reply) =>
        base.store.listCount % 9 === 0 ? withHeader(reply, "Link", '</d>; title="a; b"; rel="last NEXT"') : reply,
      ),
  ),
  fault("says-range-of-more", "A Content-Range header of the list counts more orders.", ["list-unpaged"], (base) =>
    withListHeader(base, "Content-Range", "orders 0-33/99"),
  ),
  fault(
    "pages-by-count-header",
    "The list is a page of 20, and X-Total-Count counts more.",
    ["list-whole"],
    (base) => ({
      ...filterList(base, ({ index }) => index < 20),
      ...withListHeader(base, "X-Total-Count", "34"),
    }),
    { readOnly: UNDETECTED.whole },
  ),
];

export const LIST_WHOLE_FAULTS = [...partials, ...batches, ...pages];
