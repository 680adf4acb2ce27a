/** Cancelling an order, and what must follow from it (sections Cancel an order, States and transitions). */
import type { ClauseId } from "../../../spec/clauses/index.ts";
import { OPERATIONS } from "../../../spec/interface/operations.ts";
import { isListed } from "../../assertions/order-list.ts";
import { cancellationOf, type Exchange } from "../../client/exchange.ts";
import { blame, isFor } from "../../ledger/attempts.ts";
import { isBefore, isOpenEnded, mayPrecede } from "../../ledger/moments.ts";
import {
  describeAnswer,
  expectStatus,
  isGone,
  observeStatus,
  statusOf,
  violateAnswer,
} from "../answer-status.ts";
import type { CheckContext } from "../check.ts";
import type { JudgedCall } from "../send-together.ts";

/** Sends a cancellation with the good key. */
export function cancel(
  { send }: Pick<CheckContext, "send">,
  id: bigint | string,
): Promise<Exchange> {
  return send(cancellationOf(id));
}

const SITUATIONS = {
  "order-unknown": (id: bigint | string) => `Cancelling with the unknown id ${id}`,
  "order-shipped": (id: bigint | string) => `Cancelling shipped order ${id}`,
  "order-cancelled": (id: bigint | string) => `Cancelling order ${id} again`,
} as const;

/** What an order is; its id; the end of a phrase, such as " once more"; and a clause instead of that of the situation. */
type Asked = readonly [
  situation: keyof typeof SITUATIONS,
  id: bigint | string,
  how?: string,
  clause?: ClauseId,
];

/** Judges a cancellation with the key by what the order is, and observes what is open in its answer. */
export function expectAnswer(
  context: Pick<CheckContext, "report">,
  exchange: Exchange,
  ...[situation, id, how = "", clause]: Asked
): boolean {
  // An id that is an int64 and not an order: a ruling makes it advice for negative ids and 0 (spec/rulings.md).
  if (statusOf(exchange) === 400 && situation !== "order-shipped" && BigInt(id) <= 0n) {
    const why = `Cancelling with the unknown id ${id} gets 400; the contract specifies 404.`;
    context.report.advise("negative-id", why, [exchange]);
    return true;
  }
  const answer = OPERATIONS.cancelOrder.situations[situation];
  const judged = { ...answer, clause: clause ?? answer.clause };
  if (!expectStatus(context, exchange, judged, `${SITUATIONS[situation](id)}${how}`)) return false;
  if (situation === "order-cancelled")
    observeStatus(context, exchange, OPERATIONS.cancelOrder.situations[situation]);
  return true;
}

/** A cancellation with the key, which is judged so: again, of an order that had got 204 before, it must get 404 or 409. */
export function answered(...asked: Asked): JudgedCall {
  return {
    call: cancellationOf(asked[1]),
    judge: (context, exchange) => expectAnswer(context, exchange, ...asked),
  };
}

/** Whether one of some calls, or its first attempt, got no complete answer of the service: it may have taken effect. */
export function mayHaveTakenEffect(...exchanges: readonly Exchange[]): boolean {
  return exchanges.some((one) => one.repeats !== undefined || isOpenEnded(one));
}

/**
 * Whether an earlier cancellation of the order got no complete answer of the service, or was asked by a 503 to wait: it may have taken
 * effect.
 */
export function wasInterrupted(
  { ledger }: Pick<CheckContext, "ledger">,
  exchange: Exchange,
  id: bigint,
): boolean {
  return ledger
    .cancellationsOf(id)
    .some((earlier) => isOpenEnded(earlier) && isBefore(earlier, exchange));
}

/**
 * Whether the cancellation of a provided pending order got 204. A 404 or 409 proves nothing where an earlier attempt may have taken effect,
 * and is the fault of what was tried before where that must not have changed the order. `proves`: the clause for which the check needs it.
 */
