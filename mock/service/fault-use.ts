/** Decides whether one fault counts a request, and whether it affects it. */
import { hash32, seededRandom } from "../../fixtures/hash32.ts";
import type { Fault } from "../../scenarios/scenario.ts";
import type { Match } from "../../spec/interface/match.ts";

/** The part of a request that a fault looks at. */
export type FaultTarget = Pick<Match, "operation" | "orderId">;

/** The fault with what it has counted then. `isTurnTaken`: another fault with `times` affects the request already. */
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

/** True if it can affect no request any more. */
export function isSpent({ nth = 0, times = 0, counted = 0, affected = 0 }: Fault): boolean {
  return (times > 0 && affected >= times) || (nth > 0 && counted >= nth);
}

/**
 * From 0 to less than 1, for the nth request of a fault: always the same for the same fault, so that no other fault has to do with it.
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
