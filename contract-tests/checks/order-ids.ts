/** The pending id of each check, and what to hand over for it. */
import type { CheckContext } from "./check.ts";

/** The checks that need a pending order of their own, in the order in which they get one when there are too few. */
const CONSUMERS = ["cancel", "exact", "parallel", "refused"] as const;
export type PendingIdConsumer = (typeof CONSUMERS)[number];

/**
 * The pending id of a check; undefined when too few were handed over. `exact` gets the id with the largest absolute value,
 * because rounding shows in long ids only.
 */
export function pendingIdFor(
  consumer: PendingIdConsumer,
  { readOnly, pending }: Pick<CheckContext, "readOnly" | "pending">,
): bigint | undefined {
  if (readOnly) return undefined;
  const consumers = CONSUMERS.slice(0, pending.length);
  const byLength = pending.toSorted((a, b) => (absolute(a) < absolute(b) ? 1 : absolute(a) > absolute(b) ? -1 : 0));
  const longest = consumers.includes("exact") ? byLength.shift() : undefined;
  if (consumer === "exact") return longest;
  return byLength[consumers.filter((name) => name !== "exact").indexOf(consumer)];
}

/** The pending ids that no check needs for itself. */
export function sparePendingIds(context: Pick<CheckContext, "readOnly" | "pending">): bigint[] {
  const used = new Set(CONSUMERS.map((consumer) => pendingIdFor(consumer, context)));
  return context.readOnly ? [] : context.pending.filter((id) => !used.has(id));
}

export function absolute(id: bigint): bigint {
  return id < 0n ? -id : id;
}

/** Why a clause that needs a pending id was not tried, and what would prove it. */
export function pendingIdsNeeded({ readOnly, pending }: Pick<CheckContext, "readOnly" | "pending">): string {
  const all = CONSUMERS.length;
  if (readOnly) return `The run is read-only. Hand over ${all} pending orders: --pending ID, once for each.`;
  return `Handed over: ${pending.length} pending ${pending.length === 1 ? "order" : "orders"}. ${all} prove every clause: --pending ID.`;
}

/** Why a clause that needs a shipped id was not tried, and what would prove it. */
export function shippedIdNeeded({ readOnly }: Pick<CheckContext, "readOnly">): string {
  return `${readOnly ? "The run is read-only." : "No shipped order was handed over."} Hand one over: --shipped ID.`;
}

export function orderPath(id: bigint | string): string {
  return `/store/orders/${id}`;
}
