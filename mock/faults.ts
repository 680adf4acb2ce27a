/** Which calls a fault strikes. Pure but for the counting: the same calls in a world of the same seed meet the same faults. */
import { scatter } from "../fixtures/shape.ts";
import type { Failure, Fault } from "../scenarios/troubles.ts";
import type { OperationId } from "../spec/operations.ts";

/** What becomes of an answer: what adapters carry out (delayMs, fail), and what a log says. */
export interface Trouble {
  readonly delayMs: number;
  readonly status?: number | undefined;
  readonly retryAfter?: number | undefined;
  readonly fail?: Failure | undefined;
  /** The key was good until now. */
  readonly keyExpired?: boolean;
}

/** Whether a fault strikes its nth call, having struck `struck` of those before. `draw` is from 0 to less than 1. */
function strikes(fault: Fault, nth: number, struck: number, draw: number): boolean {
  const { after = 0, every = 1, times = Number.POSITIVE_INFINITY, probability = 1 } = fault;
  if (fault.nth !== undefined && fault.nth !== nth) return false;
  return nth > after && (nth - after) % every === 0 && struck < times && draw < probability;
}

/** From 0 to less than 1, always the same for the same three integers. */
export function drawOf(seed: number, index: number, nth: number): number {
  return scatter(scatter(scatter(seed) ^ index) ^ nth) / 2 ** 32;
}

/** The faults of one world and the calls that they have counted. */
export class Faults {
  readonly list: readonly Fault[];
  private readonly seed: number;
  private readonly counted: number[];
  private readonly struck: number[];

  constructor(list: readonly Fault[], seed: number) {
    this.list = list;
    this.seed = seed;
    this.counted = list.map(() => 0);
    this.struck = list.map(() => 0);
  }

  /** Counts a call and tells what becomes of its answer. */
  meet(operation: OperationId | undefined): Trouble | undefined {
    let delay: number | undefined;
    let answer: Fault | undefined;
    this.list.forEach((fault, index) => {
      if (!concerns(fault, operation)) return;
      const nth = ++this.counted[index]!;
      // Two draws a call, so that the length of a delay does not hang on whether it struck.
      if (!strikes(fault, nth, this.struck[index]!, drawOf(this.seed, 2 * index, nth))) return;
      this.struck[index]!++;
      if (fault.delay !== undefined) delay ??= lengthOf(fault.delay, drawOf(this.seed, 2 * index + 1, nth));
      if (fault.status !== undefined || fault.fail !== undefined) answer ??= fault;
    });
    if (delay === undefined && answer === undefined) return undefined;
    return { delayMs: delay ?? 0, status: answer?.status, retryAfter: answer?.retryAfter, fail: answer?.fail };
  }
}

/** A fault that names no operation concerns every call, those beside the contract too. */
function concerns({ on }: Fault, operation: OperationId | undefined): boolean {
  if (on === undefined) return true;
  if (operation === undefined) return false;
  return typeof on === "string" ? on === operation : on.includes(operation);
}

function lengthOf(delay: NonNullable<Fault["delay"]>, draw: number): number {
  if (typeof delay === "number") return delay;
  const [least, most] = delay;
  return Math.round(least + draw * (most - least));
}
