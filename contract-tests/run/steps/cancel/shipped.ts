/**
 * Cancels a shipped order before any other cancellation: a 409 afterwards could have another cause.
 */
import { OPERATIONS } from "../../../../spec/interface/operations.ts";
import { cancellationOf } from "../../../client/calls.ts";
import { describeAnswer, isSuccess, statusOf } from "../../../client/outcome.ts";
import type { Act } from "../../session/lists/blame.ts";
import { compare, UNREADABLE } from "../../session/lists/compare.ts";
import type { Session } from "../../session/session.ts";
import { expectStatus, violateAnswer } from "../answer-findings.ts";
import type { Step } from "../step.ts";

const CONFLICT = OPERATIONS.cancelOrder.situations["order-shipped"];
const UNCHANGED = "cancel-shipped-unchanged";
/** A query that asks to cancel the order even so: 409 is due nevertheless. */
const FORCE = "force=true&override=true&confirm=true";

export const shipped: Step = {
  id: "shipped",
  title: "cancelling a shipped order gets 409 and changes nothing",
  clauses: ["cancel-shipped-conflict", "cancel-shipped-unchanged"],
  async run(s) {
    const { shipped, shippedNeeded } = s.orders.provided;
    // One of the listed orders that we take for pending may turn out to be shipped.
    const isLookedFor = s.orders.isAlone && !s.config.readOnly;
    if (shipped.length === 0 && !isLookedFor)
      return s.report.unproven([CONFLICT.clause, UNCHANGED], shippedNeeded);
    for (const id of shipped) await expectConflict(s, id);
  },
};

/** The act of cancelling shipped orders, which must change nothing. */
export function cancellationsOf(shipped: readonly bigint[]): Act {
  const blame = (id: bigint) => (shipped.includes(id) ? UNCHANGED : "cancel-only-that-order");
  return { what: "cancellations", blame };
}

/**
 * Cancels a shipped order, twice and with words that ask for it: each call gets 409, and nothing
 * changes.
 */
export async function expectConflict(s: Session, id: bigint): Promise<void> {
  const situation = `Cancelling order ${id}, provided as shipped,`;
  const unchanged = await compare(s, cancellationsOf([id]), async () => {
    const first = await s.send(cancellationOf(id));
    if (!isSuccess(first)) expectStatus(s, first, CONFLICT, situation);
    else {
      const why = `${situation} gets ${describeAnswer(first)}: had it shipped?`;
      const detail = { expected: "409", received: describeAnswer(first) };
      s.report.violated([CONFLICT.clause, UNCHANGED], why, [first], detail);
    }

    // A service is free in how it refuses the words.
    const forced = await s.send({ ...cancellationOf(id), query: FORCE });
    const asking = `${situation} with words that ask for it,`;
    if (isSuccess(forced)) violateAnswer(s, CONFLICT.clause, [forced], asking, "409");
    const again = await s.send(cancellationOf(id));
    // The first 409 shows that the service knows the order as shipped: another answer now means
    // that something has changed.
    const clause = statusOf(first) === 409 ? UNCHANGED : CONFLICT.clause;
    expectStatus(s, again, { ...CONFLICT, clause }, `${situation} a second time`);
  });

  if (s.orders.of(id).violates !== undefined || s.mayOnlyList) return;
  if (unchanged.includes(id)) s.report.held(UNCHANGED);
  else s.report.unproven(UNCHANGED, `Order ${id}: ${UNREADABLE}`);
}
