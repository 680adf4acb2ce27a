/** Holds the calls of one group until all of them have arrived, so that they are sent in the same tick. */
import type { OutgoingCall } from "../client/exchange.ts";

type Group = NonNullable<OutgoingCall["barrier"]>;

/** Milliseconds after which a group is released although a call is missing: it may wait for an answer to another call. */
const MAX_HOLD_MS = 2_000;

export class Barrier {
  private readonly groups = new Map<string, { missing: number; readonly waiting: (() => void)[] }>();

  /** Resolves when the call may be sent. */
  async pass(barrier: Group): Promise<void> {
    const group = this.arrive(barrier);
    const timer = setTimeout(() => this.release(barrier.group), MAX_HOLD_MS);
    await new Promise<void>((resolve) => {
      group.waiting.push(resolve);
      if (group.missing === 0) this.release(barrier.group);
    });
    clearTimeout(timer);
  }

  /** The others of its group do not wait for this call. */
  leave(barrier: Group): void {
    if (this.arrive(barrier).missing === 0) this.release(barrier.group);
  }

  private arrive({ group: name, size }: Group): { missing: number; readonly waiting: (() => void)[] } {
    const group = this.groups.get(name) ?? { missing: size, waiting: [] };
    this.groups.set(name, group);
    group.missing--;
    return group;
  }

  private release(name: string): void {
    for (const resolve of this.groups.get(name)?.waiting ?? []) resolve();
    this.groups.delete(name);
  }
}
