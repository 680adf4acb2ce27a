/**
 * Cancels the order of the bad keys with the good one: that it still works shows that the bad keys
 * had no effect, not even a late one.
 */

import { cancellationOf, LIST_CALL, LIST_WITH_KEY, orderPath } from "../../../client/calls.ts";
import type { Exchange } from "../../../client/exchange.ts";
import { describeAnswer, isGone, isServed, isSuccess } from "../../../client/outcome.ts";
import { DISPUTABLE_TEXTS, fillId } from "../../../tables/texts.ts";
import { PARALLEL } from "../../session/limiter.ts";
import { compare, untilSettled } from "../../session/lists/compare.ts";
import { notAsked } from "../../session/orders/orders.ts";
import type { Session } from "../../session/session.ts";
import { violateAnswer } from "../answer-findings.ts";
import { ask, phraseOf } from "../ask.ts";
import { tryKeysOnNext } from "../auth/bad-keys.ts";
import { replaceShipped } from "../find-orders.ts";
import { leftovers } from "../leftovers.ts";
import type { Step } from "../step.ts";
import { expectCancelledOnce, pauseAtRandom, wasInterrupted } from "./cancellations.ts";
import { tryTexts } from "./malformed-ids.ts";

/**
 * Cancellations with the good key that we send at the same moment: a service may take two of them
 * for the first.
 */
const TOGETHER = PARALLEL - 1;
const NO_EFFECT = "auth-no-effect";
const MAY_HAVE_TAKEN_EFFECT =
  "An attempt to cancel it got no complete answer and may have taken effect.";
const CANCELLED_BY_BAD_KEY = "A cancellation with a bad key got 2xx.";
const CANCELLED_TO_ASK =
  "The order was cancelled before, to find out whether it is there, or whether the key may cancel.";
const LEFT_BEHIND = "what the response to its cancellation left behind, and without the key";

export const lateEffects: Step = {
  id: "late-effects",
  title: "a refused cancellation does not change the pending order, which can still be cancelled",
  clauses: [
    "auth-no-effect",
    "auth-each-request",
    "auth-first",
    "auth-key-exact",
    "cancel-unauthorized",
    "cancel-pending",
    "cancel-no-content",
    "cancel-once",
    "cancel-only-that-order",
  ],
  async run(s) {
    const { refused: id, shipped, pendingNeeded } = s.orders.provided;
    if (id === undefined) s.report.unproven(NO_EFFECT, pendingNeeded);
    const blame = (changed: bigint) =>
      shipped.includes(changed) ? "cancel-shipped-unchanged" : NO_EFFECT;
    await compare(s, { what: "all calls before", blame }, async () => {
      await untilSettled(s);
      await pauseAtRandom(s);
    });
    if (id === undefined) return;
    const by = s.orders.of(id).cancelledBy?.call.credential;
    if (by !== undefined)
      return s.report.unproven(NO_EFFECT, by === "good" ? CANCELLED_TO_ASK : CANCELLED_BY_BAD_KEY);

    await cancelOrReplace(s, id);
  },
};

/**
 * Cancels the order. A listed order that has shipped shows nothing, so we try the bad keys on the
 * order that takes its place.
 */
async function cancelOrReplace(s: Session, id: bigint): Promise<void> {
  const before = s.baseline.list;
  let cancelled: Exchange | undefined;
  const act = { what: "cancellations", blame: "cancel-only-that-order", own: [id] } as const;
  await compare(s, act, async () => {
    cancelled = await cancelOnce(s, id);
  });
  if (cancelled !== undefined) return expectKeyForCancelled(s, id, cancelled);
  if (s.orders.of(id).uncertainAnswer !== undefined) return tryAnother(s, id);
  if (!(await replaceShipped(s, id, before, NO_EFFECT))) return;
  await tryKeysOnNext(s, s.orders.provided.refused!);
  await cancelOrReplace(s, s.orders.provided.refused!);
}

/**
 * The order may not have been pending. If another one is left and the same happens to it, the bad
 * keys have changed both.
 */
async function tryAnother(s: Session, id: bigint): Promise<void> {
  const other = notAsked(s.orders)[0];
  if (other === undefined) return;
  await tryKeysOnNext(s, other);
  const first = s.exchanges.findLast(({ call }) => call.path === orderPath(id))!;
  const second = await s.send(cancellationOf(other));
  if (!isGone(second) || wasInterrupted(s, other)) return;
  const why = `After refused cancellations, cancelling the pending orders ${id} and ${other} gets ${describeAnswer(second)}.`;
  const detail = { expected: "204", received: describeAnswer(second) };
  s.report.violated([NO_EFFECT, "cancel-pending"], why, [first, second], detail);
}

/** Returns the response that has cancelled the order, if exactly one has. */
async function cancelOnce(s: Session, id: bigint): Promise<Exchange | undefined> {
  const { report } = s;
  // It is disputable whether these texts are the order's id.
  const byTexts = await tryTexts(s, DISPUTABLE_TEXTS, (text) => fillId(text, id));
  const byText = byTexts.find(isSuccess);
  // A list may be wrong only while an order is being cancelled.
  const lists = s.isParallel ? [LIST_WITH_KEY] : [];
  const calls = Array(s.isParallel ? TOGETHER : 1).fill(cancellationOf(id));
  const asked = await ask(s, [...lists, ...calls], { connections: "parallel" });
  const exchanges = asked.slice(lists.length);

  // An accepted text has cancelled the order only if the order is gone by now: an app may answer
  // any address with a page.
  if (byText !== undefined && exchanges.every(isGone)) {
    report.held(NO_EFFECT);
    s.orders.record(id, { cancelledBy: byText });
    return byText;
  }
  if (exchanges.every(isGone) && wasInterrupted(s, id))
    return void report.unproven(NO_EFFECT, MAY_HAVE_TAKEN_EFFECT);
  if (!(await expectCancelledOnce(s, id, exchanges, NO_EFFECT))) return undefined;
  report.held(NO_EFFECT);
  return exchanges.find(isSuccess);
}

/**
 * The order is cancelled now: a service must not show the 404 or 409 of the good key to a call
 * without a key.
 */
async function expectKeyForCancelled(s: Session, id: bigint, cancelled: Exchange): Promise<void> {
  const call = cancellationOf(id);
  if (!s.wants("auth-first", "auth-each-request", "cancel-unauthorized")) return;
  // If calls are sent together, this connection has already carried several with the good key.
  const connection = s.isParallel ? { connection: "parallel 1" } : {};
  await ask(s, [{ ...call, ...connection, credential: "none" }]);

  for (const leftover of leftovers([cancelled]))
    for (const target of [call, LIST_CALL]) {
      const exchange = await s.send({ ...target, ...leftover });
      const situation = `${phraseOf(s, target)} with ${LEFT_BEHIND}`;
      if (isServed(exchange)) violateAnswer(s, "auth-each-request", [exchange], situation, "401");
    }
}
