/**
 * The dialog of marks set by hand, each a state of the world to return to. Marks last until the tab
 * is closed.
 */
import type { WorldControl } from "../../control/world-control.ts";
import { change } from "../changes.ts";
import type { ShownWorld } from "../connection.ts";
import { button, byId, element, orShowError } from "../element.ts";
import { inTab } from "../storage.ts";

export function marksDialog(shown: ShownWorld, worldName: () => string): void {
  const dialog = byId<HTMLDialogElement>("marks-dialog");
  const list = byId("marks");
  const place = (): string => `mark ${worldName()} `;

  const show = (): void => {
    const marks = inTab.all(place()).toSorted(([a], [b]) => (a < b ? 1 : -1));
    list.replaceChildren(...marks.map(([title, mark]) => markItem(title, mark)));
    byId("no-marks").hidden = marks.length > 0;
  };
  const markItem = (title: string, mark: string): HTMLLIElement => {
    const restore = async (): Promise<void> => {
      const done = "The world is what it was at the mark.";
      await orShowError(change(shown(), done, (world) => world.restore(mark, { keepLog: true })));
      dialog.close();
    };
    const remove = (): void => {
      inTab.remove(place() + title);
      show();
    };
    const name = { "aria-label": `Remove the mark of ${title}` };
    return element(
      "li",
      {},
      element("span", {}, title),
      button("Restore", () => void restore()),
      button("Remove", remove, name),
    );
  };

  const setMark = async (world: WorldControl): Promise<void> => {
    const [mark, state] = await Promise.all([world.save(), world.state({ limit: 0 })]);
    const title = `${new Date().toLocaleTimeString("en-GB")} ${state.description}`;
    inTab.set(place() + title, mark);
    if (inTab.get(place() + title) === "") throw new Error("This browser keeps no more marks.");
    show();
  };
  byId("set-mark").addEventListener("click", () => void orShowError(setMark(shown())));
  byId("open-marks").addEventListener("click", () => {
    show();
    dialog.showModal();
  });
  dialog.querySelector("[data-close]")?.addEventListener("click", () => dialog.close());
}
