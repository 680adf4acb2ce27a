/**
 * Effects of the run's cancellations on orders of others: changed fields, orders that vanish from
 * the list, a rounded id.
 */

import type { OrderField } from "../../../spec/schema/fields.ts";
import { type Exchange, isBefore } from "../../client/exchange.ts";
import type { Proof } from "../assertions/finding.ts";
import { ROUNDINGS } from "../assertions/listed-orders.ts";
import {
  changedFields,
  describeOrder,
  isListed,
  type OrderList,
} from "../assertions/order-list.ts";
import { isDateField } from "../session/lists/compare.ts";
import { cancelledOrders, ofOthers } from "../session/orders/orders.ts";
import type { Session } from "../session/session.ts";

const ONLY_THAT_ORDER = "cancel-only-that-order";
/**
 * Orders of others must change beside each of this many cancellations before we call the change an
 * effect.
 */
const MIN_CANCELLATIONS = 3;

/**
 * Judges changes of others' orders beside the run's cancellations. If they occur beside each of
 * several cancellations, which follow random pauses, and at no other time, they are an effect; else
 * they are a coincidence.
 */
export function judgeOthers(s: Session): void {
  const lists = s.lists.filter(({ withoutId }) => withoutId === 0);
  const cancellations = cancelledOrders(s.orders).map(({ cancelledBy }) => cancelledBy);
  cancellations.sort((a, b) => a.sentAt - b.sentAt);
  // Cancellations without a list between them count as one.
  const acts = cancellations.filter((one, nth) => {
    const before = cancellations.slice(0, nth);
    const isBetween = ({ exchange }: OrderList) =>
      before.every((last) => isBefore(last, exchange)) && isBefore(exchange, one);
    return nth === 0 || lists.some(isBetween);
  });
  const found = new Map<Exchange, { readonly proof: Proof; readonly what: string }>();
  for (const [nth, after] of lists.entries()) {
    const before = lists[nth - 1];
    const what = before && changeOfOthers(s, before, after);
    if (before === undefined || what === undefined) continue;
    const [from, to] = [before.exchange.sentAt, after.exchange.receivedAt];
    const beside = cancellations.find((one) => one.receivedAt > from && one.sentAt < to);
    const act = beside && acts.findLast(({ sentAt }) => sentAt <= beside.sentAt);
    // The orders change at other times, too: somebody else uses them.
    if (act === undefined) return;
    found.set(act, { proof: [act, after.exchange], what });
  }

  const [first] = found.values();
  if (first === undefined) return;
  const why = `Beside ${found.size} of ${acts.length} cancellations, and at no other time, orders of others change: ${first.what}.`;
  if (found.size >= MIN_CANCELLATIONS && found.size === acts.length)
    return s.report.violated(ONLY_THAT_ORDER, why, first.proof);
  s.report.unproven(ONLY_THAT_ORDER, why);
  s.report.advise("changed-with-cancelled", why, first.proof);
}

/** Returns a change such as `order 5 vanishes` or `quantity of order 5 changes`. */
function changeOfOthers(s: Session, before: OrderList, after: OrderList): string | undefined {
  const [vanished] = ofOthers(s.orders, before.keys.minus(after.keys));
  if (vanished !== undefined) return `${describeOrder(vanished)} vanishes`;
  const isEvidence = (field: OrderField) => !s.baseline.moving.has(field) && !isDateField(field);
  for (const id of before.watched.keys()) {
    if (s.orders.provided.ids.includes(id)) continue;
    const field = changedFields(before, after, id).find(isEvidence);
    if (field !== undefined) return `${field} of order ${id} changes`;
  }
  return undefined;
}

/**
 * If the cancelled order stays in the list and the order with its rounded id leaves the list, the
 * service cancelled the wrong one.
 */
export function expectOthersNotRounded({ orders, lists, report }: Session): void {
  const last = lists.at(-1);
  for (const { id, cancelledBy: by } of cancelledOrders(orders)) {
    const before = lists.findLast((list) => isBefore(list.exchange, by));
    if (before === undefined || last === undefined || !isListed(last, id)) continue;
    const hasLeft = (other: bigint) => isListed(before, other) && !isListed(last, other);
    const rounded = ROUNDINGS.map(({ round }) => round(id)).find(
      (other) => hasLeft(other) && orders.of(other).cancelledBy === undefined,
    );
    if (rounded === undefined) continue;
    const why = `Cancelling order ${id} gets 204; it stays in the list, and order ${rounded}, which is ${id} when it is rounded, leaves it.`;
    report.violated("cancel-id-exact", why, [by, last.exchange]);
  }
}
