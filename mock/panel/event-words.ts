/** Describes the events of a world: faults, orders that ship, and a key that expires. */
import type { Fault, ShipRule } from "../../scenarios/scenario.ts";
import { effectWords } from "../control/effect-words.ts";
import type { OrdersState } from "../control/world-control.ts";

/** Returns a description such as "cancelOrder, every 3 requests: status 503, Retry-After 2". */
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

/**
 * Says how often a fault has been used, such as " (used 1 of 2)"; empty for a fault without a
 * limit.
 */
export function describeUse({ times, nth, affected = 0 }: Fault): string {
  const most = times ?? (nth === undefined ? undefined : 1);
  return most === undefined ? "" : ` (used ${affected} of ${most})`;
}

/** The orders that will ship: "order 3", "2 pending orders". */
export function describeShipped({ id, count = 1, beforeCancel }: ShipRule): string {
  if (id !== undefined) return `order ${id}`;
  if (beforeCancel !== undefined) return "an order";
  return count === 1 ? "a pending order" : `${count} pending orders`;
}

/**
 * When a shipment is due, in milliseconds since 1970; undefined if that is unknown, or depends on
 * lists or cancellations.
 */
export function dueTime(
  { afterSeconds }: ShipRule,
  { firstListAt }: OrdersState,
): number | undefined {
  if (afterSeconds === undefined || firstListAt === null) return undefined;
  return Date.parse(firstListAt) + afterSeconds * 1000;
}

/** Returns "ships in 12 s" or "ships at the 3rd list". `now` is in milliseconds since 1970. */
export function describeShipment(rule: ShipRule, state: OrdersState, now: number): string {
  const { id, count = 1, afterSeconds, afterLists, beforeCancel } = rule;
  const ships = count === 1 ? "ships" : "ship";
  if (beforeCancel === 1) return `ships before ${id === undefined ? "each" : "its"} cancellation`;
  if (beforeCancel !== undefined) return `ships before every ${ordinal(beforeCancel)} cancellation`;
  if (afterLists !== undefined) {
    const left = afterLists - state.lists;
    return `${ships} at the ${left <= 1 ? "next" : ordinal(left)} list`;
  }
  const due = dueTime(rule, state);
  if (due === undefined) return `${ships} ${durationInWords(afterSeconds!)} after the first list`;
  return due <= now
    ? `${ships} now`
    : `${ships} in ${durationInWords(Math.ceil((due - now) / 1000))}`;
}

/** "12 s", "5 min", "3 h": the largest unit that is still precise enough. */
function durationInWords(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}

const ENDINGS: Readonly<Record<string, string>> = { one: "st", two: "nd", few: "rd" };
const RULES = new Intl.PluralRules("en", { type: "ordinal" });
const ordinal = (nth: number): string => `${nth}${ENDINGS[RULES.select(nth)] ?? "th"}`;

/** `left` is the number of requests until then. */
export function describeKey(left: number): string {
  if (left <= 0) return "the key has expired";
  return `the key expires after ${left} more ${left === 1 ? "request" : "requests"}`;
}
