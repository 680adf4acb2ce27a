/**
 * Finds the clauses that a change of a provided order violates, by the calls that may have caused
 * it.
 */
import type { ClauseId } from "../../../../spec/clauses/index.ts";
import { ORDER_FIELD_NAMES } from "../../../../spec/schema/fields.ts";
import { orderText } from "../../../client/calls.ts";
import { isGood } from "../../../client/credentials.ts";
import { type Exchange, isBefore } from "../../../client/exchange.ts";
import { isSuccess } from "../../../client/outcome.ts";
import { changedFields, isListed, type OrderList } from "../../assertions/order-list.ts";
import { orderPlace } from "../../assertions/order-place.ts";
import { ordersMeant } from "../orders/meant-orders.ts";
import type { Session } from "../session.ts";

const ONLY_THAT_ORDER = "cancel-only-that-order";
const MISREAD = [ONLY_THAT_ORDER, "cancel-id-exact"] as const;

/** An act between two lists, with all calls that were sent since the first list. */
export interface Act {
  /** Names the act in the sentence "After refused cancellations, order 17 …". */
  readonly what: string;
  /** The clause that is violated if an order changes that must not. */
  readonly blame: ClauseId | ((id: bigint) => ClauseId);
  /** The orders that the act may cancel. */
  readonly own?: readonly bigint[];
}

/** The lists around an act. */
export interface Lists {
  readonly before: OrderList;
  readonly after: OrderList;
}

/**
 * Records the clauses that are violated because a provided order is gone, or has changed, between
 * two lists. The proof is the list after the act, and the call between them that most likely caused
 * the change.
 */
export function violateChange(s: Session, act: Act, id: bigint, { before, after }: Lists): void {
  const isBetween = (one: Exchange) =>
    isBefore(before.exchange, one) && isBefore(one, after.exchange);
  const between = s.exchanges.filter((one) => one.call.method === "DELETE" && isBetween(one));
  const meant = between.filter(({ call }) => ordersMeant(call, [id]).length > 0);
  const likely = meant.length > 0 ? meant : between;
  const accepted = likely.filter(isSuccess);

  const clauses = new Set<ClauseId>(clausesOf(s, act, id, between, meant));
  if (clauses.has("auth-no-effect") && accepted.length > 0) clauses.add("cancel-unauthorized");

  const isShipped = s.orders.rules.shipped.includes(id);
  const provided = isShipped ? "provided as shipped" : "provided and not cancelled";
  const state = s.orders.provided.ids.includes(id) ? provided : "which no call named";
  const isMissing = !isListed(after, id);
  const why = `After ${act.what}, order ${id}, ${state}, ${isMissing ? "is no longer listed" : "has changed"}.`;
  const cause = accepted.at(-1) ?? likely.at(-1) ?? before.exchange;
  const changed = changedFields(before, after, id);
  const shown = ({ watched }: OrderList): string =>
    changed
      .map((field) => `${field} ${watched.get(id)?.[ORDER_FIELD_NAMES.indexOf(field)]}`)
      .join(", ");
  const [field] = changed;
  const place = field === undefined ? {} : orderPlace(after.exchange, id, field);
  const values = { expected: shown(before), received: shown(after), ...place };
  const detail = isMissing ? { expected: "no effect" } : values;
  s.report.violated([...clauses], why, [cause, after.exchange], detail);
  s.orders.record(id, { violates: [...clauses] });
}

/** Returns the clause of the act, unless the calls tell of another cause. */
function clausesOf(
  { exchanges, orders }: Session,
  { blame }: Act,
  id: bigint,
  between: readonly Exchange[],
  meant: readonly Exchange[],
): readonly ClauseId[] {
  const own = typeof blame === "function" ? blame(id) : blame;
  const others = orders.provided.ids.filter((other) => other !== id);
  const namesAnother = ({ call }: Exchange) =>
    others.some((other) => orderText(call) === String(other));
  // Each of these calls named another order, so the service misread its id.
  if (meant.length > 0) return meant.every(namesAnother) ? MISREAD : [own];

  if (between.some(({ call }) => ordersMeant(call, others).length > 0))
    return [ONLY_THAT_ORDER, own];
  // An earlier call for the order may have had its effect late.
  const earlier = exchanges.filter(({ call }) => ordersMeant(call, [id]).length > 0);
  if (earlier.length === 0) return [own];
  if (!earlier.some(({ call }) => isGood(call.credential))) return ["auth-no-effect"];
  return [orders.rules.shipped.includes(id) ? "cancel-shipped-unchanged" : own];
}
