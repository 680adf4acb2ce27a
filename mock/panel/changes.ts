/** Changes that the user makes to a world, each of which can be undone. */
import type { WorldControl } from "../control/world-control.ts";
import { orShowError, showMessage } from "./element.ts";

/** Changes run one after the other, so that each sees the result of the one before. */
let last: Promise<unknown> = Promise.resolve();

function inTurn(act: () => Promise<void>): Promise<void> {
  const made = last.then(act);
  last = made.catch(() => {});
  return made;
}

/** Makes a change and says what was done, with a way to undo it. Rejects if the change failed. */
export function change(
  world: WorldControl,
  done: string,
  act: (world: WorldControl) => Promise<void>,
): Promise<void> {
  return inTurn(async () => {
    const mark = await world.save();
    await act(world);
    const { calls } = await world.state({ limit: 0 });
    const undo = async (): Promise<void> => {
      const isAlone = (await world.state({ limit: 0 })).calls === calls;
      await world.restore(mark, { keepLog: true });
      showMessage(isAlone ? "Undone." : "Undone, with what your app has done since.");
    };
    showMessage(done, () => void orShowError(inTurn(undo)));
  });
}
