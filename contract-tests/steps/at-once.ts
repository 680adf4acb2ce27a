/** Two orders are cancelled at the same moment, one of them by several calls: none is hidden, undone or judged by the state of the other. */

import { keyOfId } from "../assertions/order-list.ts";
import { asksToWait, isOpenEnded, isSuccess } from "../client/answer.ts";
import { cancellationOf, LIST_WITH_KEY, orderPath } from "../client/calls.ts";
import { type Exchange, isBefore } from "../client/exchange.ts";
import { ABSENT_NEEDED } from "../safety/policy.ts";
import { compare } from "../session/compare.ts";
import { absolute } from "../session/provided-orders.ts";
import type { Session } from "../session/session.ts";
import { PARALLEL } from "../session/turns.ts";
import { wasLimited } from "./answers.ts";
import { ask, PET_WITHOUT_KEY } from "./ask.ts";
import { expectCancelledOnce, pauseAtRandom, type Tried } from "./cancellations.ts";
import { MAX_INT32 } from "./texts.ts";

const EXACT = "cancel-id-exact";
const TOLD = { how: " at the same moment as others", connections: "parallel" };

/** A pending order, and what was tried on it before that must not have cancelled it. */
export interface TriedOrder extends Required<Tried> {
  readonly id: bigint;
  sent: readonly Exchange[];
}

export async function cancelAtOnce(s: Session, orders: readonly TriedOrder[]): Promise<void> {
  // Orders that nothing has cancelled yet, as far as the answers say.
  const left = orders.filter(({ id, sent }) => !s.asked.has(id) && !sent.some(isSuccess));
  if (left.length === 0) return;
  const ids = left.map(({ id }) => id);
  const act = { what: "cancellations", blame: "cancel-only-that-order" } as const;
  if (s.isThorough && s.isParallel && ids.length > 1) await openConnections(s);
  await pauseAtRandom(s);
  s.snapshot = await s.list();
  await compare(s, { ...act, own: ids }, async () => {
    const exchanges = await ask(s, callsOf(s, ids), TOLD);
    for (const order of left) {
      const own = exchanges.filter(({ call }) => call.path === orderPath(order.id));
      await judge(s, order, own);
    }
  });
  const again = ids.filter((id) => s.cancelled.has(id)).map(cancellationOf);
  await compare(s, act, () => ask(s, again));
}

/** The first order is cancelled once, the other one several times. The first list begins before the cancellations, and may be read in parts. */
function callsOf(s: Session, [first, other]: readonly bigint[]) {
  const once = cancellationOf(first!);
  if (other === undefined) return [once];
  if (!s.isParallel) return [once, cancellationOf(other)];
  const shipped = s.orders.shipped.slice(0, 1).map(cancellationOf);
  const others = Array(PARALLEL - 3 - shipped.length).fill(cancellationOf(other));
  return [LIST_WITH_KEY, ...others, once, LIST_WITH_KEY, ...shipped];
}

async function judge(s: Session, order: TriedOrder, exchanges: readonly Exchange[]): Promise<void> {
  const { id, blame, sent } = order;
  // A long id that is not found may have been cut off or rounded; if it works, it was not.
  const isLong = blame === EXACT && absolute(id) > MAX_INT32;
  const before = sent.length > 0 ? order : isLong ? { blame } : undefined;
  if (!(await expectCancelledOnce(s, id, exchanges, before))) return;
  if (blame !== EXACT) return expectTogether(s, exchanges);
  const why = `No id that could be taken for order ${id} was known to be free. ${ABSENT_NEEDED}`;
  if (before === undefined) s.report.unproven(EXACT, why);
  else s.report.held(EXACT);
  // A double holds the others with all digits.
  const listed = [...(s.lists.at(-1)?.keys ?? [])];
  if (typeof keyOfId(id) === "bigint" || !listed.some((key) => typeof key === "bigint")) return;
  const needed = "Provide a pending order whose id is above 2^53: rounding shows in such ids only.";
  s.report.skipped(EXACT, needed, "an id above 2^53");
}

/** A limit may have sent the cancellations one by one. A run that does so on purpose proves the clause by the calls that follow. */
function expectTogether(s: Session, exchanges: readonly Exchange[]): void {
  const complete = exchanges.filter((one) => !isOpenEnded(one) && !asksToWait(one));
  const wereTogether = complete.some((one, nth) =>
    complete.slice(nth + 1).some((other) => !isBefore(one, other) && !isBefore(other, one)),
  );
  if (wereTogether || !(s.isParallel || wasLimited(s))) return s.report.held("cancel-once");
  const limited =
    "The cancellations that should have been parallel were sent one by one: the deployment, or --rate, limits them.";
  s.report.unproven("cancel-once", limited);
}

/**
 * Opens connections to the service, and those of the service to its database, before an order is cancelled: by calls that cancel
 * nothing. That a connection has sent a call without a key must not matter to the next one.
 */
async function openConnections(s: Session): Promise<void> {
  await ask(s, Array(PARALLEL).fill(PET_WITHOUT_KEY), TOLD);
  await ask(s, Array(PARALLEL).fill(cancellationOf(s.draw())), TOLD);
}
