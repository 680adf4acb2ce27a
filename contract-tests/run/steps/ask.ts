/**
 * Sends plain calls, and judges each answer by what the contract says about the call, and about its
 * order in the state that the run knows.
 */
import type { ClauseId } from "../../../spec/clauses/index.ts";
import { match } from "../../../spec/interface/match.ts";
import { GET_PET, type OutgoingCall, orderText } from "../../client/calls.ts";
import type { Exchange } from "../../client/exchange.ts";
import {
  describeAnswer,
  isGone,
  isJson,
  isSuccess,
  outcomeOf,
  statusOf,
} from "../../client/outcome.ts";
import { readList } from "../session/lists/read-list.ts";
import { expectNotReset } from "../session/orders/store-reset.ts";
import type { Session } from "../session/session.ts";
import { expectStatus, observeStatus } from "./answer-findings.ts";
import { expectRefused } from "./auth/refusals.ts";

export const PET_WITHOUT_KEY = { ...GET_PET, credential: "none" } as const;

/** The words for the order of a call, by the situation of the operation. */
const ORDER_WORDS = {
  "order-pending": "pending order",
  "order-unknown": "unknown order",
  "order-shipped": "shipped order",
  "order-cancelled": "cancelled order",
} as const;
type Kind = keyof typeof ORDER_WORDS;

export interface AskOptions {
  /** Ends the phrase, as in " once more". */
  readonly how?: string;
  /** The clause that another answer to a shipped order violates. Default: the clause of its 409. */
  readonly conflict?: ClauseId;
  /**
   * Sends the calls at one moment, on connections of this name. Without it, the calls must have no
   * effect on each other.
   */
  readonly connections?: string;
}

/** Returns the kind of the order that a call names; undefined if it names none. */
function kindOf({ orders }: Session, call: CallTarget): Kind | undefined {
  const { operation, orderId } = match(call.method, call.path);
  if (operation === undefined || orderId === undefined) return undefined;
  if (orders.of(orderId).cancelledBy !== undefined) return "order-cancelled";
  if (orders.rules.shipped.includes(orderId)) return "order-shipped";
  return orders.rules.pending.includes(orderId) ? "order-pending" : "order-unknown";
}

type CallTarget = Pick<OutgoingCall, "method" | "path">;

/** Returns the start of a sentence about a call with a bad key: "Cancelling an unknown order". */
export function phraseOf(s: Session, call: CallTarget): string {
  const order = ORDER_WORDS[kindOf(s, call) ?? "order-pending"];
  return inPhrase(call, `${/^[aeiou]/.test(order) ? "an" : "a"} ${order}`);
}

/** Returns the phrase of the operation with the words for its order. */
function inPhrase({ method, path }: CallTarget, order: string): string {
  return match(method, path).operation!.phrase.replace("{order}", order);
}

/**
 * Resolves with the exchanges, in the order of the calls. Cancellations of pending orders are not
 * judged here.
 */
export async function ask(
  s: Session,
  calls: readonly OutgoingCall[],
  options: AskOptions = {},
): Promise<Exchange[]> {
  // The expected answer depends on the state of an order before the calls.
  const judges = calls.map((call) => judgeOf(s, call, options));
  const exchanges = await s.all(onConnections(calls, options.connections));
  const atOnce = options.connections === undefined ? undefined : exchanges;
  for (const [nth, exchange] of exchanges.entries())
    if (outcomeOf(exchange).kind !== "not sent") await judges[nth]!(exchange, atOnce);
  return exchanges;
}

/**
 * Gives each call that is sent at the same moment a connection of its own, which is kept open. If
 * calls are limited, they go one by one.
 */
function onConnections(calls: readonly OutgoingCall[], name?: string): readonly OutgoingCall[] {
  if (name === undefined) return calls;
  return calls.map((call, nth) => ({ ...call, connection: `${name} ${nth}` }));
}

type AnswerJudge = (exchange: Exchange, atOnce?: readonly Exchange[]) => unknown;

function judgeOf(s: Session, call: OutgoingCall, options: AskOptions): AnswerJudge {
  const phrase = `${phraseOf(s, call)}${options.how ?? ""}`;
  if (call.credential !== "good")
    return (exchange, atOnce) => expectRefused(s, phrase, exchange, atOnce);

  const { operation } = match(call.method, call.path);
  const kind = kindOf(s, call);
  if (operation?.id === "listOrders") return (exchange) => readList(s, exchange);
  if (kind === undefined) return () => {};
  if (operation?.situations[kind] === undefined) {
    // Cancellations of pending orders are judged by the steps that send them.
    if (kind !== "order-pending" || operation?.id !== "cancelOrder")
      throw new Error(`spec/interface/operations.ts has no ${kind} for ${operation?.id}.`);
    return () => {};
  }
  return (exchange, atOnce) => expectAnswer(s, exchange, kind, options, atOnce);
}

/**
 * Judges a call with the key by the state of its order, and records the answers to open questions.
 */
export async function expectAnswer(
  s: Session,
  exchange: Exchange,
  kind: Kind,
  { how = "", conflict }: AskOptions = {},
  atOnce?: readonly Exchange[],
): Promise<void> {
  const { operation, orderId = 1n } = match(exchange.call.method, exchange.call.path);
  const { clause, statuses, ...open } = operation!.situations[kind]!;
  if (kind === "order-cancelled" && isSuccess(exchange)) await expectNotReset(s, orderId);
  const situation = `${inPhrase(exchange.call, `${ORDER_WORDS[kind]} ${orderText(exchange.call)}`)}${how}`;
  if (clause === undefined || statuses === undefined) return observeStatus(s, exchange, open);

  // A router may not match ids below 1 (spec/rulings.md).
  const isOfRouter =
    statusOf(exchange) === 400 || (statusOf(exchange) === 404 && !isJson(exchange));
  if (kind === "order-unknown" && orderId <= 0n && isOfRouter) {
    const received = `${describeAnswer(exchange)}${isJson(exchange) ? "" : " without an Error"}`;
    const why = `${situation} gets ${received}; the contract specifies 404 with an Error.`;
    return s.report.advise("negative-id", why, [exchange]);
  }

  const isDocumented = statuses.includes(statusOf(exchange) ?? 0);
  if (open.question === "second-cancel" && isGone(exchange) && !isDocumented) {
    observeStatus(s, exchange, open);
    s.report.held(clause);
    const why = `${situation} gets ${describeAnswer(exchange)}.`;
    return s.report.advise("second-cancel", why, [exchange]);
  }

  const violated = (kind === "order-shipped" && conflict) || clause;
  const documented = { statuses, clause: violated };
  const isSound = expectStatus(s, exchange, documented, situation, atOnce);
  if (isSound && kind === "order-cancelled") observeStatus(s, exchange, open);
}
