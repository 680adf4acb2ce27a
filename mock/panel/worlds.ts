/** The choice of the shown world. */
import type { ControlConnection } from "./connection.ts";
import { setClock } from "./countdown.ts";
import { byId, options, orShowError, setText } from "./element.ts";
import { onSubmit } from "./forms.ts";

/** Lets the user select the shown world. */
export function selectWorlds(
  connection: ControlConnection,
  first: string,
  onSelect: (world: string) => void,
): void {
  let shown = first;
  const select = byId<HTMLSelectElement>("world");
  const name = byId<HTMLInputElement>("world-name");
  const load = async (): Promise<void> => {
    const found = await orShowError(connection.worlds());
    const { worlds = [], shared = false, key = "", now = Date.now() } = found ?? {};
    setClock(now);
    setText(byId("world-key"), shown === "" ? key : `${key}.${shown}`);
    if (shared) setText(byId("requests-title"), "Requests to this replica");
    const names = new Set(["", ...worlds.map(({ name }) => name).sort(), shown]);
    select.replaceChildren(...options(names, "main"));
    select.value = shown;
  };
  const open = (world: string): void => {
    shown = world;
    void load();
    onSelect(world);
  };
  select.addEventListener("change", () => open(select.value));
  select.addEventListener("focus", () => void load());
  const dialog = onSubmit("world-dialog", async () => open(name.value));
  byId("open-world").addEventListener("click", () => {
    name.value = "";
    dialog.showModal();
  });
  void load();
}
