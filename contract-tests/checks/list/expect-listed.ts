/** An order that was provided and not cancelled must be in every list (spec/rulings.md: the list is whole). */
import { isListed, type OrderList } from "../../assertions/order-list.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { isBefore, mayPrecede } from "../../ledger/moments.ts";
import type { CheckConfig, CheckContext } from "../check.ts";
import { reservedOrders } from "../provided-orders.ts";

/** The provided orders that no call may have cancelled before the list had arrived. */
export function untouchedIn({ exchange }: Pick<OrderList, "exchange">, ledger: Ledger, config: CheckConfig): bigint[] {
  return reservedOrders(config).filter((id) => ledger.attemptsOn(id).every((entry) => isBefore(exchange, entry)));
}

/**
 * Every order that was provided, and that no call may have cancelled, must be in the list. Missing from one list is a violation, because
 * nobody else touches the orders; it may also be one without an id.
 */
export function expectProvidedListed(
  list: OrderList,
  { ledger, config, report }: Pick<CheckContext, "ledger" | "config" | "report">,
): void {
  const untouched = untouchedIn(list, ledger, config);
  if (untouched.length === 0) return;
  const missing = untouched.find((id) => !isListed(list, id));
  if (missing === undefined) return report.held("list-whole");
  const unknown = "The list contains orders without an id, so it is unknown which orders are missing.";
  if (list.withoutId > 0) return report.unproven("list-whole", unknown);
  const notListed = notCancelledIn(list, ledger, config).filter((id) => !isListed(list, id));
  const rounded = roundedId(list, missing, notListed);
  if (rounded !== undefined) {
    const why = `Order ${missing} is listed as ${rounded}: its id is rounded.`;
    report.violated("order-id", why, [list.exchange], { expected: String(missing), received: String(rounded) });
  }
  const why = `Order ${missing}, provided and not cancelled, is not in the list.`;
  const detail = { expected: `an order with id ${missing}`, received: `${list.count} orders without it` };
  report.violated("list-whole", why, [list.exchange], detail);
}

/** The provided orders that the run had not asked to cancel before the list had arrived. */
function notCancelledIn({ exchange }: OrderList, ledger: Ledger, { pending, shipped }: CheckConfig): bigint[] {
  const isAsked = (id: bigint) => ledger.cancellationsOf(id).some((entry) => mayPrecede(entry, exchange));
  return [...pending.filter((id) => !isAsked(id)), ...shipped];
}

/** How a service can lose the digits of an id, and how many orders must show it. */
const ROUNDINGS: readonly { readonly round: (id: bigint) => bigint; readonly min: number }[] = [
  { round: (id) => BigInt(Number(id)), min: 1 },
  // The lower 32 bits are a small number, which is likely to be the id of another order.
  { round: (id) => BigInt.asIntN(32, id), min: 2 },
  { round: (id) => BigInt.asUintN(32, id), min: 2 },
];

/**
 * The listed id that the missing one becomes as a double or in 32 bits. Where another provided order is missing and its rounded id is not
 * listed, orders are missing for another reason, and a similar id is a coincidence.
 */
function roundedId(list: OrderList, id: bigint, missing: readonly bigint[]): bigint | undefined {
  const rounding = ROUNDINGS.find(
    ({ round, min }) =>
      missing.length >= min && missing.every((other) => round(other) !== other && isListed(list, round(other))),
  );
  return rounding?.round(id);
}
