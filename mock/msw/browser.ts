/**
 * `orders-kit/browser`: the service in a page, through msw's service worker. `orders-kit init DIR`
 * installs the worker's script.
 *
 * import { worker } from "orders-kit/browser"; await worker.start({ panel: true, scenario: "int64",
 * baseUrl: "/v1" });
 *
 * Without `baseUrl`, the worker answers at the default address of `orders-kit mock`,
 * http://127.0.0.1:4010/v1. Every page has its own orders, which a reload resets unless they
 * persist, as they do with a panel. For a worker with your own handlers:
 *
 * const world = createWorld({ scenario: "int64" }); await keepWorld(world, sessionStorage); await
 * setupWorker(...createHandlers({ world, baseUrl: "/v1" })).start(); await addPanel(world, "/v1");
 */
import { type SetupWorker, setupWorker } from "msw/browser";
import type { ScenarioChoice } from "../../scenarios/load.ts";
import type { Fault } from "../../scenarios/scenario.ts";
import { DEFAULT_BASE_URL } from "../../spec/base-address.ts";
import type { Corner } from "../panel/page-panel.ts";
import { explainStart } from "./explain-start.ts";
import { createHandlers } from "./handlers.ts";
import { beginWith, createWorld, keepWorld, type MockWorld, serviceOf } from "./mock-world.ts";
import { nearMiss } from "./near-miss.ts";

export { keepWorld };

type MswOptions = NonNullable<Parameters<SetupWorker["start"]>[0]>;

export interface WorkerOptions extends MswOptions {
  /** Scenario with which the page's world starts, as for `createWorld`. Default: `default`. */
  readonly scenario?: ScenarioChoice | undefined;
  /** Faults in addition to the scenario's. */
  readonly faults?: readonly Fault[] | undefined;
  /**
   * The service's base address as the app calls it, or a path on the page's own origin, such as
   * `/v1`. Default: http://127.0.0.1:4010/v1.
   */
  readonly baseUrl?: string | undefined;
  /**
   * Adds a button to the page that opens the panel for this page's world: `true`, or a corner of
   * the page. Default: false.
   */
  readonly panel?: boolean | Corner | undefined;
  /**
   * `session`: the world survives a reload of the page while the tab is open. Default: `session`
   * with a panel, false without.
   */
  readonly persist?: "session" | false | undefined;
}

export interface Worker extends Omit<SetupWorker, "start"> {
  start(options?: WorkerOptions): Promise<ServiceWorkerRegistration | undefined>;
}

/** The world of the page: `world.ship("17")` ships an order, `world.reset()` resets all of them. */
export const world: MockWorld = createWorld();

const handlersAt = (baseUrl: string) => [...createHandlers({ world, baseUrl }), nearMiss(baseUrl)];
/** The handlers that a reset returns to. */
let handlers = handlersAt(DEFAULT_BASE_URL);

const mswWorker: SetupWorker = setupWorker(...handlers);
const startMsw = mswWorker.start.bind(mswWorker);
const resetMsw = mswWorker.resetHandlers.bind(mswWorker);

export const worker: Worker = Object.assign(mswWorker, {
  resetHandlers: (...next: Parameters<SetupWorker["resetHandlers"]>) =>
    resetMsw(...(next.length === 0 ? handlers : next)),
  start: async (options: WorkerOptions = {}) => {
    const { scenario, faults, baseUrl = DEFAULT_BASE_URL, panel = false, ...rest } = options;
    const { persist = panel === false ? false : "session", ...mswOptions } = rest;
    // At the default address, we keep handlers that the page added before the start.
    if (baseUrl !== DEFAULT_BASE_URL) {
      handlers = handlersAt(baseUrl);
      resetMsw(...handlers);
    }
    if ((scenario ?? faults) !== undefined) await beginWith(world, scenario, faults);
    if (persist === "session") await keepWorld(world, sessionStorage);

    // These handlers are not for the page's other requests.
    const registration = await startMsw({ onUnhandledRequest: "bypass", ...mswOptions }).catch(
      (error: unknown) => explainStart(error, mswOptions.serviceWorker?.url),
    );
    // The panel needs trusted types, too.
    if (registration === null) return undefined;
    if (panel !== false) await addPanel(world, baseUrl, panel === true ? undefined : panel);
    return registration;
  },
});

/**
 * Adds a button to a corner of the page that opens the panel for a world. The panel shows
 * `baseUrl`.
 */
export async function addPanel(world: MockWorld, baseUrl: string, corner?: Corner): Promise<void> {
  const { startPagePanel: add } = await import("../panel/page-panel.ts");
  add(await serviceOf(world)(), new URL(baseUrl, location.href).href.replace(/\/$/, ""), corner);
}
