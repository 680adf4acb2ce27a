/** Cancelling an order, and what must follow from it (sections Cancel an order, States and transitions). */
import type { ClauseId } from "../../spec/clauses/index.ts";
import { OPERATIONS, type Situation } from "../../spec/interface/operations.ts";
import {
  asksToWait,
  cancellationOf,
  type Exchange,
  GET_PET,
  isOpenEnded,
  LIST_WITH_KEY,
  type OutgoingCall,
  orderText,
} from "../client/exchange.ts";
import { ordersMeant } from "../session/meant-orders.ts";
import type { Session } from "../session/session.ts";
import {
  describeAnswer,
  expectStatus,
  isForbidden,
  isGone,
  observeStatus,
  statusOf,
  violateAnswer,
} from "./answers.ts";
import { expectRefused } from "./refusals.ts";

const { situations } = OPERATIONS.cancelOrder;

const SENTENCES = {
  "order-unknown": (id: bigint | string) => `Cancelling with the unknown id ${id}`,
  "order-shipped": (id: bigint | string) => `Cancelling shipped order ${id}`,
  "order-cancelled": (id: bigint | string) => `Cancelling order ${id} again`,
} as const;

/** What an order is; its id; the end of a phrase, such as " once more"; and a clause instead of that of the situation. */
type Asked = readonly [
  situation: keyof typeof SENTENCES,
  id: bigint | string,
  how?: string,
  clause?: ClauseId,
];

/** Judges a cancellation with the key by what the order is, and observes what is open in its answer. */
export function expectAnswer(
  { report }: Pick<Session, "report">,
  exchange: Exchange,
  ...[situation, id, how = "", clause]: Asked
): boolean {
  // An id that is an int64 and not an order: a ruling makes it advice for negative ids and 0 (spec/rulings.md).
  if (statusOf(exchange) === 400 && situation !== "order-shipped" && BigInt(id) <= 0n) {
    const why = `Cancelling with the unknown id ${id} gets 400; the contract specifies 404.`;
    report.advise("negative-id", why, [exchange]);
    return true;
  }
  const answer: Required<Pick<Situation, "clause" | "statuses">> & Situation =
    situations[situation];
  const judged = { ...answer, clause: clause ?? answer.clause };
  if (!expectStatus({ report }, exchange, judged, `${SENTENCES[situation](id)}${how}`))
    return false;
  if (situation === "order-cancelled") observeStatus({ report }, exchange, answer);
  return true;
}

/** A call, and what judges the response to it. */
export interface Question {
  readonly call: OutgoingCall;
  readonly judge: (session: Session, exchange: Exchange) => unknown;
}

/** A cancellation with the key, which is judged so: again, of an order that had got 204 before, it must get 404 or 409. */
export function cancelling(...asked: Asked): Question {
  const judge: Question["judge"] = (s, exchange) => expectAnswer(s, exchange, ...asked);
  return { call: cancellationOf(asked[1]), judge };
}

/** A call with a bad credential, which must be refused. */
export function unauthorized(call: OutgoingCall, phrase: string): Question {
  return { call, judge: (s, exchange) => expectRefused(s, phrase, exchange) };
}

export const LISTS: Question = {
  call: LIST_WITH_KEY,
  judge: (s, exchange) => s.read(exchange),
};
export const PET_WITHOUT_KEY = unauthorized(
  { ...GET_PET, credential: "none" },
  "The pets operation",
);

/** Sends calls that have no effect on each other, and judges those that the rule of safety lets go. */
export async function ask(s: Session, questions: readonly Question[]): Promise<Exchange[]> {
  return judgeAll(s, questions, await s.all(questions.map(({ call }) => call)));
}

/** The same at one moment, each on a connection of its own. */
export async function askTogether(
  s: Session,
  questions: readonly Question[],
  connections?: string,
): Promise<Exchange[]> {
  const calls = questions.map(({ call }) => call);
  return judgeAll(s, questions, await s.together(calls, connections));
}

async function judgeAll(
  s: Session,
  questions: readonly Question[],
  exchanges: Exchange[],
): Promise<Exchange[]> {
  for (const [nth, exchange] of exchanges.entries())
    if (!isForbidden(exchange)) await questions[nth]!.judge(s, exchange);
  return exchanges;
}

/** What a pending order proves when it is cancelled. */
export interface Tried {
  /** What was tried on it before: "refused cancellations". */
  readonly what?: string;
  /** The clause that is violated, too, when it can no longer be cancelled. */
  readonly clause: ClauseId;
}

