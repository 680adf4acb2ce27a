/** Decides which requests a fault affects. With the same seed, the same sequence of requests gets the same faults. */
import { seededRandom } from "../../fixtures/hash32.ts";
import type { Fault } from "../../scenarios/events.ts";
import type { OperationId } from "../../spec/clauses/index.ts";
import type { FaultEffect } from "../replies/messages.ts";

/** Whether a fault affects the nth request, after `hits` earlier ones. `random` is in [0, 1). */
function matches(fault: Fault, nth: number, hits: number, random: number): boolean {
  const { after = 0, every = 1, times = Number.POSITIVE_INFINITY, probability = 1 } = fault;
  if (fault.nth !== undefined && fault.nth !== nth) return false;
  return nth > after && (nth - after) % every === 0 && hits < times && random < probability;
}

/** How many requests each fault has counted, and how many of them it has affected. */
export interface FaultCounters {
  readonly calls: readonly number[];
  readonly hits: readonly number[];
}

/** The faults of one world and their counters. */
export class Faults {
  readonly list: readonly Fault[];
  private readonly seed: number;
  private readonly calls: number[];
  private readonly hits: number[];

  /** `counters` are those of equal faults. */
  constructor(list: readonly Fault[], seed: number, counters?: FaultCounters) {
    this.list = list;
    this.seed = seed;
    this.calls = list.map((_, index) => counters?.calls[index] ?? 0);
    this.hits = list.map((_, index) => counters?.hits[index] ?? 0);
  }

  get counters(): FaultCounters {
    return { calls: this.calls, hits: this.hits };
  }

  /** Counts a request; returns the effect of the faults on its response, if any. */
  effectOnCall(operation: OperationId | undefined): FaultEffect | undefined {
    let delay: number | undefined;
    let answer: Fault | undefined;
    this.list.forEach((fault, index) => {
      if (!appliesTo(fault, operation)) return;
      const nth = ++this.calls[index]!;
      // Two random streams, so that the length of a delay does not depend on whether the fault applies.
      if (!matches(fault, nth, this.hits[index]!, seededRandom(this.seed, 2 * index, nth))) return;
      this.hits[index]!++;
      if (fault.delay !== undefined) delay ??= delayMs(fault.delay, seededRandom(this.seed, 2 * index + 1, nth));
      if (fault.status !== undefined || fault.fail !== undefined) answer ??= fault;
    });
    if (delay === undefined && answer === undefined) return undefined;
    return { delayMs: delay ?? 0, status: answer?.status, retryAfter: answer?.retryAfter, fail: answer?.fail };
  }
}

/** A fault without operations applies to every request, including those outside the contract. */
function appliesTo({ on }: Fault, operation: OperationId | undefined): boolean {
  return on === undefined || [on].flat().some((one) => one === operation);
}

function delayMs(delay: NonNullable<Fault["delay"]>, random: number): number {
  if (typeof delay === "number") return delay;
  const [least, most] = delay;
  return Math.round(least + random * (most - least));
}
