/** The script of the panel's own page. */

import { BASE_PATH } from "../../spec/base-address.ts";
import { httpConnection } from "./http-connection.ts";
import { startPanel } from "./start-panel.ts";

await startPanel({
  connection: httpConnection(),
  baseUrl: `${location.origin}${BASE_PATH}`,
  isServed: true,
  world: new URLSearchParams(location.search).get("world") ?? "",
  onWorld: (world) => {
    const query = world === "" ? "" : `?${new URLSearchParams({ world })}`;
    history.replaceState(null, "", `${location.pathname}${query}`);
  },
});
