import type { Order } from "../order.ts";
import { withHeader } from "../replies.ts";
import { adjacentBeyondDouble, alone, crowd, mixed } from "../seeds.ts";
import type { Service } from "../service.ts";
import { type Fault, fault, type ReadOnlySight, UNSEEN } from "../variant.ts";
import { field } from "../wire.ts";
import { only, reply } from "./listing.ts";

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
    alone,
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
  // With a query in between it looks like a page, which is no worse a verdict.
  fault(
    "flickers",
    "Every second list lacks half of the orders, which are back in the next.",
    ["list-whole", "list-unpaged", "list-unfiltered"],
    (service) => only(service, (_, index) => service.lists % 2 === 1 || index % 2 === 0),
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
  fault("compressed-variant-is-old", "Who accepts gzip gets a cached list of no orders.", ["list-unpaged"], (service) =>
    only(service, (_order, _index, _count, request) => !/gzip/.test(field(request, "accept-encoding") ?? "")),
  ),
  fault("says-next-page", "A Link header says that another page follows.", ["list-unpaged"], (service) =>
    reply(service, (plain) => withHeader(plain, "Link", '</v1/store/orders?after=34>; rel="next"')),
  ),
  fault("says-range-of-more", "A Content-Range header says that more orders follow.", ["list-unpaged"], (service) =>
    reply(service, (plain) => withHeader(plain, "Content-Range", "orders 0-33/99")),
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

export const LIST_WHOLE_FAULTS: readonly Fault[] = partials;
