/** The page promises that the dev build works without a server of the service. */
import { expect, test } from "playwright/test";

test("the app lists orders that come from its own service worker", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("listitem")).toHaveCount(50);
  await page.getByRole("button", { name: "Cancel order 9007199254740993" }).click();
  await expect(page.getByRole("status")).toHaveText("Order 9007199254740993 is cancelled.");
});
