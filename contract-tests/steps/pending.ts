/** Cancelling a pending order, once and again. That it changes no other order shows in the lists around it. */
import { cancellationOf } from "../client/calls.ts";
import { compare, UNREADABLE } from "../session/compare.ts";
import { ask } from "./ask.ts";
import { expectCancelledOnce, pauseAtRandom } from "./cancellations.ts";
import type { Step } from "./step.ts";

const ONLY_THAT_ORDER = "cancel-only-that-order";
const OWN_CLAUSES = ["cancel-pending", "cancel-no-content", "cancel-once"] as const;

export const pending: Step = {
  id: "pending",
  title: "cancelling a pending order gets 204 once and changes no other order",
  clauses: [
    "cancel-pending",
    "cancel-no-content",
    "cancel-once",
    "cancel-only-that-order",
    "not-found-error-body",
  ],
  async run(s) {
    const { report } = s;
    const { cancel: id, pendingNeeded } = s.orders;
    if (id === undefined) return report.skipped([...OWN_CLAUSES, ONLY_THAT_ORDER], pendingNeeded);
    const act = { what: "cancellations", blame: ONLY_THAT_ORDER } as const;

    await pauseAtRandom(s);
    s.snapshot = await s.list();
    let isCancelled = false;
    const unchanged = await compare(s, { ...act, own: [id] }, async () => {
      isCancelled = await expectCancelledOnce(s, id, [await s.send(cancellationOf(id))]);
    });

    if (!isCancelled) return;
    if (unchanged.length > 0) report.held(ONLY_THAT_ORDER);
    else if (s.provided.length > 1) report.unproven(ONLY_THAT_ORDER, UNREADABLE);
    else report.unproven(ONLY_THAT_ORDER, "No other order was provided, and others may change.");

    // Twice: one of two backends may not know of the first cancellation.
    for (const _ of s.some([1, 2], 1)) await compare(s, act, () => ask(s, [cancellationOf(id)]));
  },
};
