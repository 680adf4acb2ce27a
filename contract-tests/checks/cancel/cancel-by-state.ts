/** Cancelling a pending order, and a shipped one. Whether it changed the order, or others, shows in the lists (list-again). */
import type { ClauseId } from "../../../spec/clauses/index.ts";
import { OPERATIONS } from "../../../spec/interface/operations.ts";
import { cancellationOf, type Exchange } from "../../client/exchange.ts";
import {
  expectStatus,
  isForbidden,
  isSuccess,
  isUndecided,
  statusOf,
  violateAnswer,
} from "../answer-status.ts";
import type { Check, CheckContext } from "../check.ts";
import { judgeAlone } from "../send-together.ts";
import { answered, cancel, expectCancelled } from "./cancellation.ts";

const PENDING_CLAUSES: readonly ClauseId[] = ["cancel-pending", "cancel-no-content", "cancel-once"];
const CONFLICT = OPERATIONS.cancelOrder.situations["order-shipped"];
const UNCHANGED = "cancel-shipped-unchanged";
const SHIPPED_CLAUSES: readonly ClauseId[] = [CONFLICT.clause, UNCHANGED];
/** Words that ask for it (spec/rulings.md). */
const FORCE = "force=true&override=true&confirm=true";

export const cancelPending: Check = {
  id: "cancel-pending",
  area: "cancel",
  title: "cancelling a pending order gets 204 once",
  clauses: PENDING_CLAUSES,
  async run(context) {
    const { cancel: id, pendingNeeded } = context.orders;
    if (id === undefined) return context.report.withheld(PENDING_CLAUSES, pendingNeeded);
    await context.currentList();
    const isCancelled = await expectCancelled(context, await cancel(context, id), id);
    await context.list();
    if (!isCancelled) return;
    await judgeAlone(context, answered("order-cancelled", id));
    await Promise.all([context.list(), judgeAlone(context, answered("order-cancelled", id))]);
  },
};

export const cancelShipped: Check = {
  id: "cancel-shipped",
  area: "cancel",
  title: "cancelling a shipped order gets 409",
  clauses: SHIPPED_CLAUSES,
  async run(context) {
    const { shipped, shippedNeeded } = context.orders;
    if (shipped.length === 0) return context.report.withheld(SHIPPED_CLAUSES, shippedNeeded);
    await context.currentList();
    const refused = await Promise.all(shipped.map((id) => cancel(context, id)));
    await context.list();
    const again = await Promise.all(shipped.map((id) => cancelByForce(context, id)));
    await context.list();
    for (const [nth, first] of refused.entries()) {
      const situation = `Cancelling order ${shipped[nth]}, provided as shipped,`;
      expectStatus(context, first, CONFLICT, situation);
      if (isSuccess(first)) violateAnswer(context, UNCHANGED, [first], situation, "409");
      if (statusOf(first) !== 409 || statusOf(again[nth]!) === 409)
        expectStatus(context, again[nth]!, CONFLICT, situation);
      else
        expectStatus(
          context,
          again[nth]!,
          { ...CONFLICT, clause: UNCHANGED },
          `${situation} a second time`,
        );
    }
  },
};

/** The response to the cancellation, without the query if the service refuses that. */
async function cancelByForce(context: CheckContext, id: bigint): Promise<Exchange> {
  const forced = await context.send({ ...cancellationOf(id), query: FORCE });
  if (isForbidden(forced) || statusOf(forced) === 409) return forced;
  if (isUndecided(context, forced, UNCHANGED)) return forced;
  const clause = isSuccess(forced) ? CONFLICT.clause : UNCHANGED;
  const situation = `Cancelling order ${id}, provided as shipped, with words that ask for it,`;
  violateAnswer(context, clause, [forced], situation, "409");
  return isSuccess(forced) ? forced : cancel(context, id);
}
