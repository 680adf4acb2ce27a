import type { Clock } from "../../client/clock.ts";

/** How many times faster than real time the clock runs. */
const SPEED = 50;

/** A clock for gate and deployment that makes waits short but keeps their order. */
export function fastClock(): Clock {
  const began = performance.now();
  return {
    now: () => (performance.now() - began) * SPEED,
    epoch: Date.now(),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms / SPEED)),
  };
}
