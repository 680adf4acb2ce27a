/** Batches what is done with a world: what arrives while the store is asked is done together, with one question. */
import { setImmediate } from "node:timers/promises";

/** Returns what was returned, or throws what was thrown. */
type Outcome = () => unknown;

/**
 * Makes a `perform` that does one thing one for many callers at the same time. Each gets what its own `act` returns or throws, in the order
 * of the calls, or what the given `perform` throws.
 */
export function batched(perform: <T>(act: () => T) => Promise<T>): typeof perform {
  let waiting: (() => unknown)[] = [];
  let batch: Promise<Outcome[]> = Promise.resolve([]);
  const performAll = async (): Promise<Outcome[]> => {
    // Also what arrives in the same turn of the event loop.
    await setImmediate();
    const acts = waiting;
    waiting = [];
    return perform(() => acts.map(outcomeOf));
  };
  return async <T>(act: () => T): Promise<T> => {
    const at = waiting.push(act) - 1;
    // One batch after the other, whether the one before has failed or not.
    if (at === 0) batch = batch.catch(() => {}).then(performAll);
    const outcomes = await batch;
    return outcomes[at]!() as T;
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
