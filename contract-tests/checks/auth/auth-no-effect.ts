import { expectStatus, isSuccess, statusOf } from "../answer-status.ts";
import { expectCancelled } from "../cancel/cancellation.ts";
import { expectSimilarTextsRefused, tryDisputableTexts } from "../cancel/malformed-id.ts";
import { expectOtherIdIgnored } from "../cancel/other-id.ts";
import type { Check } from "../check.ts";
import { orderPath, pendingIdFor, pendingIdsNeeded } from "../order-ids.ts";
import { expectStaysPending } from "./auth-refused.ts";

/** Refused cancellations had no effect when the good key can still cancel the order. */
export const authNoEffect: Check = {
  id: "auth-no-effect",
  area: "auth",
  title: "a refused cancellation does not change the pending order",
  clauses: ["cancel-id-exact", "auth-no-effect", "auth-first", "cancel-malformed-refused", "cancel-pending"],
  async run(context) {
    const clause = "auth-no-effect";
    const id = pendingIdFor("refused", context);
    if (id === undefined) return context.withheld(clause, pendingIdsNeeded(context));
    await context.linger();
    const call = { method: "DELETE", path: orderPath(id) } as const;
    // In a Playwright run, auth-refused may have run in another process, or not at all.
    if (context.refusedCancellations.length === 0 && !(await expectStaysPending(context, id))) return;
    if (context.refusedCancellations.some(isSuccess))
      return context.unproven(clause, "The order was cancelled with a bad credential.");
    if (!(await expectSimilarTextsRefused(context, id, await context.listOrders()))) return;
    if (!(await expectOtherIdIgnored(context, id))) return;
    const { accepted, interrupted } = await tryDisputableTexts(context, id);
    const cancelled = accepted ?? (await context.send({ ...call, credential: "good" }));
    const status = statusOf(cancelled);
    if (status === 404 || status === 409) {
      if (interrupted || context.firstAttempt(cancelled) !== undefined) {
        context.unproven(clause, "An attempt to cancel the order got no complete response and may have taken effect.");
        if (interrupted) return;
        return void (await expectCancelled(context, cancelled, id));
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
    const withoutKey = await context.send({ ...call, credential: "none" });
    expectStatus(context, withoutKey, "auth-first", [401], "Cancelling a cancelled order without a key");
  },
};
