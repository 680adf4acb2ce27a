/**
 * Cancels a pending order, once and again. The lists around the calls show that they change no
 * other order.
 */
import { cancellationOf } from "../../../client/calls.ts";
import { compare, UNREADABLE } from "../../session/lists/compare.ts";
import { listOrders } from "../../session/lists/read-list.ts";
import { ask } from "../ask.ts";
import { replaceShipped } from "../find-orders.ts";
import type { Step } from "../step.ts";
import { expectCancelledOnce, pauseAtRandom } from "./cancellations.ts";

const OTHERS_UNCHANGED = "cancel-only-that-order";
const ACT = { what: "cancellations", blame: OTHERS_UNCHANGED } as const;
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
    if (id === undefined) return report.unproven([...OWN_CLAUSES, OTHERS_UNCHANGED], pendingNeeded);

    await pauseAtRandom(s);
    const before = s.baseline.set(await listOrders(s));
    let isCancelled = false;
    const unchanged = await compare(s, { ...ACT, own: [id] }, async () => {
      isCancelled = await expectCancelledOnce(s, id, [await s.send(cancellationOf(id))]);
    });

    if (!isCancelled && (await replaceShipped(s, id, before, "cancel-pending")))
      return pending.run(s);
    if (!isCancelled) return;
    if (unchanged.length > 0) report.held(OTHERS_UNCHANGED);
    else if (s.orders.provided.ids.length > 1) report.unproven(OTHERS_UNCHANGED, UNREADABLE);
    else report.unproven(OTHERS_UNCHANGED, "No other order was provided, and others may change.");

    // Two calls, because one of two backends may not know of the first cancellation.
    const times = s.tier === "thorough" ? 2 : 1;
    for (let nth = 0; nth < times; nth++) await compare(s, ACT, () => ask(s, [cancellationOf(id)]));
  },
};
