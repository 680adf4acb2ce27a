/** Holds the calls of one group until all of them have arrived, so that they are sent in the same tick. */
import type { OutgoingCall } from "../exchange.ts";

/** Milliseconds after which a group is released although a call is missing, for example because the guard refused it. */
const MAX_HOLD_MS = 2_000;

export class Barrier {
  private readonly groups = new Map<string, (() => void)[]>();

  /** Resolves when the call may be sent. */
  async pass({ barrier }: OutgoingCall): Promise<void> {
    if (barrier === undefined) return;
    const waiting = this.groups.get(barrier.group) ?? [];
    this.groups.set(barrier.group, waiting);
    const release = (): void => {
      if (this.groups.get(barrier.group) !== waiting) return;
      this.groups.delete(barrier.group);
      for (const resolve of waiting) resolve();
    };
    const timer = setTimeout(release, MAX_HOLD_MS);
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length === barrier.size) release();
    });
    clearTimeout(timer);
  }
}
