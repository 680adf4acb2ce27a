/** Bounds the memory that bodies take: how large one may be, and how many calls are open when bodies are large. */
import { LIMITS } from "../limits.ts";

/** Bytes of all bodies that are received at a time. */
const BUDGET = LIMITS.bodyBytes;
/** Of a body other than a list of orders: an Error has a few hundred. */
const MAX_OTHER_BYTES = 4 * 1024 * 1024;
/** What is left of a limit once a deployment has exceeded it: the next answers are likely to do the same. */
const REDUCED = 0.1;

export class BodyBudget {
  private limit: number;
  private readonly reducedLimit: number;
  /** Bytes of the largest body so far. */
  private largest = 1;
  private open = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(limit: number) {
    this.limit = limit;
    this.reducedLimit = limit * REDUCED;
  }

  /** The limit of a body; only the list of orders may be large. */
  limitOf(kind: "list" | "other"): number {
    return kind === "list" ? this.limit : Math.min(this.limit, MAX_OTHER_BYTES);
  }

  /** Resolves when there is room for one more call with a large body. */
  async enter(): Promise<void> {
    while (this.open > 0 && (this.open + 1) * this.largest > BUDGET)
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.open++;
  }

  /** `bytes` of the body that was received. */
  leave(bytes: number, size: "whole" | "too-large"): void {
    if (size === "too-large") this.limit = this.reducedLimit;
    this.largest = Math.min(this.limit, Math.max(this.largest, bytes));
    this.open--;
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}
