import type { Clock } from "../../safety/guard.ts";

/** A clock that stands still while anything else can happen, and then goes on to the end of the wait that ends first. */
export function virtualClock(): Clock {
  let now = 0;
  const waits: { readonly until: number; readonly resolve: () => void }[] = [];
  let isAdvancing = false;
  const advance = async (): Promise<void> => {
    if (isAdvancing) return;
    isAdvancing = true;
    while (waits.length > 0) {
      await new Promise(setImmediate);
      waits.sort((a, b) => a.until - b.until);
      const next = waits.shift();
      now = Math.max(now, next?.until ?? now);
      next?.resolve();
    }
    isAdvancing = false;
  };
  return {
    now: () => now,
    sleep: (ms) =>
      new Promise((resolve) => {
        waits.push({ until: now + ms, resolve });
        void advance();
      }),
  };
}
