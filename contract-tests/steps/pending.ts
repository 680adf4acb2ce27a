/** Cancelling a pending order, once and again. That it changes no other order shows in the lists around it. */

import { cancellationOf } from "../client/exchange.ts";
import { COMPARED } from "../session/blame.ts";
import { ask, cancelling, expectCancelledOnce } from "./cancellations.ts";
import type { Step } from "./step.ts";

const ONLY_THAT_ORDER = "cancel-only-that-order";
const OWN_CLAUSES = [
  "cancel-pending",
  "cancel-no-content",
  "cancel-once",
  ONLY_THAT_ORDER,
] as const;
const NO_OTHER_ORDER =
  "No other order was provided, and orders that were not provided may change at any time.";
const UNREADABLE_LISTS =
  "The lists around the calls could not be read, or contain orders without an id.";

export const pending: Step = {
  id: "pending",
  title: "cancelling a pending order gets 204 once and changes no other order",
  clauses: [...OWN_CLAUSES, ...COMPARED],
  async run(s) {
    const { cancel: id, pendingNeeded } = s.orders;
    if (id === undefined) return s.report.withheld(OWN_CLAUSES, pendingNeeded);
    const act = { what: "cancellations", blame: ONLY_THAT_ORDER } as const;

    let isCancelled = false;
    const unchanged = await s.compare({ ...act, own: [id] }, async () => {
      isCancelled = await expectCancelledOnce(s, id, [await s.send(cancellationOf(id))]);
    });

    if (!isCancelled) return s.report.unproven(ONLY_THAT_ORDER, "No order was cancelled alone.");
    if (unchanged.length > 0) s.report.held(ONLY_THAT_ORDER);
    else
      s.report.unproven(ONLY_THAT_ORDER, s.provided.length < 2 ? NO_OTHER_ORDER : UNREADABLE_LISTS);

    for (const _ of [1, 2]) await s.compare(act, () => ask(s, [cancelling("order-cancelled", id)]));
  },
};
