/** `orders-kit/playwright` on a mock that is running already, with keys of its own. */

import { parseJson } from "../spec/json.ts";
import { test as base, expect } from "./playwright.ts";
import { type RunningMock, startMock } from "./server.ts";

const test = base.extend<object, { running: RunningMock }>({
  running: [
    async ({ browserName: _ }, use) => {
      const mock = await startMock({ port: 0, apiKeys: ["team-key"], adminKey: "admin-key" });
      await use(mock);
      await mock.close();
    },
    { scope: "worker" },
  ],
  ordersUrl: [({ running }, use) => use(running.baseUrl), { scope: "worker" }],
  ordersApiKey: [({ browserName: _ }, use) => use("team-key"), { scope: "worker" }],
  ordersAdminKey: [({ browserName: _ }, use) => use("admin-key"), { scope: "worker" }],
});

test("the mock that was named is used, in a world of its own", async ({ orders, running }) => {
  expect(orders.baseUrl).toBe(running.baseUrl);
  expect(orders.apiKey).toMatch(/^team-key\.w/);
  await orders.reset({ scenario: "empty" });
  const count = async (key: string): Promise<number> => {
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(`${running.baseUrl}/store/orders`, { headers });
    return (parseJson(await response.text()) as []).length;
  };
  expect([await count(orders.apiKey), await count("team-key")]).toEqual([0, 50]);
});
