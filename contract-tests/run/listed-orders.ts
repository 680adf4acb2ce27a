/** In a deployment where nothing is worth protecting, orders of the list are cancelled where too few were provided. */
import { isInt64 } from "../../spec/schema/int64.ts";
import { integerValue } from "../../spec/schema/numbers.ts";
import type { OrderList } from "../assertions/order-list.ts";
import { PENDING_NEEDED } from "../checks/provided-orders.ts";
import { cancellationOf, type Send } from "../client/exchange.ts";
import type { Rules } from "../safety/policy.ts";

/** Orders that are cancelled to find a shipped one. */
const MAX_TRIED = 6;

/**
 * The rules, with a shipped order, which a cancellation of it has shown, and with orders that may be pending: cancelling them shows that.
 * Only the first orders of the list are used; the rules themselves where none is needed. `sendFor` gives what sends by other rules.
 */
export async function withListedOrders(
  rules: Rules,
  list: OrderList | undefined,
  sendFor: (rules: Rules) => Send,
): Promise<Rules> {
  if (rules.disposable !== true || rules.readOnly || list === undefined) return rules;
  const provided = new Set([...rules.pending, ...rules.shipped]);
  const shipTime = ({ shipDate }: OrderList["sample"][number]) => Date.parse(String(shipDate)) || 0;
  const candidates = list.sample
    .toSorted((a, b) => Number(a.complete === true) - Number(b.complete === true) || shipTime(b) - shipTime(a))
    .flatMap(({ id }) => integerValue(id) ?? [])
    .filter((id) => isInt64(id) && !provided.has(id));
  const guessed = candidates.slice(0, Math.max(0, PENDING_NEEDED - rules.pending.length));
  // Those that look shipped are last.
  const looksShipped = rules.shipped.length > 0 ? [] : candidates.slice(guessed.length).slice(-MAX_TRIED).reverse();
  const send = sendFor({ ...rules, pending: looksShipped });
  const shipped: bigint[] = [];
  for (const id of looksShipped) {
    const { response } = await send(cancellationOf(id));
    if (response?.status === 409) shipped.push(id);
    if (response?.status !== 204) break;
  }
  if (guessed.length + shipped.length === 0) return rules;
  return { ...rules, pending: [...rules.pending, ...guessed], shipped: [...rules.shipped, ...shipped], guessed };
}
