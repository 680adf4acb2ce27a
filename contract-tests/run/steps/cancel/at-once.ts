/**
 * Cancels two orders at the same moment, one of them by several calls: no cancellation is hidden,
 * undone or judged by the state of the other order.
 */

import type { ClauseId } from "../../../../spec/clauses/index.ts";
import {
  cancellationOf,
  LIST_WITH_KEY,
  type OutgoingCall,
  orderPath,
} from "../../../client/calls.ts";
import { type Exchange, isBefore } from "../../../client/exchange.ts";
import { isSuccess, outcomeOf } from "../../../client/outcome.ts";
import { ABSENT_NEEDED } from "../../../safety/policy.ts";
import { MAX_INT32 } from "../../../tables/ids.ts";
import { PARALLEL } from "../../session/limiter.ts";
import type { Act } from "../../session/lists/blame.ts";
import { compare } from "../../session/lists/compare.ts";
import { absolute } from "../../session/orders/provided-orders.ts";
import type { Session } from "../../session/session.ts";
import { wasLimited } from "../answer-findings.ts";
import { ask } from "../ask.ts";
import { expectCancelledOnce } from "./cancellations.ts";

const ID_EXACT = "cancel-id-exact";
const AT_ONCE = { how: " at the same moment as others", connections: "parallel" };

/** A pending order, and the calls that must not have cancelled it. */
export interface TriedOrder extends Act {
  readonly id: bigint;
  readonly blame: ClauseId;
  sent: readonly Exchange[];
}

export async function cancelAtOnce(s: Session, orders: readonly TriedOrder[]): Promise<void> {
  // Orders that nothing has cancelled yet, as far as the answers show.
  const left = orders.filter(({ id, sent }) => !s.orders.of(id).isAsked && !sent.some(isSuccess));
  if (left.length === 0) return;
  const ids = left.map(({ id }) => id);
  const act = { what: "cancellations", blame: "cancel-only-that-order" } as const;
  await compare(s, { ...act, own: ids }, async () => {
    const exchanges = await ask(s, callsAtOnce(s, left), AT_ONCE);
    for (const order of left) {
      const own = exchanges.filter(({ call }) => call.path === orderPath(order.id));
      await judgeAtOnce(s, order, own);
    }
  });
}

/**
 * Cancels the order of the similar ids once, and the other one several times. The list is sent
 * first, and may be read in parts meanwhile.
 */
function callsAtOnce(s: Session, orders: readonly TriedOrder[]): readonly OutgoingCall[] {
  const once = orders.filter(({ blame }) => blame === ID_EXACT).map(({ id }) => cancellationOf(id));
  const others = orders
    .filter(({ blame }) => blame !== ID_EXACT)
    .map(({ id }) => cancellationOf(id));
  if (others.length === 0 || !s.isParallel) return [...once, ...others];
  const shipped = s.orders.provided.shipped.slice(0, 1).map(cancellationOf);
  const times = PARALLEL - 1 - once.length - shipped.length;
  const several = Array.from({ length: times }, () => others).flat();
  return [LIST_WITH_KEY, ...several, ...once, ...shipped];
}

async function judgeAtOnce(
  s: Session,
  { id, blame, sent }: TriedOrder,
  exchanges: readonly Exchange[],
): Promise<void> {
  // A long id that is not found may have been truncated or rounded. If a long id works, it was
  // neither.
  const isLong = blame === ID_EXACT && absolute(id) > MAX_INT32;
  const isTried = sent.length > 0 || isLong;
  if (!(await expectCancelledOnce(s, id, exchanges, isTried ? blame : undefined))) return;
  if (blame !== ID_EXACT) return expectTogether(s, exchanges);
  const why = `No id that could be taken for order ${id} was known to be free. ${ABSENT_NEEDED}`;
  if (isTried) s.report.held(ID_EXACT);
  else s.report.unproven(ID_EXACT, why);
  // A double holds all digits of the other ids.
  const listed = [...(s.lists.at(-1)?.keys ?? [])];
  const isRounded = (one: bigint) => BigInt(Number(one)) !== one;
  if (s.orders.rules.pending.some(isRounded) || !listed.some((key) => typeof key === "bigint"))
    return;
  const needed =
    "Provide a pending order whose id no double holds, such as an odd one above 2^53: rounding shows in such ids only.";
  s.report.unproven(ID_EXACT, needed, "an id that no double holds");
}

/**
 * Holds cancel-once if the cancellations were sent together: a limit may have sent them one by one.
 * A run that does so on purpose proves the clause by the calls that follow.
 */
function expectTogether(s: Session, exchanges: readonly Exchange[]): void {
  const complete = exchanges.filter((one) => outcomeOf(one).kind === "answered");
  const wereTogether = complete.some((one, nth) =>
    complete.slice(nth + 1).some((other) => !isBefore(one, other) && !isBefore(other, one)),
  );
  if (wereTogether || !(s.isParallel || wasLimited(s))) return s.report.held("cancel-once");
  const limited =
    "The cancellations that should have been parallel were sent one by one: the deployment, or --rate, limits them.";
  s.report.unproven("cancel-once", limited);
}
