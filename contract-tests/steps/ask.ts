/** Sends plain calls, and judges the answer to each by what the contract says of it, and of its order as the run knows it. */
import type { ClauseId } from "../../spec/clauses/index.ts";
import { match } from "../../spec/interface/match.ts";
import { OPERATIONS, type Situation } from "../../spec/interface/operations.ts";
import { describeAnswer, isForbidden, isGone, isJson, statusOf } from "../client/answer.ts";
import { GET_PET, type OutgoingCall, orderText } from "../client/calls.ts";
import type { Exchange } from "../client/exchange.ts";
import type { Session } from "../session/session.ts";
import { expectStatus, observeStatus } from "./answers.ts";
import { expectRefused } from "./refusals.ts";

export const PET_WITHOUT_KEY = { ...GET_PET, credential: "none" } as const;

const { situations } = OPERATIONS.cancelOrder;
/** How a sentence names the order: "Cancelling an unknown order" with a bad key, "Cancelling unknown order 17" with the good one. */
const ORDERS = {
  "order-unknown": ["an unknown order", "unknown order"],
  "order-shipped": ["a shipped order", "shipped order"],
  "order-cancelled": ["a cancelled order", "cancelled order"],
} as const;
type Kind = keyof typeof ORDERS;

export interface Told {
  /** The end of a phrase: " once more". */
  readonly how?: string;
  /** What another answer to a shipped order violates. Default: the clause of its 409. */
  readonly conflict?: ClauseId;
  /** The calls are sent at one moment, on connections of this name. Else they have no effect on each other. */
  readonly connections?: string;
}

/** What the order of a cancellation is; undefined for one that can be cancelled, and for another call. */
function kindOf({ config, cancelled }: Session, call: Call): Kind | undefined {
  const { operation, orderId } = match(call.method, call.path);
  if (operation?.id !== "cancelOrder" || orderId === undefined) return undefined;
  if (cancelled.has(orderId)) return "order-cancelled";
  if (config.shipped.includes(orderId)) return "order-shipped";
  return config.pending.includes(orderId) ? undefined : "order-unknown";
}

type Call = Pick<OutgoingCall, "method" | "path">;

/** The start of a sentence about a call with a bad key. */
export function phraseOf(s: Session, call: Call): string {
  const kind = kindOf(s, call);
  const { operation } = match(call.method, call.path);
  if (operation?.id === "getPet") return "The pets operation";
  if (operation?.id === "listOrders") return "Listing the orders";
  return `Cancelling ${kind === undefined ? "a pending order" : ORDERS[kind][0]}`;
}

/** Resolves with what came back, in the order of the calls. What cancels a pending order is not judged here. */
export async function ask(
  s: Session,
  calls: readonly OutgoingCall[],
  told: Told = {},
): Promise<Exchange[]> {
  // What an order is now, before the calls, decides.
  const judges = calls.map((call) => judgeOf(s, call, told));
  const exchanges = await (told.connections ? s.together(calls, told.connections) : s.all(calls));
  for (const [nth, exchange] of exchanges.entries())
    if (!isForbidden(exchange)) await judges[nth]!(exchange);
  return exchanges;
}

function judgeOf(s: Session, call: OutgoingCall, told: Told): (exchange: Exchange) => unknown {
  const phrase = `${phraseOf(s, call)}${told.how ?? ""}`;
  const kind = kindOf(s, call);
  if (call.credential !== "good") return (exchange) => expectRefused(s, phrase, exchange);
  if (kind !== undefined) return (exchange) => expectAnswer(s, exchange, kind, told);
  return (exchange) => (call.method === "GET" ? s.read(exchange) : undefined);
}

/** Judges a cancellation with the key by what the order is, and observes what is open in its answer. */
export function expectAnswer(
  s: Session,
  exchange: Exchange,
  kind: Kind,
  { how = "", conflict }: Told = {},
): void {
  const id = orderText(exchange.call)!;
  // A router may take ids below 1 for no ids (spec/rulings.md).
  const isOfRouter =
    statusOf(exchange) === 400 || (statusOf(exchange) === 404 && !isJson(exchange));
  if (kind === "order-unknown" && BigInt(id) <= 0n && isOfRouter) {
    const received = `${describeAnswer(exchange)}${isJson(exchange) ? "" : " without an Error"}`;
    const why = `Cancelling unknown order ${id} gets ${received}; the contract specifies 404 with an Error.`;
    return s.report.advise("negative-id", why, [exchange]);
  }
  const isSecond = kind === "order-cancelled";
  if (
    isSecond &&
    isGone(exchange) &&
    !situations[kind].statuses.some((one) => one === statusOf(exchange))
  ) {
    const why = `Cancelling cancelled order ${id}${how} gets ${describeAnswer(exchange)}.`;
    observeStatus(s, exchange, situations[kind]);
    s.report.held(situations[kind].clause);
    return s.report.advise("second-cancel", why, [exchange]);
  }
  const answer: Required<Pick<Situation, "clause" | "statuses">> & Situation = situations[kind];
  const clause = kind === "order-shipped" && conflict !== undefined ? conflict : answer.clause;
  const situation = `Cancelling ${ORDERS[kind][1]} ${id}${how}`;
  const isDocumented = expectStatus(s, exchange, { ...answer, clause }, situation);
  if (isDocumented && kind === "order-cancelled") observeStatus(s, exchange, answer);
}
