import { expect } from "playwright/test";
import { parseScenario } from "../../scenarios/parse.ts";
import {
  call,
  chips,
  expectAccessible,
  requests,
  showView,
  test,
  VIEWS,
} from "../testing/panel.ts";

const SHIPS =
  "ships: [{ id: 4, afterSeconds: 3600 }, { beforeCancel: 9 }]\nkey: { expiresAfter: 99 }";

for (const { width, colorScheme } of VIEWS)
  test.describe(`${colorScheme}, ${width} px`, () => {
    test.use({ colorScheme, viewport: { width, height: 860 } });

    test("axe finds no violations, and the page does not overflow", async ({ open }) => {
      const scenario = parseScenario(
        `orders: { list: [{ id: 2 }, { id: 3, state: shipped }, { id: 4 }] }\n${SHIPS}`,
      );
      const { page, mock } = await open({ scenario });
      await expect(page.getByText("live", { exact: true })).toBeVisible();
      await call(mock, "GET", "/store/orders?limit=10");
      await call(mock, "DELETE", "/store/orders/2");
      await call(mock, "DELETE", "/store/orders/3");
      const rare = { on: ["listOrders", "getPet"], nth: 4, after: 1, fail: "hang" };
      const once = { times: 1, status: 500 };
      const body = JSON.stringify([{ status: 503 }, once, rare]);
      const headers = { "content-type": "application/json" };
      await fetch(`${mock.adminUrl}/faults`, { method: "PUT", headers, body });
      await call(mock, "GET", "/store/orders");
      await showView(page, "requests");
      await expect(requests(page)).toHaveCount(4);
      await requests(page).first().getByText("/store/orders").click();
      await expect(requests(page).first().getByText("Response headers")).toBeVisible();
      // New requests fade in; axe should see their final colours.
      await page.emulateMedia({ reducedMotion: "reduce" });
      await expectAccessible(page.mainFrame());
      await showView(page, "setup");
      await expect(chips(page)).toHaveText([
        "all operations: status 503×",
        "all operations, once: status 500 (used 1 of 1)×",
        "listOrders and getPet, request 4 only, after request 1: hang (used 0 of 1)×",
        "order 4 ships in 60 min×",
        "an order ships before every 9th cancellation×",
        "the key expires after 95 more requests",
      ]);
      await page.getByText("Another status or delay").click();
      await page.getByLabel("Status", { exact: true }).fill("200");
      await page.getByRole("button", { name: "Add", exact: true }).click();
      await expect(page.getByText("A status from 400 to 599.")).toBeVisible();
      await expectAccessible(page.mainFrame());
      // Opens each dialog only once, because dialogs are the same at all widths.
      const dialogs = width === 390 ? ["Save…", "Marks…", "Answers…", "Custom…"] : [];
      for (const name of dialogs) {
        await page.getByRole("button", { name }).click();
        await expectAccessible(page.mainFrame());
        await page.keyboard.press("Escape");
      }
      await showView(page, "orders");
      await page.getByRole("button", { name: "4", exact: true }).click();
      await page.getByLabel("Ship date").fill("soon");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await expectAccessible(page.mainFrame());
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Ship order 4" }).click();
      await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
      await expectAccessible(page.mainFrame());
    });
  });
