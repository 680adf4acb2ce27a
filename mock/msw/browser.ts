/**
 * `orders-kit/browser`: the service in a page, by msw's service worker. `orders-kit init DIR` installs its script.
 *
 *     import { worker } from "orders-kit/browser";
 *     await worker.start({ panel: true, persist: "session" });
 *
 * It answers at the default address of `orders-kit mock`, http://127.0.0.1:4010/v1. Every page has its own orders, which
 * are reset when it is loaded, unless they persist. For another address or scenario:
 *
 *     const world = createWorld({ scenario: "int64" });
 *     await keepWorld(world, sessionStorage);
 *     await setupWorker(...createHandlers({ world, baseUrl: "/v1" })).start();
 *     await addPanel(world, "/v1");
 */
import { type SetupWorker, setupWorker } from "msw/browser";
import type { Corner } from "../panel/page-panel.ts";
import { createHandlers } from "./handlers.ts";
import {
  createWorld,
  DEFAULT_BASE_URL,
  keepWorld,
  type MockWorld,
  serviceOf,
} from "./mock-world.ts";

export { keepWorld };

type MswOptions = NonNullable<Parameters<SetupWorker["start"]>[0]>;

export interface WorkerOptions extends MswOptions {
  /** Adds a button to the page that opens the panel for this page's world: `true`, or the corner of the page. Default: false. */
  readonly panel?: boolean | Corner | undefined;
  /** `session`: the world survives a reload of the page, as long as the tab is open. Default: it is reset. */
  readonly persist?: "session" | undefined;
}

export interface Worker extends Omit<SetupWorker, "start"> {
  start(options?: WorkerOptions): Promise<ServiceWorkerRegistration | undefined>;
}

/** The world of the page: `world.ship("17")` ships an order, `world.reset()` resets all of them. */
export const world: MockWorld = createWorld();

const mswWorker: SetupWorker = setupWorker(...createHandlers({ world }));
const startMsw = mswWorker.start.bind(mswWorker);

export const worker: Worker = Object.assign(mswWorker, {
  start: async ({ panel = false, persist, ...options }: WorkerOptions = {}) => {
    if (persist === "session") await keepWorld(world, sessionStorage);
    // The other requests of the page are not for these handlers.
    const registration = await startMsw({ onUnhandledRequest: "bypass", ...options });
    if (panel !== false)
      await addPanel(world, DEFAULT_BASE_URL, panel === true ? undefined : panel);
    return registration;
  },
});

/** Adds a button to a corner of the page that opens the panel for a world. `baseUrl` is shown in it. */
export async function addPanel(world: MockWorld, baseUrl: string, corner?: Corner): Promise<void> {
  const { addPanel: add } = await import("../panel/page-panel.ts");
  add(await serviceOf(world)(), new URL(baseUrl, location.href).href.replace(/\/$/, ""), corner);
}
