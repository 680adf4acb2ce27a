/** Which ids a check may use: its own of those handed over, and ids that no order has. */
import { INT64_MAX } from "../../spec/int64.ts";
import type { Context } from "../check.ts";
import { lists, type OrderList } from "../order-list.ts";

/** The checks that spend a pending order, the one that proves most first. */
const SPENDERS = ["cancel", "exact", "parallel", "refused"] as const;
export type Spender = (typeof SPENDERS)[number];

/**
 * The pending id of a check, or undefined when too few were handed over. The check of exactness gets the id with the most
 * digits, for the neighbours that matter are those of long ids; the check of refusals gets the one with the fewest.
 */
export function pendingIdOf(
  spender: Spender,
  { readOnly, pending }: Pick<Context, "readOnly" | "pending">,
): bigint | undefined {
  if (readOnly) return undefined;
  const spenders = SPENDERS.slice(0, pending.length);
  const byLength = pending.toSorted((a, b) => (magnitude(a) < magnitude(b) ? 1 : magnitude(a) > magnitude(b) ? -1 : 0));
  const exact = spenders.includes("exact") ? byLength.shift() : undefined;
  if (spender === "exact") return exact;
  return byLength[spenders.filter((name) => name !== "exact").indexOf(spender)];
}

export function magnitude(id: bigint): bigint {
  return id < 0n ? -id : id;
}

/** How many pending ids prove every clause. */
const PENDING_IDS = SPENDERS.length;

/** Why a clause that needs a pending id was not exercised, and what would prove it. */
export function wantsPending({ readOnly, pending }: Pick<Context, "readOnly" | "pending">): string {
  if (readOnly) return `The run is read-only. Hand over ${PENDING_IDS} pending orders: --pending ID, once for each.`;
  return `Handed over: ${pending.length} pending ${pending.length === 1 ? "order" : "orders"}. ${PENDING_IDS} prove every clause: --pending ID.`;
}

export function wantsShipped({ readOnly }: Pick<Context, "readOnly">): string {
  return `${readOnly ? "The run is read-only." : "No shipped order was handed over."} Hand one over: --shipped ID.`;
}

/** How many ids are tried before it does not matter any more: lists of millions collide in 32 bits whatever is chosen. */
const TRIES = 64;

/**
 * An id that no listed order has, far from where ids lie: positive, beyond 2^53, and such that no listed id is the same to a
 * double or to 32 bits, where that can be had. Chosen by the run's seed.
 */
export function absentId({ seed }: Pick<Context, "seed">, list: OrderList | undefined, nth: number): bigint {
  const lows = list === undefined || list.count > 100_000 ? undefined : lowBits(list);
  let state = BigInt.asUintN(64, BigInt(seed) * 0x9e3779b97f4a7c15n + BigInt(nth + 1) * 0xbf58476d1ce4e5b9n);
  for (let tries = 0; ; tries++) {
    state = BigInt.asUintN(64, (state ^ (state >> 29n)) * 0x94d049bb133111ebn + 1n);
    const id = 2n ** 61n + (state % (INT64_MAX - 2n ** 61n));
    if (list !== undefined && lists(list, id)) continue;
    if (lows === undefined || tries > TRIES || !lows.has(Number(BigInt.asUintN(32, id)))) return id;
  }
}

function lowBits({ keys }: OrderList): Set<number> {
  return new Set([...keys].map((key) => (typeof key === "string" ? -1 : Number(BigInt.asUintN(32, BigInt(key))))));
}

export function orderPath(id: bigint | string): string {
  return `/store/orders/${id}`;
}
