/**
 * Every list must have the provided orders, until a call may have changed them (spec/rulings.md:
 * the list is whole).
 */
import type { Recorder } from "./finding.ts";
import { isListed, type OrderList } from "./order-list.ts";

export const UNKNOWN_ORDERS =
  "The list contains orders without an id, so it is unknown which orders are missing.";

/**
 * The provided orders as they were known when a list arrived. An earlier list has shown each of
 * them.
 */
export interface ExpectedOrders {
  /** Orders that no call may have changed. */
  readonly untouched: readonly bigint[];
  /** Untouched orders that must be in the list: even an older copy of the list would have them. */
  readonly due: readonly bigint[];
  /**
   * Orders that the run had not asked to cancel; an older copy of the list would have them, too.
   */
  readonly notAsked: readonly bigint[];
}

/** An order that is missing from one list is a violation: nobody else touches these orders. */
export function expectProvidedListed(
  list: OrderList,
  { untouched, due }: ExpectedOrders,
  report: Recorder,
): void {
  if (untouched.length === 0) return;
  const missing = untouched.filter((id) => !isListed(list, id));
  if (missing.length === 0) return report.held("list-whole");
  const first = missing.find((id) => due.includes(id));
  if (first === undefined) return;
  if (list.withoutId > 0) return report.unproven("list-whole", UNKNOWN_ORDERS);

  const why = `Order ${first}, provided and not cancelled, is not in the list.`;
  const received = `${list.count} orders without it`;
  const detail = { expected: `an order with id ${first}`, received };
  report.violated("list-whole", why, [list.exchange], detail);
}

/** How a service can lose the digits of an id, and how many orders must show it. */
export const ROUNDINGS: readonly {
  readonly round: (id: bigint) => bigint;
  readonly min: number;
}[] = [
  { round: (id) => BigInt(Number(id)), min: 1 },
  // The lower 32 bits are a small number, which is likely to be another order's id.
  { round: (id) => BigInt.asIntN(32, id), min: 2 },
  { round: (id) => BigInt.asUintN(32, id), min: 2 },
];

/** Records a violation if a missing order is listed under its rounded id. */
export function expectNotRounded(
  list: OrderList,
  missing: readonly bigint[],
  report: Recorder,
): void {
  const [first] = missing;
  const rounded = roundedId(list, first!, missing);
  if (rounded === undefined) return;
  const why = `Order ${first} is listed as ${rounded}: its id is rounded.`;
  const detail = { expected: String(first), received: String(rounded) };
  report.violated("order-id", why, [list.exchange], detail);
}

/**
 * Returns the listed id that the missing `id` becomes as a double or in 32 bits. If the rounded id
 * of another missing order is not listed, the orders are missing for another reason, and a similar
 * id is a coincidence.
 */
function roundedId(list: OrderList, id: bigint, missing: readonly bigint[]): bigint | undefined {
  const rounding = ROUNDINGS.find(
    ({ round, min }) =>
      missing.length >= min &&
      missing.every((other) => round(other) !== other && isListed(list, round(other))),
  );
  return rounding?.round(id);
}
