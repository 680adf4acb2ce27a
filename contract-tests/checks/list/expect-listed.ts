/** An order that was handed over and not cancelled must be in every list (spec/rulings.md: the list is whole). */
import { isListed, type OrderList } from "../../assertions/order-list.ts";
import type { CheckContext } from "../check.ts";

/** The ids that were handed over and that every list must have: of a list at any time of the run. */
export function idsToBeListed({ pending, shipped, sharded, attemptedIds }: CheckContext): bigint[] {
  return [...shipped, ...(sharded ? [] : pending)].filter((id) => !attemptedIds.has(id));
}

/**
 * Whether every order that was handed over, and that no call may have cancelled, is in the list. Missing from one list is a
 * violation, because nobody else touches the orders. False, without a finding, where the list contains orders without an id.
 */
export function expectHandedOverListed(context: CheckContext, list: OrderList): boolean {
  const missing = idsToBeListed(context).find((id) => !isListed(list, id));
  if (missing === undefined) return true;
  if (list.withoutId > 0) return false;
  const rounded = roundedId(context, list, missing);
  if (rounded !== undefined)
    context.violated("order-id", `Order ${missing} is listed as ${rounded}: its id is rounded.`, [list.exchange], {
      expected: String(missing),
      received: String(rounded),
    });
  context.violated(
    "list-whole",
    `Order ${missing}, handed over and not cancelled, is not in the list.`,
    [list.exchange],
    {
      expected: `an order with id ${missing}`,
      received: `${list.count} orders without it`,
    },
  );
  return false;
}

/** How a service can lose the digits of an id, and how many orders must show it. */
const ROUNDINGS: readonly { readonly round: (id: bigint) => bigint; readonly atLeast: number }[] = [
  { round: (id) => BigInt(Number(id)), atLeast: 1 },
  // The lower 32 bits are a small number, which is likely to be the id of another order.
  { round: (id) => BigInt.asIntN(32, id), atLeast: 2 },
  { round: (id) => BigInt.asUintN(32, id), atLeast: 2 },
];

/**
 * The listed id that the missing one becomes as a double or in 32 bits. Where another order that was handed over is missing and
 * its rounded id is not listed, orders are missing for another reason, and a similar id is a coincidence.
 */
function roundedId({ pending, shipped, attemptedIds }: CheckContext, list: OrderList, id: bigint): bigint | undefined {
  const missing = [...pending, ...shipped].filter((other) => !attemptedIds.has(other) && !isListed(list, other));
  const rounding = ROUNDINGS.find(
    ({ round, atLeast }) =>
      missing.length >= atLeast &&
      [id, ...missing].every((other) => round(other) !== other && isListed(list, round(other))),
  );
  return rounding?.round(id);
}
