import { isListed } from "../../assertions/order-list.ts";
import type { Check } from "../check.ts";
import { pendingIdFor, pendingIdsNeeded } from "../order-ids.ts";
import { assertOthersUnchanged, cancel, expectAlreadyCancelled, expectCancelled } from "./cancellation.ts";

export const cancelPending: Check = {
  id: "cancel-pending",
  area: "cancel",
  title: "cancelling a pending order gets 204 once and affects no other order",
  clauses: ["cancel-pending", "cancel-no-content", "cancel-once", "cancel-only-that-order", "list-whole"],
  async run(context) {
    const id = pendingIdFor("cancel", context);
    if (id === undefined) {
      for (const clause of ["cancel-pending", "cancel-no-content", "cancel-once", "cancel-only-that-order"] as const)
        context.withheld(clause, pendingIdsNeeded(context));
      return;
    }
    const before = await context.currentList();
    const cancelled = await cancel(context, id);
    const isCancelled = await expectCancelled(context, cancelled, id);
    const after = await context.listOrders();
    if (after !== undefined) await assertOthersUnchanged(context, before, after, id, cancelled);
    if (!isCancelled) return;
    await expectAlreadyCancelled(context, id);
    const [later] = await Promise.all([context.listOrders(), expectAlreadyCancelled(context, id)]);
    // Without its id in the list before, it would be unknown whether the order is in the lists after.
    if (before !== undefined && isListed(before, id) && after !== undefined && later !== undefined)
      context.observe("cancelled-in-list", isListed(later, id) ? "stays" : isListed(after, id) ? "later" : "vanishes");
  },
};
