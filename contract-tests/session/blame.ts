/** Which clauses a change of a provided order violates, by the calls that may have made it. */
import type { ClauseId } from "../../spec/clauses/index.ts";
import type { Recorder } from "../assertions/finding.ts";
import type { OrderList } from "../assertions/order-list.ts";
import { type Exchange, isBefore, orderText } from "../client/exchange.ts";
import { ordersMeant } from "./meant-orders.ts";

const ONLY_THAT_ORDER = "cancel-only-that-order";
const MISREAD = [ONLY_THAT_ORDER, "cancel-id-exact"] as const;
/** What any change can violate, besides what its act is blamed for. */
export const COMPARED = [
  ...MISREAD,
  "auth-no-effect",
  "cancel-unauthorized",
  "cancel-shipped-unchanged",
] as const;

/** What is done between two lists. Calls that were sent since the list before count as part of it. */
export interface Act {
  /** For a sentence: "After refused cancellations, order 17 …". */
  readonly what: string;
  /** The clauses that are violated when an order changes that must not. */
  readonly blame: ClauseId | ((id: bigint) => ClauseId | readonly ClauseId[]);
  /** The orders that it may cancel. */
  readonly own?: readonly bigint[];
}

/** What a comparison asks of the run. */
export interface Watching {
  readonly provided: readonly bigint[];
  readonly config: { readonly shipped: readonly bigint[] };
  /** Pending orders that the run has asked to cancel, and those that were cancelled. */
  readonly asked: ReadonlySet<bigint>;
  readonly cancelled: ReadonlyMap<bigint, unknown>;
  readonly exchanges: readonly Exchange[];
  readonly report: Recorder;
  list(): Promise<OrderList | undefined>;
  wait(ms: number, why: string): Promise<void>;
}

/** A provided order that is gone, or has changed, between two lists. */
export interface Change {
  readonly id: bigint;
  readonly before: OrderList;
  readonly after: OrderList;
  readonly isMissing: boolean;
}

/** Records what a change violates. The evidence: both lists, and the calls between them that are likely to have made it. */
export function violateChange(watching: Watching, act: Act, change: Change): void {
  const { id, before, after, isMissing } = change;
  const between = cancellationsBetween(watching, change);
  const meant = between.filter(({ call }) => ordersMeant(call, [id]).length > 0);
  const likely = meant.length > 0 ? meant : between;
  const accepted = likely.filter(isAccepted);

  const clauses = new Set<ClauseId>(clausesOf(watching, act, id, between, meant));
  if (clauses.has("auth-no-effect") && accepted.length > 0) clauses.add("cancel-unauthorized");

  const isShipped = watching.config.shipped.includes(id);
  const state = isShipped ? "provided as shipped" : "provided and not cancelled";
  const why = `After ${act.what}, order ${id}, ${state}, ${isMissing ? "is no longer listed" : "has changed"}.`;
  const suspects = (accepted.length > 0 ? accepted : likely).slice(-2);
  const values = { expected: before.watched.get(id) ?? "", received: after.watched.get(id) ?? "" };
  watching.report.violated(
    [...clauses],
    why,
    [before.exchange, ...suspects, after.exchange],
    isMissing ? { expected: "no effect" } : values,
  );
}

/** Those of the act; those of a misread id where each call that may mean the order has the exact id of another one. */
function clausesOf(
  { config, exchanges, provided }: Watching,
  { blame }: Act,
  id: bigint,
  between: readonly Exchange[],
  meant: readonly Exchange[],
): readonly ClauseId[] {
  const others = provided.filter((other) => other !== id);
  const namesAnother = ({ call }: Exchange) =>
    others.some((other) => orderText(call) === String(other));
  if (meant.length > 0 && meant.every(namesAnother)) return MISREAD;

  const own = [typeof blame === "function" ? blame(id) : blame].flat();
  if (meant.length > 0) return own;
  if (between.some(({ call }) => ordersMeant(call, others).length > 0))
    return [ONLY_THAT_ORDER, ...own];
  // No call between the lists was for the order: an earlier one that was may have had its effect late.
  const earlier = exchanges.filter(({ call }) => ordersMeant(call, [id]).length > 0);
  if (earlier.some(({ call }) => call.credential !== "good")) return ["auth-no-effect"];
  return earlier.length > 0 && config.shipped.includes(id) ? ["cancel-shipped-unchanged"] : own;
}

function cancellationsBetween({ exchanges }: Watching, { before, after }: Change): Exchange[] {
  return exchanges.filter(
    (one) =>
      one.call.method === "DELETE" &&
      isBefore(before.exchange, one) &&
      isBefore(one, after.exchange),
  );
}

function isAccepted({ failure, response }: Exchange): boolean {
  return failure === undefined && (response?.status ?? 500) < 300;
}
