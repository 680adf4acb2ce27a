/** Every list has the orders that were provided, until a call may have changed them (spec/rulings.md: the list is whole). */
import type { Recorder } from "./finding.ts";
import { isListed, type OrderList } from "./order-list.ts";

/** Why it is unknown whether a list is whole. */
export const UNKNOWN_ORDERS =
  "The list contains orders without an id, so it is unknown which orders are missing.";

/** The provided orders as known when a list had arrived. Each was shown by a list before. */
export interface ExpectedOrders {
  /** Orders that no call may have changed. */
  readonly untouched: readonly bigint[];
  /** Untouched orders that must be in the list: it cannot be a copy that is older than they are. */
  readonly due: readonly bigint[];
  /** Orders that the run had not asked to cancel; no older copy lacks them either. */
  readonly notAsked: readonly bigint[];
}

/** Missing from one list is a violation: nobody else touches these orders. */
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
const ROUNDINGS: readonly { readonly round: (id: bigint) => bigint; readonly min: number }[] = [
  { round: (id) => BigInt(Number(id)), min: 1 },
  // The lower 32 bits are a small number, which is likely to be the id of another order.
  { round: (id) => BigInt.asIntN(32, id), min: 2 },
  { round: (id) => BigInt.asUintN(32, id), min: 2 },
];

/** Blames a rounded id where a missing order is listed with one. */
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
 * The listed id that the missing one becomes as a double or in 32 bits. Where another provided order is missing and its rounded id is not
 * listed, orders are missing for another reason, and a similar id is a coincidence.
 */
function roundedId(list: OrderList, id: bigint, missing: readonly bigint[]): bigint | undefined {
  const rounding = ROUNDINGS.find(
    ({ round, min }) =>
      missing.length >= min &&
      missing.every((other) => round(other) !== other && isListed(list, round(other))),
  );
  return rounding?.round(id);
}
