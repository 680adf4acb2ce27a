/** Two orders are cancelled at the same moment, one of them by several calls: none is hidden, undone or judged by the state of the other. */
import {
  asksToWait,
  cancellationOf,
  type Exchange,
  isBefore,
  isOpenEnded,
  orderText,
} from "../client/exchange.ts";
import { requestAbsent } from "../safety/policy.ts";
import { COMPARED } from "../session/blame.ts";
import { ordersMeant } from "../session/meant-orders.ts";
import { absolute } from "../session/provided-orders.ts";
import type { Session } from "../session/session.ts";
import { PARALLEL } from "../session/turns.ts";
import { isSuccess, wasLimited } from "./answers.ts";
import {
  ask,
  askTogether,
  cancelling,
  expectCancelledOnce,
  LISTS,
  PET_WITHOUT_KEY,
  type Question,
  type Tried,
} from "./cancellations.ts";
import type { Step } from "./step.ts";
import { MAX_INT32, similarIds } from "./texts.ts";

const EXACT = "cancel-id-exact";
/** What exact-ids has tried on the first order, and on the other one. */
const IDS_TRIED = { what: "cancellations with other ids", clause: EXACT } as const;
const TEXTS_TRIED = {
  what: "cancellations with texts that are not an id",
  clause: "cancel-malformed-refused",
} as const;

export const atOnce: Step = {
  id: "at-once",
  title: "of several cancellations of an order at the same moment, exactly one succeeds",
  clauses: [
    "cancel-once",
    "cancel-pending",
    "cancel-malformed-refused",
    "cancel-unknown-not-found",
    "cancel-shipped-conflict",
    "pets-unauthorized",
    ...COMPARED,
  ],
  async run(s) {
    const { exact, parallel, pendingNeeded } = s.orders;
    if (parallel === undefined) s.report.withheld("cancel-once", pendingNeeded);
    const provided = [exact, parallel].flatMap((id) => id ?? []);
    const orders = provided.filter((id) => isLeft(s, id));
    if (orders.length === 0) return;

    const act = { what: "cancellations", blame: "cancel-only-that-order" } as const;
    await s.compare({ ...act, own: orders }, async () => {
      if (s.isParallel && orders.length > 1) await openConnections(s);
      const exchanges = await askTogether(s, callsOf(s, orders));
      for (const id of orders) await judge(s, id, exchanges);
    });

    const gone = orders.filter((id) => s.cancelled.has(id));
    await s.compare(act, () =>
      ask(
        s,
        gone.map((id) => cancelling("order-cancelled", id)),
      ),
    );
  },
};

/** The calls that may mean an order, and have neither its exact id nor that of another one. */
function probesOf({ exchanges, provided }: Session, id: bigint): readonly Exchange[] {
  const exact = new Set(provided.map(String));
  return exchanges.filter(
    ({ call }) => !exact.has(orderText(call) ?? "") && ordersMeant(call, [id]).length > 0,
  );
}

/** Whether nothing has cancelled the order yet, as far as the answers say. */
function isLeft(s: Session, id: bigint): boolean {
  return !s.asked.has(id) && !probesOf(s, id).some(isSuccess);
}

/** The first order is cancelled once, the other one several times. The first list begins before the cancellations, and may be read in parts. */
function callsOf(s: Session, [first, other]: readonly bigint[]): readonly Question[] {
  const cancellation = (id: bigint) => ({ call: cancellationOf(id), judge() {} });
  if (other === undefined) return [cancellation(first!)];
  if (!s.isParallel) return [cancellation(first!), cancellation(other)];
  const how = " at the same moment as pending ones";
  const shipped = s.orders.shipped.slice(0, 1).map((id) => cancelling("order-shipped", id, how));
  const others = Array.from({ length: PARALLEL - 3 - shipped.length }, () => cancellation(other));
  return [LISTS, ...others, cancellation(first!), LISTS, ...shipped];
}

/** Judges the cancellations of one order, of all that were sent at the same moment. */
async function judge(s: Session, id: bigint, all: readonly Exchange[]): Promise<void> {
  const exchanges = all.filter(({ call }) => orderText(call) === String(id));
  const isExact = id === s.orders.exact;
  const isTried = probesOf(s, id).length > 0;
  // A long id that is not found may have been cut off or rounded; if it works, it was not.
  const isLong = absolute(id) > MAX_INT32;
  const ofIds: Tried | undefined = isTried ? IDS_TRIED : isLong ? { clause: EXACT } : undefined;
  const tried = isExact ? ofIds : isTried ? TEXTS_TRIED : undefined;
  if (!(await expectCancelledOnce(s, id, exchanges, tried))) return;

  if (isExact && ofIds !== undefined) s.report.held(EXACT);
  else if (isExact) {
    const why = `No id that could be taken for order ${id} was known to be free. ${requestAbsent(similarIds(id).slice(0, 1))}`;
    s.report.unproven(EXACT, why);
  } else expectTogether(s, exchanges);
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
  await askTogether(s, Array<Question>(PARALLEL).fill(PET_WITHOUT_KEY));
  const how = " at the same moment as others";
  const unknown = cancelling("order-unknown", s.draw(), how);
  const [shipped = unknown] = s.orders.shipped.map((id) => cancelling("order-shipped", id, how));
  const questions = Array.from({ length: PARALLEL }, (_, nth) => [unknown, shipped][nth % 2]!);
  await askTogether(s, questions);
}
