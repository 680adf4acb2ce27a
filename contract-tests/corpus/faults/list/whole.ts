/** Lists that leave out orders, or that say that they are part of more. */
import { filterList, mapList, type Position, readsInBatches } from "../../changes/lists.ts";
import { adjacentBeyondDouble, isProvided, onlyProvided } from "../../orders.ts";
import { header } from "../../raw-http.ts";
import { withHeader } from "../../replies.ts";
import {
  type Base,
  type Described,
  described,
  type Fault,
  fault,
  type Replacement,
} from "../../variant.ts";

function partial(
  title: string,
  ...given: Described<Fault, (position: Position) => boolean>
): Fault {
  const [options, keep] = described(given);
  return fault(title, ["list-whole"], options, (base) => filterList(base, keep));
}

/** The first order of the store for which `same` has the same value. */
const isFirst = ({ store, order }: Position, same: (id: bigint) => unknown): boolean =>
  store.orders.find(({ id }) => same(id) === same(order.id))?.id === order.id;

const withListHeader = (base: Base, name: string, value: string): Replacement =>
  mapList(base, (reply) => withHeader(reply, name, value));

export const LIST_WHOLE_FAULTS = [
  partial("The list ends after 20 orders.", ({ index }) => index < 20),
  partial("The list has only pending orders.", ({ order }) => order.state === "pending"),
  partial(
    "The list lacks the last order.",
    { orders: onlyProvided },
    ({ index, count }) => index < count - 1,
  ),
  partial(
    "The list lacks the first order.",
    { orders: adjacentBeyondDouble },
    ({ index }) => index > 0,
  ),
  partial("The list lacks ids beyond 2^53.", ({ order }) => order.id < 2n ** 53n),
  partial(
    "The list has every second order, as of one shard of two.",
    ({ index }) => index % 2 === 0,
  ),
  partial(
    "The list has only customers' orders.",
    (position) => !isProvided(position.store.initial, position.order.id),
  ),
  partial(
    "The list lacks one pending order.",
    ({ order, store }) => order.id !== store.initial.pending[1],
  ),
  partial(
    "The list lacks the shipped order that is provided.",
    ({ order, store }) => order.id !== store.initial.shipped[0],
  ),
  partial("Of orders with the same id as a double only the first is listed.", (position) =>
    isFirst(position, Number),
  ),
  partial(
    "From the second list on every second order is missing.",
    ({ index, store }) => store.listCount < 2 || index % 2 === 0,
  ),
  partial(
    "From the second list on only new orders are listed.",
    ({ store }) => store.listCount < 2,
  ),
  partial(
    "Every second list lacks half of the orders.",
    { withoutIds: "detected" },
    ({ index, store }) => store.listCount % 2 === 1 || index % 2 === 0,
  ),
  partial(
    "Every eleventh list lacks half of the customers' orders.",
    { withoutIds: "detected" },
    ({ store, order, index }) =>
      store.listCount % 11 !== 5 || isProvided(store.initial, order.id) || index % 2 === 0,
  ),
  partial(
    "Every twelfth list lacks the shipped order that is provided.",
    ({ order, store }) => store.listCount % 12 !== 7 || order.id !== store.initial.shipped[0],
  ),
  partial(
    "Only the list after the third cancellation lacks the shipped order that is provided.",
    ({ order, store }) => store.cancelCount !== 3 || order.id !== store.initial.shipped[0],
  ),
  partial(
    "After a cancellation the list ends after 20 orders.",
    ({ index, store }) => store.cancelCount === 0 || index < 20,
  ),
  partial("After a cancellation the list is empty.", ({ store }) => store.cancelCount === 0),
  fault(
    "The list, newest first, is read in batches by their offset: an order is missing where one before it was cancelled meanwhile.",
    ["list-whole"],
    { orders: onlyProvided },
    (base) => readsInBatches(base, (orders, read) => orders.toReversed().slice(read.length)),
  ),
  fault(
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
    "The list is an old, empty one from a cache for requests that accept gzip.",
    ["list-whole"],
    (base) =>
      filterList(base, ({ request }) => !/gzip/.test(header(request, "accept-encoding") ?? "")),
  ),
  fault(
    "A Link header names a next page of the list.",
    ["list-unpaged"],
    { foundBy: "first-list" },
    (base) => withListHeader(base, "Link", '</v1/store/orders?after=34>; rel="next"'),
  ),
  fault("A Link header of every ninth list names a next page.", ["list-unpaged"], (base) =>
    mapList(base, (reply) =>
      base.store.listCount % 9 === 0
        ? withHeader(reply, "Link", '</d>; title="a; b"; rel="last NEXT"')
        : reply,
    ),
  ),
  fault("A Content-Range header of the list counts more orders.", ["list-unpaged"], (base) =>
    withListHeader(base, "Content-Range", "orders 0-33/99"),
  ),
  fault("The list is a page of 20, and X-Total-Count counts more.", ["list-whole"], (base) => ({
    ...filterList(base, ({ index }) => index < 20),
    ...withListHeader(base, "X-Total-Count", "34"),
  })),
];
