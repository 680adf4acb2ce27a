/** Selects the world that is shown. */
import type { ControlClient } from "../control/control-client.ts";
import { askText } from "./dialogs.ts";
import { byId, options } from "./element.ts";
import { orShowError } from "./messages.ts";

export class WorldSelect {
  private readonly control: ControlClient;
  private readonly onOpen: () => void;
  private readonly select = byId<HTMLSelectElement>("world");

  /** `onOpen` is called after the control client has been set to another world. */
  constructor(control: ControlClient, onOpen: () => void) {
    this.control = control;
    this.onOpen = onOpen;
    this.select.addEventListener("change", () => this.open(this.select.value));
    this.select.addEventListener("focus", () => void this.load());
    byId("open-world").addEventListener("click", async () => {
      const name = await askText("world-dialog", "world-name");
      if (name !== undefined) this.open(name);
    });
  }

  async load(): Promise<void> {
    const worlds = (await orShowError(this.control.worlds())) ?? [];
    const names = new Set(["", ...worlds.sort(), this.control.world]);
    this.select.replaceChildren(...options([...names].map((name) => [name, name === "" ? "main" : name])));
    this.select.value = this.control.world;
  }

  private open(world: string): void {
    this.control.world = world;
    void this.load();
    this.onOpen();
  }
}
