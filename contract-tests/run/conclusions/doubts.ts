/** Doubts whether orders were pending that were provided as such, and got 404 or 409 at first. */

import { isBefore } from "../../client/exchange.ts";
import { describeAnswer } from "../../client/outcome.ts";
import type { Proof } from "../assertions/finding.ts";
import { isListed } from "../assertions/order-list.ts";
import { cancelledOrders, notAsked } from "../session/orders/orders.ts";
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
  const wereListed = cancelled.some(({ id, cancelledBy }) =>
    lists.some((list) => isBefore(list.exchange, cancelledBy) && isListed(list, id)),
  );
  const haveLeft = !cancelled.some(({ id }) => isStill(id));
  const isCertain = haveLeft && (wereListed || orders.isAlone);
  // All were tried, and none could be cancelled.
  const areAllRefused =
    cancelled.length === 0 && s.ended === undefined && notAsked(orders).length === 0;

  const doubts = orders.known.flatMap(({ id, doubt }) => (doubt ? [{ id, ...doubt }] : []));
  doubts.sort((a, b) => a.exchange.receivedAt - b.exchange.receivedAt);
  for (const { id, exchange, clause } of doubts) {
    const received = describeAnswer(exchange);
    const isFound = !orders.provided.ids.includes(id) || orders.rules.guessed?.includes(id);
    const gets = `Cancelling order ${id}, ${isFound ? "which is listed" : "provided as pending"}, gets ${received}`;
    const isMissed = received === "404" && isCertain && isStill(id);
    if (!isMissed && !areAllRefused) {
      const why = `${gets}: was it pending? Provide another one: --pending ID.`;
      report.unproven([clause, "cancel-pending"], why);
      continue;
    }
    // A long id that is not found was cut off or rounded.
    const violated = clause === EXACT ? ([EXACT, "cancel-pending"] as const) : "cancel-pending";
    const why = isMissed
      ? `${gets}, and it is listed.`
      : `${gets}, and none of those provided can be cancelled: were they pending?`;
    const proof: Proof = isMissed ? [last!.exchange, exchange] : [exchange];
    report.violated(violated, why, proof, { expected: "204", received });
  }
}
