/** Decides about orders that were provided as pending, and got 404 or 409 at first. */

import { isBefore } from "../../client/exchange.ts";
import { describeAnswer } from "../../client/outcome.ts";
import type { Proof } from "../assertions/finding.ts";
import { isListed } from "../assertions/order-list.ts";
import { cancelledOrders, notAsked } from "../session/orders/orders.ts";
import type { Session } from "../session/session.ts";

const ID_CLAUSE = "cancel-id-exact";

/**
 * An order that was provided as pending and got 404 or 409 was perhaps not pending. It was if none
 * can be cancelled, or if it is listed in the end although cancelled orders leave the list
 * (spec/rulings.md).
 */
export function settleUncertainOrders(s: Session): void {
  const { lists, orders, report } = s;
  const cancelled = cancelledOrders(orders);
  const last = lists.at(-1);
  const isStill = (id: bigint) => last !== undefined && isListed(last, id);
  const wereListed = cancelled.some(({ id, cancelledBy }) =>
    lists.some((list) => isBefore(list.exchange, cancelledBy) && isListed(list, id)),
  );
  const haveLeft = !cancelled.some(({ id }) => isStill(id));
  const isCertain = haveLeft && (wereListed || orders.isAlone);
  // We tried all orders, and could cancel none.
  const areAllRefused =
    cancelled.length === 0 && s.ended === undefined && notAsked(orders).length === 0;

  const uncertain = orders.known.flatMap(({ id, uncertainAnswer }) =>
    uncertainAnswer ? [{ id, ...uncertainAnswer }] : [],
  );
  uncertain.sort((a, b) => a.exchange.receivedAt - b.exchange.receivedAt);
  for (const { id, exchange, clause } of uncertain) {
    const received = describeAnswer(exchange);
    const isFound = !orders.provided.ids.includes(id) || orders.rules.guessed?.includes(id);
    const gets = `Cancelling order ${id}, ${isFound ? "which is listed" : "provided as pending"}, gets ${received}`;
    const isMissed = received === "404" && isCertain && isStill(id);
    if (!isMissed && !areAllRefused) {
      const why = `${gets}: was it pending? Provide another one: --pending ID.`;
      report.unproven([clause, "cancel-pending"], why);
      continue;
    }
    // A long id that is not found was truncated or rounded.
    const violated =
      clause === ID_CLAUSE ? ([ID_CLAUSE, "cancel-pending"] as const) : "cancel-pending";
    const why = isMissed
      ? `${gets}, and it is listed.`
      : `${gets}, and none of those provided can be cancelled: were they pending?`;
    const proof: Proof = isMissed ? [last!.exchange, exchange] : [exchange];
    report.violated(violated, why, proof, { expected: "204", received });
  }
}
