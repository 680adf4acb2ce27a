/**
 * `orders-kit/playwright`: Playwright's `test` with a fixture for isolated orders.
 *
 * import { expect, test } from "orders-kit/playwright"; test("cancel an order that has just
 * shipped", async ({ page, orders }) => { await orders.ship("17"); … });
 *
 * Each worker has its own world, which we reset before each test. The app under test calls
 * `orders.baseUrl` with `orders.apiKey`. `mergeTests` and `extend` work as with the `test` of
 * `playwright/test`.
 */
import { randomBytes } from "node:crypto";
import type { Fault } from "../../scenarios/scenario.ts";
import { checkedBaseUrl } from "../../spec/base-address.ts";
import type { OrderId } from "../../spec/schema/integers.ts";
import type { AnnotatedRequest as CalledRequest } from "../control/request-notes.ts";
import { soundnessCheck } from "../control/shared-methods.ts";
import type { OrdersState, ResetOptions, WorldControl } from "../control/world-control.ts";
import { mockError } from "../errors/mock-errors.ts";
import { mockOverHttp } from "./mock-over-http.ts";
import { test as base, expect } from "./runner.ts";

export {
  type CalledRequest,
  expect,
  type Fault,
  type OrderId,
  type OrdersState,
  type ResetOptions,
};

/** The orders of this worker, and the address at which the app under test finds them. */
export interface Orders extends WorldControl {
  /** The base address that the app under test calls; it ends in the version segment. */
  readonly baseUrl: string;
  /** The API key of this worker's world. */
  readonly apiKey: string;
}

export interface OrdersOptions {
  /**
   * Base address of a running mock. Default: $ORDERS_URL. Without an address, each worker starts
   * its own mock.
   */
  ordersUrl: string | undefined;
  /**
   * An API key of the mock, to which each world adds a suffix. Default: $ORDERS_API_KEY, or
   * demo-key if that is unset.
   */
  ordersApiKey: string;
  /** The admin key of the mock, if it was started with one. Default: $ORDERS_ADMIN_KEY. */
  ordersAdminKey: string | undefined;
}

export const test = base.extend<{ orders: Orders }, OrdersOptions & { ordersWorld: WorkerWorld }>({
  ordersUrl: [process.env.ORDERS_URL, { option: true, scope: "worker" }],
  ordersApiKey: [process.env.ORDERS_API_KEY || "demo-key", { option: true, scope: "worker" }],
  ordersAdminKey: [process.env.ORDERS_ADMIN_KEY, { option: true, scope: "worker" }],
  ordersWorld: [
    async ({ ordersUrl, ordersApiKey, ordersAdminKey }, use, { workerIndex }) => {
      // Unique among all runs against the same mock.
      const name = `w${workerIndex}-${randomBytes(4).toString("hex")}`;
      const own =
        ordersUrl === undefined ? await startOwnMock(ordersApiKey, ordersAdminKey) : undefined;
      const baseUrl = own?.baseUrl ?? checkedBaseUrl(ordersUrl ?? "");
      if (baseUrl === undefined) throw mockError("bad-base-url", { value: ordersUrl ?? "" });
      const mock = mockOverHttp(baseUrl, ordersAdminKey);
      // The mock logs requests without a valid key in the main world. In a worker's own mock, they
      // come from its app.
      const others = own === undefined ? [] : [mock.world("")];
      const worlds = [mock.world(name), ...others] as const;
      await use({ baseUrl, apiKey: `${ordersApiKey}.${name}`, worlds });
      if (own === undefined) await mock.deleteWorld(name);
      else await own.close();
    },
    { scope: "worker" },
  ],
  orders: async ({ ordersWorld: { worlds, ...address } }, use) => {
    for (const world of worlds) await world.reset();
    const read = async () => (await Promise.all(worlds.map((one) => one.requests()))).flat();
    await use({ ...address, ...worlds[0], expectSound: soundnessCheck(read) });
  },
});

interface WorkerWorld extends Pick<Orders, "baseUrl" | "apiKey"> {
  /** The worker's own world, and any other world whose requests come from its app. */
  readonly worlds: readonly [WorldControl, ...WorldControl[]];
}

async function startOwnMock(apiKey: string, adminKey: string | undefined) {
  const { startMock } = await import("../http/server.ts");
  return startMock({ port: 0, apiKeys: [apiKey], adminKey });
}
