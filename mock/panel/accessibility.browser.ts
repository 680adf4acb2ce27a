import { expect } from "playwright/test";
import { call, expectAccessible, requests, test } from "../testing/panel.ts";

for (const [name, use] of [
  ["light", { colorScheme: "light", viewport: { width: 1440, height: 900 } }],
  ["dark", { colorScheme: "dark", viewport: { width: 1440, height: 900 } }],
  ["narrow", { colorScheme: "light", viewport: { width: 360, height: 740 } }],
] as const)
  test.describe(name, () => {
    test.use(use);

    test("axe finds no violations, and the page does not overflow", async ({ open }) => {
      const { page, mock } = await open();
      await expect(page.getByText("live", { exact: true })).toBeVisible();
      await call(mock, "GET", "/store/orders?limit=10");
      await call(mock, "DELETE", "/store/orders/2");
      await call(mock, "DELETE", "/store/orders/3");
      const rare = { on: ["listOrders", "getPet"], nth: 4, after: 1, fail: "hang" };
      const body = JSON.stringify([{ status: 503 }, rare]);
      const headers = { "content-type": "application/json" };
      await fetch(`${mock.adminUrl}/faults`, { method: "PUT", headers, body });
      await call(mock, "GET", "/store/orders");
      await expect(requests(page)).toHaveCount(4);
      await expect(
        page.getByRole("list", { name: "Active faults" }).getByRole("listitem"),
      ).toHaveText([
        "all operations: status 503×",
        "listOrders and getPet, request 4 only, after request 1: no response×",
      ]);
      await requests(page).first().getByText("/store/orders").click();
      await expect(requests(page).first().getByText("Response headers")).toBeVisible();
      await page.getByLabel("Effect").selectOption("Status…");
      // New requests fade in: axe should see their final colours.
      await page.emulateMedia({ reducedMotion: "reduce" });
      await expectAccessible(page.mainFrame());
    });
  });
