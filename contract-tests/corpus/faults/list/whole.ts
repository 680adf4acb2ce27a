/**
 * Lists that leave out orders, or claim to be a part.
 *
 * Sources: default limits (20 of Spring Data, GitHub's Link header), one shard of two, pages by
 * offset that skip a row when one before it goes, maps in JavaScript keyed by a number, caches
 * without Vary.
 */
import { filterList, mapList, type Position, readsInBatches } from "../../changes/lists.ts";
import { isProvided, onlyProvided } from "../../orders.ts";
import { header } from "../../raw-http.ts";
import { withHeader } from "../../replies.ts";
import { type Base, type Fault, fault, type Options, type Replacement } from "../../variant.ts";

const partial = (
  title: string,
  keep: (position: Position) => boolean,
  options: Options<Fault> = {},
): Fault => fault(title, ["list-whole"], options, (base) => filterList(base, keep));

const withListHeader = (base: Base, name: string, value: string): Replacement =>
  mapList(base, (reply) => withHeader(reply, name, value));

export const LIST_WHOLE_FAULTS = [
  partial("The list ends after 20 orders.", ({ index }) => index < 20),
  partial("The list has only pending orders.", ({ order }) => order.state === "pending"),
  partial("The list lacks ids beyond 2^53.", ({ order }) => order.id < 2n ** 53n),
  partial(
    "The list has every second order, as of one shard of two.",
    ({ index }) => index % 2 === 0,
  ),
  partial(
    "The list has only customers' orders.",
    ({ order, store }) => !isProvided(store.initial, order.id),
  ),
  partial(
    "The list lacks the shipped order that is provided.",
    ({ order, store }) => order.id !== store.initial.shipped[0],
  ),
  partial(
    "Of orders with the same id as a double only the first is listed.",
    ({ order, store }) => store.orders.find(({ id }) => Number(id) === Number(order.id)) === order,
  ),
  partial(
    "Every second list lacks half of the orders.",
    ({ index, store }) => store.listCount % 2 === 1 || index % 2 === 0,
    { withoutIds: "detected" },
  ),
  partial(
    "Only the list after the third cancellation lacks the provided shipped order.",
    ({ order, store }) => store.cancelCount !== 3 || order.id !== store.initial.shipped[0],
  ),
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
  fault("The list is a page of 20, and X-Total-Count counts more.", ["list-whole"], (base) => ({
    ...filterList(base, ({ index }) => index < 20),
    ...withListHeader(base, "X-Total-Count", "34"),
  })),
];