/**
 * Judges the cancellations of one provided pending order, which were sent alone or at the same moment: exactly one gets 204. True when it is
 * cancelled now, and once.
 */
export async function expectCancelledOnce(
  s: Session,
  id: bigint,
  exchanges: readonly Exchange[],
  tried?: Tried,
): Promise<boolean> {
  const sent = exchanges.filter((one) => !isForbidden(one));
  const successes = sent.filter((one) => statusOf(one) === 204);
  if (successes.length === 0) {
    if (sent.length > 0) await explainNoSuccess(s, id, sent, tried);
    return false;
  }

  s.report.held("cancel-pending");
  if (successes.length > 1) {
    const why = `Of ${sent.length} parallel cancellations of order ${id}, ${successes.length} get 204.`;
    const detail = { expected: "204 once", received: `204 ${successes.length} times` };
    s.report.violated("cancel-once", why, successes.slice(0, 2), detail);
  }
  for (const one of sent)
    if (statusOf(one) !== 204 && !isGone(one) && !asksToWait(one) && !isOpenEnded(one)) {
      const situation = `One of ${sent.length} parallel cancellations of order ${id}`;
      violateAnswer(s, "cancel-once", [one], situation, "204 once, 404 or 409 otherwise");
    }
  return successes.length === 1;
}

/** None of the cancellations of a pending order got 204. */
async function explainNoSuccess(
  s: Session,
  id: bigint,
  sent: readonly Exchange[],
  tried: Tried | undefined,
): Promise<void> {
  const first = sent[0]!;
  const status = statusOf(first) ?? 0;
  const clause = tried?.clause ?? "cancel-pending";
  if (status === 409 && s.config.guessed?.includes(id)) {
    const shipped = `Order ${id} of the list, which nobody provided, is shipped: cancelling it gets 409.`;
    return s.report.unproven(clause, `${shipped} Provide a pending order: --pending ID.`);
  }
  if (sent.some(isGone) && wasInterrupted(s, id)) return explainInterrupted(s, sent, clause);

  const situation = `Cancelling order ${id}, provided as pending,`;
  if (!isGone(first) && (status < 500 || isOpenEnded(first)))
    return void expectStatus(s, first, situations.cancelled, situation);
  // Only a pending order can be cancelled: where it can be now, nothing before has changed it.
  const again = await s.send(cancellationOf(id));
  if (!isGone(first)) {
    const why = `Cancelling order ${id} gets ${status}, but the order is no longer pending.`;
    if (isGone(again) && again.repeats === undefined)
      s.report.violated("cancel-pending", why, [first, again]);
    return void expectStatus(s, first, situations.cancelled, situation);
  }
  if (statusOf(again) === 204) {
    const repeated = `Cancelling pending order ${id} gets 204 when it is repeated; the first time it`;
    return violateAnswer(s, "cancel-pending", [first], repeated, "204");
  }
  if (tried === undefined || s.wasChanged(id))
    return violateAnswer(s, "cancel-pending", [first], situation, "204");
  const after =
    tried.what === undefined ? situation : `After ${tried.what}, cancelling pending order ${id}`;
  violateAnswer(s, [clause, "cancel-pending"], [first], after, "204");
}

/** An attempt may have taken effect: a 404 or 409 afterwards proves nothing. Of all such attempts of a run, one at least must get 204. */
function explainInterrupted(s: Session, sent: readonly Exchange[], clause: ClauseId): void {
  const why =
    "The first attempt to cancel the order got no complete answer and may have taken effect: when it was repeated, the order was no longer pending.";
  s.report.unproven(["cancel-pending", clause], why);
  const interrupted = s.config.pending.filter((id) =>
    s.exchanges.some((one) => isOpenEnded(one) && orderText(one.call) === String(id)),
  );
  const repeated = sent.find((one) => one.repeats !== undefined);
  if (interrupted.length < 2 || s.cancelled.size > 0 || repeated === undefined) return;
  const received = describeAnswer(repeated.repeats!);
  const never = `Cancelling pending orders never gets 204: each first attempt gets ${received}.`;
  const detail = { expected: "204", received };
  s.report.violated("cancel-pending", never, [repeated.repeats!, repeated], detail);
}

/** Whether a call that may mean the order got no complete answer of the service, or was asked by a 503 to wait: it may have cancelled it. */
export function wasInterrupted({ exchanges }: Session, id: bigint): boolean {
  return exchanges.some(
    (one) =>
      one.call.credential === "good" && isOpenEnded(one) && ordersMeant(one.call, [id]).length > 0,
  );
}
