/** The script of the panel's own page. */
import { askText } from "./element.ts";
import { HttpConnection } from "./http-connection.ts";
import { startPanel } from "./start-panel.ts";

await startPanel({
  connection: new HttpConnection(() => askText("key-dialog", "admin-key")),
  baseUrl: `${location.origin}/v1`,
  world: new URLSearchParams(location.search).get("world") ?? "",
  onWorld: (world) =>
    history.replaceState(null, "", world === "" ? location.pathname : `?${new URLSearchParams({ world })}`),
});
