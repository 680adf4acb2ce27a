/** Doubts whether orders were pending that were provided as such, and got 404 or 409 at first. */
import { isListed } from "../assertions/order-list.ts";
import { isBefore } from "../client/exchange.ts";
import { describeAnswer } from "../client/outcome.ts";
import { cancelledOrders, notAsked } from "../session/orders.ts";
import type { Session } from "../session/session.ts";

const EXACT = "cancel-id-exact";

/**
 * Orders that were provided as pending, and got 404 or 409 at first, were perhaps not pending. They were if none can be cancelled, or if one is
 * listed in the end although cancelled orders leave the list (spec/rulings.md).
 */
export function settleDoubts(s: Session): void {
  const { lists, orders, report } = s;
  const cancelled = cancelledOrders(orders);
  const last = lists.at(-1);
  const isStill = (id: bigint) => last !== undefined && isListed(last, id);
  const leaveTheList = cancelled.some(
    ({ id, cancelledBy }) =>
      !isStill(id) &&
      lists.some((list) => isBefore(list.exchange, cancelledBy) && isListed(list, id)),
  );
  const stayInTheList = cancelled.some(({ id }) => isStill(id));
  // All were tried, and none could be cancelled.
  const areAllRefused =
    cancelled.length === 0 && s.ended === undefined && notAsked(orders).length === 0;

  for (const { id, doubt } of orders.known) {
    if (doubt === undefined) continue;
    const { exchange, clauses } = doubt;
    const received = describeAnswer(exchange);
    const isFound = !orders.provided.ids.includes(id) || orders.rules.guessed?.includes(id);
    const what = isFound ? "which is listed" : "provided as pending";
    const gets = `Cancelling order ${id}, ${what}, gets ${received}`;
    const detail = { expected: "204", received };
    // A long id that is not found was cut off or rounded.
    const violated = [...clauses.filter((clause) => clause === EXACT), "cancel-pending"] as const;
    const isCertain = !stayInTheList && (leaveTheList || orders.isAlone);
    if (received === "404" && last !== undefined && isStill(id) && isCertain)
      report.violated(violated, `${gets}, and it is listed.`, [last.exchange, exchange], detail);
    else if (areAllRefused)
      report.violated(
        violated,
        `${gets}, and none of those provided can be cancelled: were they pending?`,
        [exchange],
        detail,
      );
    else {
      const why = `${gets}: was it pending? Provide another one: --pending ID.`;
      report.unproven([...clauses, "cancel-pending"], why);
    }
  }
}
