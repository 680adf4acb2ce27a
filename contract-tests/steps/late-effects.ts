/** The order of the bad keys can still be cancelled with the good one, so that they had no effect; not even later. */
import { describeAnswer, isGone, isServed, isSuccess } from "../client/answer.ts";
import { cancellationOf, LIST_CALL, LIST_WITH_KEY, orderPath } from "../client/calls.ts";
import type { Exchange } from "../client/exchange.ts";
import { compare } from "../session/compare.ts";
import type { Session } from "../session/session.ts";
import { violateAnswer } from "./answers.ts";
import { ask, phraseOf } from "./ask.ts";
import { ACT, tryKeys } from "./bad-keys.ts";
import { expectCancelledOnce, pauseAtRandom, wasInterrupted } from "./cancellations.ts";
import { ORDER_KEYS } from "./keys.ts";
import { leftovers } from "./leftovers.ts";
import { tryTexts } from "./malformed-ids.ts";
import type { Step } from "./step.ts";
import { DISPUTABLE_TEXTS, fillId } from "./texts.ts";

/** Cancellations with the good key that are sent at the same moment: a service may take two for the first. */
const TOGETHER = 4;
const CLAUSE = "auth-no-effect";
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
    const { refused: id, shipped, pendingNeeded } = s.orders;
    if (id === undefined) s.report.skipped(CLAUSE, pendingNeeded);
    const blame = (changed: bigint) =>
      shipped.includes(changed) ? "cancel-shipped-unchanged" : CLAUSE;
    await compare(s, { what: "all calls before", blame }, async () => {
      await s.settle();
      await pauseAtRandom(s);
    });
    if (id === undefined) return;
    if (s.cancelled.has(id))
      return s.report.unproven(CLAUSE, "A cancellation with a bad key got 2xx.");

    let cancelled: Exchange | undefined;
    const act = { what: "cancellations", blame: "cancel-only-that-order", own: [id] } as const;
    await compare(s, act, async () => {
      cancelled = await cancel(s, id);
    });
    if (cancelled !== undefined) await expectKeyForCancelled(s, id, cancelled);
    else if (s.doubts.some((doubt) => doubt.id === id)) await tryAnother(s, id);
  },
};

/** It may not have been pending. Where another order is left, the same again shows that the bad keys have changed both. */
async function tryAnother(s: Session, id: bigint): Promise<void> {
  const other = s.config.pending.find((one) => !s.asked.has(one));
  if (other === undefined) return;
  const call = { method: "DELETE", path: orderPath(other) };
  await compare(s, ACT, () => tryKeys(s, call, s.some(ORDER_KEYS, 16)));
  const first = s.exchanges.findLast(({ call }) => call.path === orderPath(id))!;
  const second = await s.send(cancellationOf(other));
  if (!isGone(second) || wasInterrupted(s, other)) return;
  const why = `After refused cancellations, cancelling the pending orders ${id} and ${other} gets ${describeAnswer(second)}.`;
  const detail = { expected: "204", received: describeAnswer(second) };
  s.report.violated([CLAUSE, "cancel-pending"], why, [first, second], detail);
}

/** The response that has cancelled the order, if only one has. */
async function cancel(s: Session, id: bigint): Promise<Exchange | undefined> {
  const { report } = s;
  // Whether these texts are its id is disputable.
  const texts = s.some(DISPUTABLE_TEXTS, 3).map((text) => fillId(text, id));
  const byText = (await tryTexts(s, texts, "advice")).find(isSuccess);
  // A list may be wrong only while an order is cancelled.
  const lists = s.isParallel ? [LIST_WITH_KEY] : [];
  const calls = Array(s.isParallel ? TOGETHER : 1).fill(cancellationOf(id));
  const connections = "parallel";
  const exchanges = (await ask(s, [...lists, ...calls], { connections })).slice(lists.length);

  // A text that was accepted has cancelled the order only if that is gone by now: an app may answer any address with a page.
  if (byText !== undefined && exchanges.every(isGone)) {
    report.held(CLAUSE);
    s.cancelled.set(id, byText);
    return byText;
  }
  if (exchanges.every(isGone) && wasInterrupted(s, id)) {
    const why = "An attempt to cancel it got no complete answer and may have taken effect.";
    report.unproven(CLAUSE, why);
    return undefined;
  }
  const tried = { what: "refused cancellations", blame: CLAUSE } as const;
  if (!(await expectCancelledOnce(s, id, exchanges, tried))) return undefined;
  report.held(CLAUSE);
  return exchanges.find(isSuccess);
}

/** The order is cancelled now: the 404 or 409 of the good key must not be shown to a call without a key. */
async function expectKeyForCancelled(s: Session, id: bigint, cancelled: Exchange): Promise<void> {
  const call = cancellationOf(id);
  // Where calls are sent together, this connection has sent several with the good key by now.
  const connection = s.isParallel ? { connection: "parallel 1" } : {};
  await ask(s, [{ ...call, ...connection, credential: "none" }]);

  for (const leftover of leftovers([cancelled]))
    for (const target of [call, LIST_CALL]) {
      const exchange = await s.send({ ...target, ...leftover });
      const situation = `${phraseOf(s, target)} with ${LEFT_BEHIND}`;
      if (isServed(exchange)) violateAnswer(s, "auth-each-request", [exchange], situation, "401");
    }
}
