/**
 * Batches actions on a world: those that arrive while we wait for the store run together, with one
 * store command.
 */
import { setImmediate } from "node:timers/promises";

/** Returns or throws what the action returned or threw. */
type ActResult = () => unknown;

/**
 * Turns `perform`, which runs one action, into one that runs many concurrent actions at once. Each
 * caller gets what its own `act` returns or throws, in the order of the calls, or what the given
 * `perform` throws.
 */
export function batched(perform: <T>(act: () => T) => Promise<T>): typeof perform {
  let waiting: (() => unknown)[] = [];
  let batch: Promise<ActResult[]> = Promise.resolve([]);
  const performAll = async (): Promise<ActResult[]> => {
    // Waits for actions in the same turn of the event loop.
    await setImmediate();
    const acts = waiting;
    waiting = [];
    return perform(() => acts.map(resultOf));
  };
  return async <T>(act: () => T): Promise<T> => {
    const at = waiting.push(act) - 1;
    // Batches run one after the other, even if one fails.
    if (at === 0) batch = batch.catch(() => {}).then(performAll);
    const outcomes = await batch;
    return outcomes[at]!() as T;
  };
}

function resultOf(act: () => unknown): ActResult {
  try {
    const value = act();
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
