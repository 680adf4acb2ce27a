/** The time of a run: one monotonic clock for the whole run makes any two moments comparable. */
export interface Clock {
  /** Milliseconds. Never goes back. */
  now(): number;
  /** Milliseconds since 1970 at which `now()` was 0. */
  readonly epoch: number;
  sleep(ms: number): Promise<void>;
}

export const SYSTEM_CLOCK: Clock = {
  now: () => performance.now(),
  epoch: performance.timeOrigin,
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};
