/**
 * Judges the cancellation of an order, and what must follow from it (sections Cancel an order,
 * States and transitions).
 */
import type { ClauseId } from "../../../../spec/clauses/index.ts";
import { OPERATIONS } from "../../../../spec/interface/operations.ts";
import { cancellationOf, orderText } from "../../../client/calls.ts";
import type { Exchange } from "../../../client/exchange.ts";
import { describeAnswer, isGone, outcomeOf, statusOf } from "../../../client/outcome.ts";
import { ordersMeant } from "../../session/orders/meant-orders.ts";
import { cancelledOrders } from "../../session/orders/orders.ts";
import type { Session } from "../../session/session.ts";
import { expectStatus, violateAnswer } from "../answer-findings.ts";

const { situations } = OPERATIONS.cancelOrder;

const MAX_RANDOM_PAUSE_MS = 400;

/**
 * Pauses at random, for at most MAX_RANDOM_PAUSE_MS, before a cancellation, so that what recurs by
 * itself does not coincide with each cancellation. Callers list right after it, so that little else
 * happens in between.
 */
export function pauseAtRandom({ budget, clock, config }: Session): Promise<void> {
  return clock.sleep((config.seed * 7_919 + budget.sent * 104_729) % MAX_RANDOM_PAUSE_MS);
}

/**
 * Judges the cancellations of one provided pending order, which were sent alone or at the same
 * moment: exactly one gets 204. Returns true if the order is now cancelled, and only once.
 * `clause`: what earlier calls on the order violate if it can no longer be cancelled.
 */
export async function expectCancelledOnce(
  s: Session,
  id: bigint,
  sent: readonly Exchange[],
  clause: ClauseId = "cancel-pending",
): Promise<boolean> {
  const successes = sent.filter((one) => statusOf(one) === 204);
  if (successes.length === 0) {
    await explainNoSuccess(s, id, sent, clause);
    return false;
  }

  s.report.held("cancel-pending");
  const [, second] = successes;
  if (second !== undefined) {
    const why = `Of ${sent.length} parallel cancellations of order ${id}, ${successes.length} get 204.`;
    const received = `204 ${successes.length} times`;
    const detail = { expected: "204 once", received, atOnce: sent };
    s.report.violated("cancel-once", why, [second], detail);
  }
  for (const one of sent)
    if (outcomeOf(one).kind === "answered" && statusOf(one) !== 204 && !isGone(one)) {
      const situation = `One of ${sent.length} parallel cancellations of order ${id}`;
      const expected = "204 once, 404 or 409 otherwise";
      violateAnswer(s, "cancel-once", [one], situation, expected, sent);
    }
  return successes.length === 1;
}

/** Explains why none of the cancellations of a pending order got 204. */
async function explainNoSuccess(
  s: Session,
  id: bigint,
  sent: readonly Exchange[],
  clause: ClauseId,
): Promise<void> {
  const first = sent[0]!;
  // Nobody said that the order is pending: the step looks for another one.
  if (statusOf(first) === 409 && s.orders.rules.guessed?.includes(id)) return;
  if (sent.some(isGone) && wasInterrupted(s, id)) return explainInterrupted(s, sent, clause);

  const situation = `Cancelling order ${id}, provided as pending,`;
  if (![404, 409].includes(statusOf(first) ?? 0))
    return void expectStatus(s, first, situations.cancelled, situation);

  // Only a pending order can be cancelled: if that works now, no earlier call has changed the
  // order.
  const again = await s.send(cancellationOf(id));
  if (statusOf(again) === 204) {
    const repeated = `Cancelling pending order ${id} gets 204 when it is repeated; the first time it`;
    return violateAnswer(s, "cancel-pending", [first], repeated, "204");
  }
  const { violates } = s.orders.of(id);
  if (violates !== undefined)
    return violateAnswer(s, [...violates, "cancel-pending"], [first], situation, "204");
  s.orders.record(id, { uncertainAnswer: { exchange: first, clause } });
}

/**
 * An attempt without a complete answer may have taken effect, so a 404 or 409 after it proves
 * nothing. But of all such attempts of a run, at least one must get 204.
 */
function explainInterrupted(s: Session, sent: readonly Exchange[], clause: ClauseId): void {
  const why =
    "The first attempt to cancel the order got no complete answer and may have taken effect: when it was repeated, the order was no longer pending.";
  s.report.unproven(["cancel-pending", clause], why);
  const interrupted = s.orders.rules.pending.filter((id) =>
    s.exchanges.some((one) => outcomeOf(one).mayActLater && orderText(one.call) === String(id)),
  );
  const repeated = sent.find((one) => one.repeats !== undefined);
  if (interrupted.length < 2 || cancelledOrders(s.orders).length > 0 || repeated === undefined)
    return;
  const received = describeAnswer(repeated.repeats!);
  const never = `Cancelling pending orders never gets 204: each first attempt gets ${received}.`;
  const detail = { expected: "204", received };
  s.report.violated("cancel-pending", never, [repeated.repeats!, repeated], detail);
}

/**
 * True if a call that may mean the order, and may have cancelled it, got no complete answer from
 * the service, or a 503 that asks to wait.
 */
export function wasInterrupted({ exchanges }: Session, id: bigint): boolean {
  return exchanges.some(
    (one) =>
      one.call.credential === "good" &&
      outcomeOf(one).mayActLater &&
      ordersMeant(one.call, [id]).length > 0,
  );
}
