/** The page offline: the service worker answers, and no server is running. */
import { expect, type Page, test } from "playwright/test";

test.use({ baseURL: process.env.OFFLINE_PAGE ?? "" });

async function signIn(page: Page): Promise<void> {
  await page.goto("/");
  await page.getByRole("button", { name: "Show the orders" }).click();
}

test("orders are listed and cancelled offline", async ({ page }) => {
  await signIn(page);
  const rows = page.getByRole("list", { name: "Orders" }).getByRole("listitem");
  await expect(rows).toHaveCount(50);
  await expect(page.getByText("Offline: orders exist only in this tab")).toBeVisible();
  await page.getByRole("button", { name: "Cancel Order 9007199254740993", exact: true }).click();
  await page.getByRole("button", { name: "Cancel the order" }).click();
  await expect(page.getByText("Order 9007199254740993 is cancelled.")).toBeVisible();
  await expect(rows).toHaveCount(49);
});

test("a wrong key is refused offline too", async ({ page }) => {
  await page.goto("/");
  await page.getByLabel("API key").fill("wrong");
  await page.getByRole("button", { name: "Show the orders" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
});
