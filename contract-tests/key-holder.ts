/**
 * The key of a run that Playwright itself started, for the reporter's last look at what was written. It stands in the memory
 * of Playwright's main process only, shared by the global setup and the reporter however each of them was loaded.
 */
const PLACE = Symbol.for("orders-kit.key");
type Holder = { [PLACE]?: string };

export function holdKey(key: string): void {
  (globalThis as Holder)[PLACE] = key;
}

/** Undefined in a process that judged nothing, such as one that merges reports. */
export function heldKey(): string | undefined {
  return (globalThis as Holder)[PLACE];
}
