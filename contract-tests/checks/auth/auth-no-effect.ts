import { type Exchange, LIST_CALL, LIST_WITH_KEY } from "../../client/exchange.ts";
import { expectStatus, isForbidden, isSuccess, statusOf } from "../answer-status.ts";
import { assertOneSuccess, expectCancelled, isInterrupted } from "../cancel/cancellation.ts";
import { expectSimilarTextsRefused, tryDisputableTexts } from "../cancel/malformed-id.ts";
import { expectOtherIdIgnored } from "../cancel/other-id.ts";
import type { Check, CheckContext } from "../check.ts";
import { orderPath, pendingIdFor, pendingIdsNeeded } from "../order-ids.ts";
import { cancellationOf, sendTogether } from "../send-together.ts";
import { expectStaysPending } from "./auth-refused.ts";
import { leftovers } from "./leftovers.ts";

/** Cancellations with the good key that are sent at the same moment. */
const TOGETHER = 4;

const LEFT_BEHIND = "what the response to its cancellation left behind, and without the key";

/** Refused cancellations had no effect when the good key can still cancel the order. */
export const authNoEffect: Check = {
  id: "auth-no-effect",
  area: "auth",
  title: "a refused cancellation does not change the pending order",
  clauses: [
    "list-whole",
    "cancel-id-exact",
    "auth-no-effect",
    "auth-first",
    "auth-each-request",
    "cancel-malformed-refused",
    "cancel-pending",
    "cancel-once",
  ],
  async run(context) {
    const clause = "auth-no-effect";
    const id = pendingIdFor("refused", context);
    if (id === undefined) return context.withheld(clause, pendingIdsNeeded(context));
    const call = { method: "DELETE", path: orderPath(id) } as const;
    // In a Playwright run, auth-refused may have run in another process, or not at all.
    if (context.refusedCancellations.length === 0 && !(await expectStaysPending(context, id))) return;
    if (context.refusedCancellations.some(isSuccess))
      return context.unproven(clause, "The order was cancelled with a bad credential.");
    const before = await context.currentList();
    const [areTextsRefused, isOtherIdIgnored] = await Promise.all([
      expectSimilarTextsRefused(context, id, before),
      expectOtherIdIgnored(context, id),
    ]);
    if (!areTextsRefused || !isOtherIdIgnored) return;
    await context.linger();
    const disputable = await tryDisputableTexts(context, id);
    const cancellations = disputable.accepted === undefined ? await cancelTogether(context, id) : [disputable.accepted];
    const cancelled = cancellations.find(isSuccess) ?? cancellations[0]!;
    const interrupted = cancellations.find((exchange) => isInterrupted(context, exchange));
    const status = statusOf(cancelled);
    if (status === 404 || status === 409) {
      if (disputable.interrupted || interrupted !== undefined) {
        context.unproven(clause, "An attempt to cancel the order got no complete response and may have taken effect.");
        if (interrupted?.response !== undefined && !disputable.interrupted)
          await expectCancelled(context, interrupted, id);
        return;
      }
      // Only a pending order can be cancelled: then nothing before has changed it.
      if (statusOf(await context.send(cancellationOf(id))) === 204) {
        const why = `Cancelling pending order ${id} gets ${status}, and 204 when it is repeated.`;
        return context.violated("cancel-pending", why, [cancelled], { expected: "204", received: String(status) });
      }
      const why = `After refused cancellations, cancelling pending order ${id} gets ${status}.`;
      for (const violated of [clause, "cancel-malformed-refused"] as const)
        context.violated(violated, why, [...context.refusedCancellations.slice(-1), cancelled], {
          expected: "204",
          received: String(status),
        });
      return;
    }
    if (!expectStatus(context, cancelled, "cancel-pending", [204], `Cancelling pending order ${id}`)) return;
    context.held(clause);
    // The order is cancelled now: the 404 or 409 of the good key must not be shown to a call without a key.
    // Where calls are sent together, this connection has sent several with the good key by now.
    const connection = context.parallel > 1 ? { connection: "parallel 1" } : {};
    const withoutKey = await context.send({ ...call, ...connection, credential: "none" });
    expectStatus(context, withoutKey, "auth-first", [401], "Cancelling a cancelled order without a key");
    const left = leftovers([cancelled]).flatMap((leftover) => [
      context.send({ ...call, ...leftover }),
      context.send({ ...LIST_CALL, ...leftover }),
    ]);
    for (const exchange of await Promise.all(left)) {
      const phrase = exchange.call.method === "GET" ? "Listing the orders" : "Cancelling a cancelled order";
      if (!isForbidden(exchange))
        expectStatus(context, exchange, "auth-each-request", [401], `${phrase} with ${LEFT_BEHIND}`);
    }
  },
};

/** A service may take two for the first, and its list may be wrong only while it cancels an order. */
async function cancelTogether(context: CheckContext, id: bigint): Promise<Exchange[]> {
  if (context.parallel === 1) return [await context.send(cancellationOf(id))];
  const calls = Array.from({ length: TOGETHER }, () => cancellationOf(id));
  const [list, ...exchanges] = await sendTogether(context, `cancel ${id}`, [LIST_WITH_KEY, ...calls]);
  if (list !== undefined) context.expectList(list);
  assertOneSuccess(context, id, exchanges);
  return exchanges;
}
