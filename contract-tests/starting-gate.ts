/** Holds calls of one group until all of them have arrived, so that they leave in one tick (exchange.ts, `together`). */
import type { Call } from "./exchange.ts";

/** A call that never arrives, because it was refused, does not hold the others for longer. */
const PATIENCE_MS = 2_000;

export class StartingGate {
  private readonly groups = new Map<string, (() => void)[]>();

  /** Resolves when the call may start. */
  async pass({ together }: Call): Promise<void> {
    if (together === undefined) return;
    const waiting = this.groups.get(together.group) ?? [];
    this.groups.set(together.group, waiting);
    const open = (): void => {
      if (this.groups.get(together.group) !== waiting) return;
      this.groups.delete(together.group);
      for (const start of waiting) start();
    };
    const timer = setTimeout(open, PATIENCE_MS);
    await new Promise<void>((start) => {
      waiting.push(start);
      if (waiting.length === together.size) open();
    });
    clearTimeout(timer);
  }
}
