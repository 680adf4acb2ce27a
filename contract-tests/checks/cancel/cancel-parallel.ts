import { asksToWait, type Exchange } from "../../client/exchange.ts";
import { expectSent, statusOf } from "../answer-status.ts";
import type { Check, CheckContext } from "../check.ts";
import { orderPath, pendingIdFor, pendingIdsNeeded, sparePendingIds } from "../order-ids.ts";
import { BURST, cancellationOf, sendTogether } from "../send-together.ts";
import {
  assertOneSuccess,
  assertOthersUnchanged,
  expectAlreadyCancelled,
  expectCancelled,
  isInterrupted,
} from "./cancellation.ts";
import { CONNECTION_CLAUSES, openConnections } from "./open-connections.ts";

const CLAUSE = "cancel-once";
/** Orders that are cancelled in this way, when more were handed over than the checks need. */
const MAX_SPARE = 1;

export const cancelParallel: Check = {
  id: "cancel-parallel",
  area: "cancel",
  title: "of several parallel cancellations exactly one succeeds",
  clauses: [CLAUSE, "cancel-pending", "cancel-only-that-order", ...CONNECTION_CLAUSES],
  async run(context) {
    const id = pendingIdFor("parallel", context);
    if (id === undefined) return context.withheld(CLAUSE, pendingIdsNeeded(context));
    if (sentByCancelExact(context, id).length === 0) await openConnections(context);
    for (const each of [id, ...sparePendingIds(context).slice(0, MAX_SPARE)])
      if (!(await expectCancelledOnce(context, each))) return;
  },
};

/** Those that cancel-exact has sent beside its own, if it has. */
function sentByCancelExact(context: CheckContext, id: bigint): readonly Exchange[] {
  return context.parallelCancellations.filter(({ call }) => call.path === orderPath(id));
}

async function parallelCancellations(context: CheckContext, id: bigint): Promise<readonly Exchange[]> {
  const sent = sentByCancelExact(context, id);
  if (sent.length > 0) return sent;
  return sendTogether(
    context,
    `cancel ${id}`,
    Array.from({ length: BURST }, () => cancellationOf(id)),
  );
}

/** Whether one of the parallel cancellations of an order got 204, and no other. */
async function expectCancelledOnce(context: CheckContext, id: bigint): Promise<boolean> {
  const isSent = context.namedIds.has(id);
  const before = isSent ? context.lists.first : await context.currentList();
  const exchanges = await parallelCancellations(context, id);
  if (!exchanges.every((exchange) => expectSent(context, exchange, CLAUSE))) return false;
  const success = exchanges.find((exchange) => statusOf(exchange) === 204);
  if (success === undefined) {
    await expectOneCancelled(context, id, exchanges);
    return false;
  }
  if (!assertOneSuccess(context, id, exchanges)) return false;
  for (const exchange of exchanges) {
    const status = statusOf(exchange);
    if (status === undefined || [204, 404, 409].includes(status) || asksToWait(exchange)) continue;
    context.violated(
      CLAUSE,
      `One of ${exchanges.length} parallel cancellations of order ${id} gets ${status}.`,
      [exchange],
      {
        expected: "204 once, 404 or 409 otherwise",
        received: String(status),
      },
    );
  }
  context.held("cancel-pending");
  const [after] = await Promise.all([context.listOrders(), expectAlreadyCancelled(context, id)]);
  if (after !== undefined) await assertOthersUnchanged(context, before, after, id, success);
  return true;
}

/** None of the parallel cancellations got 204. */
async function expectOneCancelled(context: CheckContext, id: bigint, exchanges: readonly Exchange[]): Promise<void> {
  if (exchanges.some((exchange) => isInterrupted(context, exchange)) || context.interruptedIds.has(id))
    return context.unproven(
      CLAUSE,
      "Some of the parallel cancellations got no complete response, so it is unknown which of them took effect.",
    );
  const [first] = exchanges;
  if (first !== undefined) await expectCancelled(context, first, id);
}
