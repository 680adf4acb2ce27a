/** Batches what is done with a world: what arrives while the store is asked is done together, with one question. */
import { setImmediate } from "node:timers/promises";

/** Returns what was returned, or throws what was thrown. */
type Outcome = () => unknown;

interface Step {
  readonly act: () => unknown;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Makes a `perform` that does one thing one for many callers at the same time. Each gets what its own `act` returns or throws, in the order
 * of the calls, or what the given `perform` throws.
 */
export function batched(perform: <T>(act: () => T) => Promise<T>): typeof perform {
  let waiting: Step[] = [];
  let last = Promise.resolve();
  const performAll = async (): Promise<void> => {
    // Also what arrives in the same turn of the event loop.
    await setImmediate();
    const steps = waiting;
    waiting = [];
    try {
      const outcomes = await perform(() => steps.map(({ act }) => outcomeOf(act)));
      for (const [at, { resolve }] of steps.entries()) resolve(outcomes[at]!);
    } catch (error) {
      for (const { reject } of steps) reject(error);
    }
  };
  return async <T>(act: () => T): Promise<T> => {
    const outcome = await new Promise<Outcome>((resolve, reject) => {
      waiting.push({ act, resolve, reject });
      if (waiting.length === 1) last = last.then(performAll);
    });
    return outcome() as T;
  };
}

function outcomeOf(act: () => unknown): Outcome {
  try {
    const value = act();
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
