/** Makes the mock itself fail, as only a bug can. */
import type { Service } from "../service/service.ts";

/**
 * Runs `act` while every list of the main world throws. Resolves with what is written to the
 * console meanwhile.
 */
export async function withBrokenList(
  { main: { store } }: Service,
  act: () => void | Promise<void>,
): Promise<string[]> {
  const told: string[] = [];
  const { error } = console;
  console.error = (text: string) => void told.push(text);
  store.list = () => {
    throw new Error("the list is broken");
  };
  try {
    await act();
  } finally {
    Reflect.deleteProperty(store, "list");
    console.error = error;
  }
  return told;
}
