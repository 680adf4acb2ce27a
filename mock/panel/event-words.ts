/** The events of a world, in words: faults, orders that ship, and a key that expires. */
import type { Fault, ShipRule } from "../../scenarios/scenario.ts";
import { effectWords } from "../control/effect-words.ts";
import type { OrdersState } from "../control/world-control.ts";

/** A fault in words: "cancelOrder, every 3 requests: status 503, Retry-After 2". */
export function describeFault(fault: Fault): string {
  const { on, id, probability, nth, every, after, times } = fault;
  const conditions = [
    on === undefined ? "all operations" : [on].flat().join(" and "),
    ...(id === undefined ? [] : [`order ${id}`]),
    ...(probability === undefined ? [] : [`${Math.round(probability * 100)}% of requests`]),
    ...(nth === undefined ? [] : [`request ${nth} only`]),
    ...(every === undefined ? [] : [`every ${every} requests`]),
    ...(after === undefined ? [] : [`after request ${after}`]),
    ...(times === undefined ? [] : [times === 1 ? "once" : `at most ${times} times`]),
  ];
  return `${conditions.join(", ")}: ${effectWords(fault)}`;
}

/** How often a fault has been used, where that ends: " (used 1 of 2)". Empty elsewhere. */
export function describeUse({ times, nth, affected = 0 }: Fault): string {
  const most = times ?? (nth === undefined ? undefined : 1);
  return most === undefined ? "" : ` (used ${affected} of ${most})`;
}

/** "order 3 ships at 09:41:06", in the local time. */
export function describeShip(rule: ShipRule, { lists, firstListAt }: OrdersState): string {
  const { id, count = 1, afterSeconds, afterLists = 0, beforeCancel } = rule;
  const which = count === 1 ? "a pending order ships" : `${count} pending orders ship`;
  const what = id === undefined ? which : `order ${id} ships`;
  if (beforeCancel !== undefined) {
    const order = id === undefined ? "an order" : `order ${id}`;
    return `${order} ships before ${beforeCancel === 1 ? "its cancel" : `every ${beforeCancel} cancels`}`;
  }
  if (afterSeconds === undefined) return `${what} after ${counted(afterLists - lists, "list")}`;
  if (firstListAt === null) return `${what} ${afterSeconds} s after the first list`;
  const at = new Date(Date.parse(firstListAt) + afterSeconds * 1000);
  return `${what} at ${at.toLocaleTimeString("en-GB")}`;
}

/** `left`: the requests until then. */
export function describeKey(left: number): string {
  return left > 0 ? `the key expires after ${counted(left, "request")}` : "the key has expired";
}

const counted = (count: number, what: string): string =>
  `${count} more ${count === 1 ? what : `${what}s`}`;
