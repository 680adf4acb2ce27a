/** The script of the panel's own page. */
import { byId } from "./element.ts";
import { HttpConnection } from "./http-connection.ts";
import { startPanel } from "./start-panel.ts";

const keyDialog = byId<HTMLDialogElement>("key-dialog");
const adminKey = byId<HTMLInputElement>("admin-key");

keyDialog.addEventListener("submit", (event) => {
  event.preventDefault();
  keyDialog.close(adminKey.value);
});

/** Undefined when the user has closed the dialog. */
function askKey(): Promise<string | undefined> {
  adminKey.value = "";
  keyDialog.returnValue = "";
  keyDialog.showModal();
  return new Promise((resolve) => {
    keyDialog.addEventListener("close", () => resolve(keyDialog.returnValue || undefined), { once: true });
  });
}

await startPanel({
  connection: new HttpConnection(askKey),
  baseUrl: `${location.origin}/v1`,
  isServed: true,
  world: new URLSearchParams(location.search).get("world") ?? "",
  onWorld: (world) =>
    history.replaceState(null, "", world === "" ? location.pathname : `?${new URLSearchParams({ world })}`),
});
