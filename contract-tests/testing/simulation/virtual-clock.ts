import type { Clock } from "../../client/clock.ts";

/**
 * A clock that stands still while anything else can happen, then jumps to the end of the shortest
 * wait.
 */
export function virtualClock(): Clock {
  let now = 0;
  const waits: { readonly until: number; readonly resolve: () => void }[] = [];
  let isAdvancing = false;
  const advance = async (): Promise<void> => {
    if (isAdvancing) return;
    isAdvancing = true;
    while (waits.length > 0) {
      await new Promise(setImmediate);
      const next = waits.reduce((first, wait) => (wait.until < first.until ? wait : first));
      waits.splice(waits.indexOf(next), 1);
      now = Math.max(now, next.until);
      next.resolve();
    }
    isAdvancing = false;
  };
  return {
    now: () => now,
    epoch: Date.UTC(2026, 0, 1),
    sleep: (ms) =>
      new Promise((resolve) => {
        waits.push({ until: now + ms, resolve });
        void advance();
      }),
  };
}
