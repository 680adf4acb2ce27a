/** What the programs of all frameworks read from a request, and how they show an order. */
import type { Has } from "./stack.ts";
import type { OrderId, StoredOrder } from "./store.ts";

/** Undefined for a text that is not an id. Throws a SyntaxError with the mistake `bigint-unchecked`. */
export function readOrderId(text: string, has: Has): OrderId | undefined {
  if (has("integer-parameter")) return text as unknown as number;
  if (has("parse-int")) return Number.parseInt(text, 10);
  if (has("number-ids")) return Number(text);
  if (has("bigint-unchecked")) return BigInt(text);
  return /^(?:0|-?[1-9]\d*)$/.test(text) ? BigInt(text) : undefined;
}

/** Whether the Authorization header carries the key. */
export function hasKey(authorization: string | undefined, key: string, has: Has): boolean {
  if (has("second-word")) return authorization?.split(" ")[1] === key;
  if (has("key-if-any") && authorization === undefined) return true;
  // `includes` is meant for a list of keys, and finds a part of a text, too.
  if (has("part-of-key")) return key.includes(authorization?.replace("Bearer ", "") ?? "no key");
  return authorization === `Bearer ${key}`;
}

/** The query parameters that the mistakes know. */
export interface ListQuery {
  readonly limit?: string | undefined;
  readonly status?: string | undefined;
}

/** The orders of a list, as they are given to the JSON writer. */
export function listedOrders(orders: readonly StoredOrder[], { limit, status }: ListQuery, has: Has): unknown {
  const filtered = has("filtered") && status !== undefined ? orders.filter((order) => order.status === status) : orders;
  const page = has("paged") && limit !== undefined ? filtered.slice(0, Number(limit)) : filtered;
  const shown = page.map(({ id, petId, quantity, shipDate, complete, status }) => ({
    id,
    petId,
    quantity,
    shipDate: has("null-date") && status === "pending" ? null : has("day-only") ? shipDate.slice(0, 10) : shipDate,
    complete: has("sqlite-boolean") ? Number(complete) : complete,
  }));
  return has("wrapped-list") ? { orders: shown } : shown;
}
