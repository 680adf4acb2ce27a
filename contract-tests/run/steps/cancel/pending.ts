/** Cancelling a pending order, once and again. That it changes no other order shows in the lists around it. */
import { cancellationOf } from "../../../client/calls.ts";
import { compare, UNREADABLE } from "../../session/lists/compare.ts";
import { listOrders } from "../../session/lists/read-list.ts";
import { ask } from "../ask.ts";
import { replaceShipped } from "../find-orders.ts";
import type { Step } from "../step.ts";
import { expectCancelledOnce, pauseAtRandom } from "./cancellations.ts";

const ONLY_THAT_ORDER = "cancel-only-that-order";
const ACT = { what: "cancellations", blame: ONLY_THAT_ORDER } as const;
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
    const { cancel: id, pendingNeeded } = s.orders.provided;
    if (id === undefined) return report.skipped([...OWN_CLAUSES, ONLY_THAT_ORDER], pendingNeeded);

    await pauseAtRandom(s);
    const before = s.baseline.set(await listOrders(s));
    let isCancelled = false;
    const unchanged = await compare(s, { ...ACT, own: [id] }, async () => {
      isCancelled = await expectCancelledOnce(s, id, [await s.send(cancellationOf(id))]);
    });

    if (!isCancelled && (await replaceShipped(s, id, before, "cancel-pending")))
      return pending.run(s);
    if (!isCancelled) return;
    if (unchanged.length > 0) report.held(ONLY_THAT_ORDER);
    else if (s.orders.provided.ids.length > 1) report.unproven(ONLY_THAT_ORDER, UNREADABLE);
    else report.unproven(ONLY_THAT_ORDER, "No other order was provided, and others may change.");

    // Twice: one of two backends may not know of the first cancellation.
    const times = s.tier === "thorough" ? 2 : 1;
    for (let nth = 0; nth < times; nth++) await compare(s, ACT, () => ask(s, [cancellationOf(id)]));
  },
};
