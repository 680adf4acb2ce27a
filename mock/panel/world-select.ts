/** Which world is looked at; the page's address keeps it. */
import type { Control } from "./control.ts";
import { ask } from "./dialogs.ts";
import { byId, options } from "./element.ts";
import { attempt } from "./messages.ts";

export class WorldSelect {
  private readonly control: Control;
  private readonly onEnter: () => void;
  private readonly select = byId<HTMLSelectElement>("world");

  /** `onEnter` is called when the control's world is another. */
  constructor(control: Control, onEnter: () => void) {
    this.control = control;
    this.onEnter = onEnter;
    this.select.addEventListener("change", () => this.enter(this.select.value));
    this.select.addEventListener("focus", () => void this.load());
    byId("open-world").addEventListener("click", async () => {
      const name = await ask("world-dialog", "world-name");
      if (name !== undefined) this.enter(name);
    });
  }

  async load(): Promise<void> {
    const worlds = (await attempt(this.control.worlds())) ?? [];
    const names = new Set(["", ...worlds.map(({ name }) => name).sort(), this.control.world]);
    this.select.replaceChildren(...options([...names].map((name) => [name, name === "" ? "main" : name])));
    this.select.value = this.control.world;
  }

  private enter(world: string): void {
    this.control.world = world;
    history.replaceState(null, "", world === "" ? location.pathname : `?${new URLSearchParams({ world })}`);
    void this.load();
    this.onEnter();
  }
}
