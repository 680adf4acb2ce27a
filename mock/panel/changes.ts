/** Changes of a world that the user makes, each of which can be undone. */
import type { WorldControl } from "../control/world-control.ts";
import { orShowError, showMessage } from "./element.ts";

/** One change after the other: each finds what the one before has left. */
let last: Promise<unknown> = Promise.resolve();

/** Makes a change and says what was done, with a way back. Rejects if it was not done. */
export function change(world: WorldControl, done: string, act: () => Promise<void>): Promise<void> {
  const made = last.then(async () => {
    const mark = await world.save();
    await act();
    showMessage(done, () => void orShowError(goBack(world, mark, "Undone.")));
  });
  last = made.catch(() => {});
  return made;
}

/** Goes back to a mark; the app's requests stay in the log. */
export async function goBack(world: WorldControl, mark: string, done: string): Promise<void> {
  await world.restore(mark, { keepLog: true });
  showMessage(done);
}
