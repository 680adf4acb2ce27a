/** `orders-kit/playwright` with a mock that is already running and has its own keys. */
import { parseJson } from "../../spec/json/json.ts";
import { type RunningMock, startMock } from "../http/server.ts";
import { test as base, expect } from "./orders-fixture.ts";

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

test("the given mock is used, in an isolated world", async ({ orders, running }) => {
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
