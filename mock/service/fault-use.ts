/** Decides whether a fault counts a request, and whether it affects the request. */
import { hash32, seededRandom } from "../../fixtures/hash32.ts";
import type { Fault } from "../../scenarios/scenario.ts";
import type { Match } from "../../spec/interface/match.ts";

/** The part of a request that a fault looks at. */
export type FaultTarget = Pick<Match, "operation" | "orderId">;

/**
 * Returns the fault with its new counts. `isTurnTaken`: another fault with `times` already affects
 * the request.
 */
export function useOf(
  fault: Fault,
  target: FaultTarget,
  seed: number,
  isTurnTaken: boolean,
): Fault {
  if (!appliesTo(fault, target)) return fault;
  const counted = (fault.counted ?? 0) + 1;
  const mayAffect = !(isTurnTaken && fault.times !== undefined);
  return mayAffect && affects(fault, counted, seed)
    ? { ...fault, counted, affected: (fault.affected ?? 0) + 1 }
    : { ...fault, counted };
}

/** True if the fault can no longer affect any request. */
export function isSpent({ nth = 0, times = 0, counted = 0, affected = 0 }: Fault): boolean {
  return (times > 0 && affected >= times) || (nth > 0 && counted >= nth);
}

/**
 * Returns a number in [0, 1) for the nth request of a fault. It depends only on the fault, so other
 * faults do not change it.
 */
export function randomOf(fault: Fault, seed: number, nth: number): number {
  const { counted: _, affected: __, ...own } = fault;
  let stream = 0;
  for (const sign of JSON.stringify(own)) stream = hash32(stream ^ sign.charCodeAt(0));
  return seededRandom(seed, stream, nth);
}

/** A fault without operations applies to every request, including those outside the contract. */
function appliesTo({ on, id }: Fault, { operation, orderId }: FaultTarget): boolean {
  if (id !== undefined && id !== String(orderId)) return false;
  return on === undefined || [on].flat().some((one) => one === operation?.id);
}

function affects(fault: Fault, counted: number, seed: number): boolean {
  const { nth = counted, after = 0, every = 1, probability = 1 } = fault;
  if (nth !== counted || counted <= after || (counted - after) % every !== 0) return false;
  return !isSpent(fault) && (probability === 1 || randomOf(fault, seed, counted) < probability);
}