export async function expectCancelled(
  context: CheckContext,
  exchange: Exchange,
  id: bigint,
  proves: ClauseId = "cancel-pending",
): Promise<boolean> {
  const { config, report } = context;
  const status = statusOf(exchange);
  const pending = OPERATIONS.cancelOrder.situations.cancelled;
  if (status === 409 && config.guessed?.includes(id)) {
    const shipped = `Order ${id} of the list, which nobody provided, is shipped: cancelling it gets 409.`;
    report.unproven(proves, `${shipped} Provide a pending order: --pending ID.`);
    return false;
  }
  if (isGone(exchange) && wasInterrupted(context, exchange, id)) {
    if (exchange.repeats !== undefined) expectSometimesCancelled(context, exchange);
    const attempt =
      "The first attempt to cancel the order got no complete answer and may have taken effect";
    report.unproven(
      pending.clause,
      `${attempt}: when it was repeated, the order was no longer pending.`,
    );
    return false;
  }
  if (isGone(exchange)) {
    // Only a pending order can be cancelled: then nothing before has changed it.
    const again = await cancel(context, id);
    const situation = `Cancelling pending order ${id} gets 204 when it is repeated; the first time it`;
    if (statusOf(again) === 204) return expectStatus(context, exchange, pending, situation);
    if (!blameEarlierAttempts(context, exchange, id)) return false;
  }
  if (status !== undefined && status >= 500 && !isOpenEnded(exchange)) {
    const again = await cancel(context, id);
    const why = `Cancelling order ${id} gets ${status}, but the order is no longer pending.`;
    if (isGone(again) && again.repeats === undefined)
      report.violated("cancel-pending", why, [exchange, again]);
  }
  return expectStatus(context, exchange, pending, `Cancelling order ${id}, provided as pending,`);
}

/** Of all cancellations that were repeated, one at least must get 204, or be the only one. */
function expectSometimesCancelled({ ledger, report }: CheckContext, exchange: Exchange): void {
  const repeated = ledger.rules.pending.filter((id) =>
    ledger.cancellationsOf(id).some(isOpenEnded),
  );
  if (repeated.length < 2 || ledger.gone().length > 0) return;
  const received = describeAnswer(exchange.repeats!);
  const why = `Cancelling pending orders never gets 204: each first attempt gets ${received}.`;
  report.violated("cancel-pending", why, [exchange.repeats!, exchange], {
    expected: "204",
    received,
  });
}

/**
 * Blames the calls that may have cancelled the order before this one, and must not have. True where there were none: then it is this call's
 * own fault.
 */
function blameEarlierAttempts(
  { ledger, report }: CheckContext,
  refused: Exchange,
  id: bigint,
): boolean {
  // What was missing from a list had been cancelled before.
  const without = ledger.lists.find((list) => list.withoutId === 0 && !isListed(list, id));
  const earlier = ledger
    .attemptsOn(id)
    .filter(
      (entry) =>
        isBefore(entry, refused) && (without === undefined || mayPrecede(entry, without.exchange)),
    )
    .filter(({ attempt }) => attempt.kind !== "cancellation" || !isFor(attempt, id));
  if (earlier.length === 0) return true;
  if (earlier.some(({ exchange }) => exchange !== undefined && isOpenEnded(exchange))) {
    const why = "A call that may mean the order got no complete answer and may have cancelled it.";
    report.unproven("cancel-pending", why);
    return false;
  }
  const { clauses, words } = blame(earlier, id);
  const exchanges = [earlier.at(-1)!.exchange!, refused] as const;
  const situation = `After ${words}, cancelling pending order ${id}`;
  violateAnswer({ report }, clauses[0] ?? "cancel-pending", exchanges, situation, "204");
  return false;
}

/** Whether at most one of the cancellations of an order got 204. */
export function expectOneSuccess(
  { report }: CheckContext,
  id: bigint,
  exchanges: readonly Exchange[],
): boolean {
  const successes = exchanges.filter((exchange) => statusOf(exchange) === 204);
  if (successes.length < 2) return true;
  const why = `Of ${exchanges.length} parallel cancellations of order ${id}, ${successes.length} get 204.`;
  const detail = { expected: "204 once", received: `204 ${successes.length} times` };
  report.violated("cancel-once", why, successes.slice(0, 2), detail);
  return false;
}
