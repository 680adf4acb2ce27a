/**
 * A list that keeps its length although orders of it were cancelled is cut: each time, an order
 * appears that was cut off before (spec/rulings.md). If others use the deployment, this may be a
 * coincidence.
 */
import type { Proof } from "../assertions/finding.ts";
import { describeOrder, isListed } from "../assertions/order-list.ts";
import { cancelledOrders } from "../session/orders/orders.ts";
import { areOfOneLength } from "../session/orders/others.ts";
import type { Session } from "../session/session.ts";

/** This many cancellations must each make an order appear. */
const MIN_CANCELLED = 3;

export function expectNotCut(s: Session): void {
  const lists = s.lists.filter(({ withoutId }) => withoutId === 0);
  const [first] = lists;
  const last = lists.at(-1);
  if (first === undefined || last === undefined || !areOfOneLength(lists)) return;
  const left = cancelledOrders(s.orders).filter(
    ({ id }) => isListed(first, id) && !isListed(last, id),
  );
  const appeared = new Set(lists.flatMap(({ keys }) => [...keys.minus(first.keys)]));
  if (left.length < MIN_CANCELLED || appeared.size < left.length) return;

  const why = `Each list has ${first.count} orders, although ${left.length} of them were cancelled and left it: orders that no list had shown appear in their place, including ${describeOrder([...appeared][0])}.`;
  const proof: Proof = [first.exchange, last.exchange];
  if (s.orders.isAlone)
    return s.report.violated("list-unpaged", why, proof, { expected: "all orders" });
  s.report.advise("list-of-one-length", why, proof);
  s.report.unproven("list-whole", why);
}
