/** Cancelling a shipped order, before any cancellation: a 409 afterwards could have another cause. */

import { OPERATIONS } from "../../spec/interface/operations.ts";
import { cancellationOf, type Exchange } from "../client/exchange.ts";
import { COMPARED } from "../session/blame.ts";
import type { Session } from "../session/session.ts";
import {
  expectStatus,
  isForbidden,
  isSuccess,
  isUndecided,
  statusOf,
  violateAnswer,
} from "./answers.ts";
import type { Step } from "./step.ts";

const CONFLICT = OPERATIONS.cancelOrder.situations["order-shipped"];
const UNCHANGED = "cancel-shipped-unchanged";
/** Words that ask for it (spec/rulings.md). */
const FORCE = "force=true&override=true&confirm=true";

export const shipped: Step = {
  id: "shipped",
  title: "cancelling a shipped order gets 409 and changes nothing",
  clauses: [CONFLICT.clause, ...COMPARED],
  async run(s) {
    const { shipped, shippedNeeded } = s.orders;
    if (shipped.length === 0) return s.report.withheld([CONFLICT.clause, UNCHANGED], shippedNeeded);

    for (const id of shipped) {
      const situation = `Cancelling order ${id}, provided as shipped,`;
      const act = {
        what: "cancellations",
        blame: (changed: bigint) => (changed === id ? UNCHANGED : "cancel-only-that-order"),
      } as const;

      let first: Exchange | undefined;
      const unchanged = await s.compare(act, async () => {
        first = await s.send(cancellationOf(id));
        expectStatus(s, first, CONFLICT, situation);
        if (isSuccess(first)) violateAnswer(s, UNCHANGED, [first], situation, "409");
      });

      const stillUnchanged = await s.compare(act, async () => {
        const again = await cancelByForce(s, id, situation);
        if (statusOf(first!) !== 409 || statusOf(again) === 409)
          return expectStatus(s, again, CONFLICT, situation);
        const judged = { ...CONFLICT, clause: UNCHANGED } as const;
        return expectStatus(s, again, judged, `${situation} a second time`);
      });

      if (!s.wasChanged(id) && [...unchanged, ...stillUnchanged].includes(id))
        s.report.held(UNCHANGED);
      else if (!s.wasChanged(id))
        s.report.unproven(
          UNCHANGED,
          `Order ${id}: The lists around the calls could not be read, or contain orders without an id.`,
        );
    }
  },
};

/** The response to the cancellation, without the query if the service unauthorized that. */
async function cancelByForce(s: Session, id: bigint, situation: string): Promise<Exchange> {
  const forced = await s.send({ ...cancellationOf(id), query: FORCE });
  if (isForbidden(forced) || statusOf(forced) === 409) return forced;
  if (isUndecided(s, forced, UNCHANGED)) return forced;
  const clause = isSuccess(forced) ? CONFLICT.clause : UNCHANGED;
  violateAnswer(s, clause, [forced], `${situation} with words that ask for it,`, "409");
  return isSuccess(forced) ? forced : s.send(cancellationOf(id));
}
