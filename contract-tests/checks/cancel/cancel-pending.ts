import type { Check } from "../check.ts";
import { currentList } from "../list/current-list.ts";
import { cancel, expectAlreadyCancelled, expectCancelled } from "./cancellation.ts";

/** Whether it changed other orders shows in the lists (list-again). */
export const cancelPending: Check = {
  id: "cancel-pending",
  area: "cancel",
  title: "cancelling a pending order gets 204 once",
  clauses: ["cancel-pending", "cancel-no-content", "cancel-once"],
  after: ["cancel-shipped"],
  priority: true,
  cost: () => ({ calls: 6, badKeyCalls: 0 }),
  async run(context) {
    const { cancel: id, pendingNeeded } = context.orders;
    if (id === undefined) {
      for (const clause of ["cancel-pending", "cancel-no-content", "cancel-once"] as const)
        context.report.withheld(clause, pendingNeeded);
      return;
    }
    await currentList(context);
    const isCancelled = await expectCancelled(context, await cancel(context, id), id);
    await context.list();
    if (!isCancelled) return;
    await expectAlreadyCancelled(context, id);
    await Promise.all([context.list(), expectAlreadyCancelled(context, id)]);
  },
};
