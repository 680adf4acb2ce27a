/**
 * `orders-kit/playwright`: Playwright's `test`, with orders that no other worker sees.
 *
 *     import { expect, test } from "orders-kit/playwright";
 *     test("cancelling what has just shipped", async ({ page, orders }) => {
 *       await orders.ship("17");
 *       …
 *     });
 *
 * Each worker has a world of its own, which its key opens; each test finds it as the scenario begins. The app under test
 * calls `orders.baseUrl` with `orders.apiKey`. Besides, it is the test of `playwright/test`: `mergeTests` and `extend` work.
 */
import { randomBytes } from "node:crypto";
import { test as base, expect } from "playwright/test";
import type { Fault } from "../scenarios/troubles.ts";
import { PROBLEMS } from "../spec/problems.ts";
import { type CalledRequest, ControlClient, type OrdersState, type ResetOptions } from "./control-client.ts";

export { type CalledRequest, expect, type Fault, type OrdersState, type ResetOptions };

export interface Orders {
  /** What the app under test calls; it ends in the version segment. */
  readonly baseUrl: string;
  /** The key that opens this worker's world. */
  readonly apiKey: string;
  /** Begins anew, with another scenario, seed or number of orders if asked for; faults are those of the scenario. */
  reset(options?: ResetOptions): Promise<void>;
  /** The order ships now, between what the app has listed and what it does next. */
  ship(id: OrderId): Promise<void>;
  /** Someone else cancels the order. */
  cancel(id: OrderId): Promise<void>;
  /** From now on calls meet these faults and no others; without any, all is well again. */
  fault(...faults: Fault[]): Promise<void>;
  /** Every order with its hidden state, those that are cancelled too. */
  state(): Promise<OrdersState>;
  /** The app's last 200 calls since the test or the last reset began, each with what the contract says of it. */
  requests(): Promise<readonly CalledRequest[]>;
}

/** Digits: a number cannot hold every id. */
export type OrderId = string | bigint;

export interface OrdersOptions {
  /** The mock's address; $ORDERS_URL by default. Where there is none, each worker starts a mock of its own. */
  ordersUrl: string | undefined;
  /** A key that the mock accepts; $ORDERS_API_KEY, else demo-key. Worlds are opened by what is appended to it. */
  ordersApiKey: string;
  /** The key of the mock's control, where it was started with one; $ORDERS_ADMIN_KEY by default. */
  ordersAdminKey: string | undefined;
}

export const test = base.extend<{ orders: Orders }, OrdersOptions & { ordersWorld: World }>({
  ordersUrl: [process.env.ORDERS_URL, { option: true, scope: "worker" }],
  ordersApiKey: [process.env.ORDERS_API_KEY || "demo-key", { option: true, scope: "worker" }],
  ordersAdminKey: [process.env.ORDERS_ADMIN_KEY, { option: true, scope: "worker" }],
  ordersWorld: [
    async ({ ordersUrl, ordersApiKey, ordersAdminKey }, use, { workerIndex }) => {
      // Unlike that of any other run against the same mock.
      const name = `w${workerIndex}-${randomBytes(4).toString("hex")}`;
      const mock = ordersUrl === undefined ? await startOwn(ordersApiKey, ordersAdminKey) : undefined;
      const baseUrl = mock?.baseUrl ?? checked(ordersUrl ?? "");
      const control = new ControlClient(baseUrl, name, ordersAdminKey);
      await use({ baseUrl, apiKey: `${ordersApiKey}.${name}`, control });
      if (mock === undefined) await control.forget();
      else await mock.close();
    },
    { scope: "worker" },
  ],
  orders: async ({ ordersWorld: { control, ...address } }, use) => {
    await control.reset();
    await use({
      ...address,
      reset: (options) => control.reset(options),
      ship: (id) => control.ship(id),
      cancel: (id) => control.cancel(id),
      fault: (...faults) => control.fault(faults),
      state: () => control.state(),
      requests: () => control.requests(),
    });
  },
});

interface World extends Pick<Orders, "baseUrl" | "apiKey"> {
  readonly control: ControlClient;
}

async function startOwn(apiKey: string, adminKey: string | undefined) {
  const { startMock } = await import("./server.ts");
  return startMock({ port: 0, apiKeys: [apiKey], adminKey });
}

function checked(url: string): string {
  if (!/^https?:\/\/[^?#]+\/v1\/?$/.test(url)) throw PROBLEMS.badBaseUrl(url);
  return url.replace(/\/$/, "");
}
