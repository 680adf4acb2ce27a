/** Sends plain calls, and judges the answer to each by what the contract says of it, and of its order as the run knows it. */
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
import { expectStatus, observeStatus } from "./answers.ts";
import { expectRefused } from "./auth/refusals.ts";

export const PET_WITHOUT_KEY = { ...GET_PET, credential: "none" } as const;

/** The orders of calls: each may be a situation of an operation that names one, and has words. */
const ORDERS = {
  "order-pending": "pending order",
  "order-unknown": "unknown order",
  "order-shipped": "shipped order",
  "order-cancelled": "cancelled order",
} as const;
type Kind = keyof typeof ORDERS;

export interface Told {
  /** The end of a phrase: " once more". */
  readonly how?: string;
  /** The clause that another answer to a shipped order violates. Default: the clause of its 409. */
  readonly conflict?: ClauseId;
  /** The calls are sent at one moment, on connections of this name. Else they have no effect on each other. */
  readonly connections?: string;
}

/** The kind of the order of a call; undefined for a call that names none. */
function kindOf({ orders }: Session, call: Call): Kind | undefined {
  const { operation, orderId } = match(call.method, call.path);
  if (operation === undefined || orderId === undefined) return undefined;
  if (orders.of(orderId).cancelledBy !== undefined) return "order-cancelled";
  if (orders.rules.shipped.includes(orderId)) return "order-shipped";
  return orders.rules.pending.includes(orderId) ? "order-pending" : "order-unknown";
}

type Call = Pick<OutgoingCall, "method" | "path">;

/** The start of a sentence about a call with a bad key: "Cancelling an unknown order". */
export function phraseOf(s: Session, call: Call): string {
  const order = ORDERS[kindOf(s, call) ?? "order-pending"];
  return inPhrase(call, `${/^[aeiou]/.test(order) ? "an" : "a"} ${order}`);
}

/** The words of the operation, with those of its order. */
function inPhrase({ method, path }: Call, order: string): string {
  return match(method, path).operation!.phrase.replace("{order}", order);
}

/** Resolves with what came back, in the order of the calls. What cancels a pending order is not judged here. */
export async function ask(
  s: Session,
  calls: readonly OutgoingCall[],
  told: Told = {},
): Promise<Exchange[]> {
  // The state of an order before the calls decides.
  const judges = calls.map((call) => judgeOf(s, call, told));
  const exchanges = await s.all(onConnections(calls, told.connections));
  const atOnce = told.connections === undefined ? undefined : exchanges;
  for (const [nth, exchange] of exchanges.entries())
    if (outcomeOf(exchange).kind !== "not sent") await judges[nth]!(exchange, atOnce);
  return exchanges;
}

/** Calls at the same moment go each on a connection of its own that is kept open; one by one where calls are limited. */
function onConnections(calls: readonly OutgoingCall[], name?: string): readonly OutgoingCall[] {
  if (name === undefined) return calls;
  return calls.map((call, nth) => ({ ...call, connection: `${name} ${nth}` }));
}

type AnswerJudge = (exchange: Exchange, atOnce?: readonly Exchange[]) => unknown;

function judgeOf(s: Session, call: OutgoingCall, told: Told): AnswerJudge {
  const phrase = `${phraseOf(s, call)}${told.how ?? ""}`;
  if (call.credential !== "good")
    return (exchange, atOnce) => expectRefused(s, phrase, exchange, atOnce);

  const { operation } = match(call.method, call.path);
  const kind = kindOf(s, call);
  if (operation?.id === "listOrders") return (exchange) => readList(s, exchange);
  if (kind === undefined || operation?.situations[kind] === undefined) return () => {};
  return (exchange, atOnce) => expectAnswer(s, exchange, kind, told, atOnce);
}

/** Judges a call with the key by what its order is, and observes what is open in its answer. */
export async function expectAnswer(
  s: Session,
  exchange: Exchange,
  kind: Kind,
  { how = "", conflict }: Told = {},
  atOnce?: readonly Exchange[],
): Promise<void> {
  const { operation, orderId = 1n } = match(exchange.call.method, exchange.call.path);
  const { clause, statuses, ...open } = operation!.situations[kind]!;
  if (kind === "order-cancelled" && isSuccess(exchange)) await expectNotReset(s, orderId);
  const situation = `${inPhrase(exchange.call, `${ORDERS[kind]} ${orderText(exchange.call)}`)}${how}`;
  if (clause === undefined || statuses === undefined) return observeStatus(s, exchange, open);

  // A router may take ids below 1 for no ids (spec/rulings.md).
  const isOfRouter =
    statusOf(exchange) === 400 || (statusOf(exchange) === 404 && !isJson(exchange));
  if (kind === "order-unknown" && orderId <= 0n && isOfRouter) {
    const received = `${describeAnswer(exchange)}${isJson(exchange) ? "" : " without an Error"}`;
    const why = `${situation} gets ${received}; the contract specifies 404 with an Error.`;
    return s.report.advise("negative-id", why, [exchange]);
  }

  const isDocumented = statuses.includes(statusOf(exchange) ?? 0);
  if (open.silence === "second-cancel" && isGone(exchange) && !isDocumented) {
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
