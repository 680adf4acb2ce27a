import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect } from "playwright/test";
import { call, requests, rowOf, test } from "../../testing/panel.ts";

test("a request opens in full, also one from before the panel", async ({ open, page }) => {
  const { mock } = await open({}, "?world=w7");
  await expect(page.getByText("live", { exact: true })).toBeVisible();
  await call(mock, "DELETE", "/store/orders/777?x=1", "demo-key.w7");
  const request = requests(page).first();
  await request.getByText("/store/orders/777?x=1").click();
  await expect(request).toContainText(`Bearer \${ORDERS_API_KEY}.w7`);
  await expect(request).toContainText("Content-Typeapplication/json");
  await expect(request.getByLabel("Response body")).toContainText('"status":404');
  await call(mock, "GET", "/store/orders", "demo-key.w8");
  await page.getByLabel("World", { exact: true }).focus();
  await page.getByLabel("World", { exact: true }).selectOption("w8");
  await request.getByText("/store/orders").click();
  await expect(request.getByLabel("Response body")).toContainText('"id":2,');
});

test("a request that met an order leads to its row, and says what happened before", async ({
  open,
}) => {
  const { page, mock } = await open();
  const row = rowOf(page, "9007199254740993");
  await mock.world.ship("2");
  await call(mock, "DELETE", "/store/orders/2");
  await call(mock, "DELETE", "/store/orders/9007199254740993");
  await call(mock, "DELETE", "/store/orders/9007199254740993");
  await expect(requests(page).first()).toContainText("404: cancelled just before");
  await expect(requests(page).nth(2)).toContainText("409: shipped just before");

  const link = requests(page).first().getByRole("button", { name: "Order 9007199254740993" });
  // A row that changes just then is made again, and the pointer has to come again.
  await expect(async () => {
    await page.mouse.move(0, 0);
    await link.hover();
    await expect(row).toHaveClass(/linked/, { timeout: 500 });
  }).toPass();
  await page.getByLabel("Find by id").fill("1");
  await link.click();
  await expect(row.getByRole("button")).toBeFocused();
  await expect(requests(page).nth(1)).toHaveClass(/linked/);
  await expect(requests(page).nth(2)).not.toHaveClass(/linked/);
});

test("requests are searched, sent again, and copied as a line for curl", async ({
  open,
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { mock } = await open({}, "?world=w7");
  await expect(page.getByText("live", { exact: true })).toBeVisible();
  await call(mock, "GET", "/store/orders?q=$(x)", "demo-key.w7");
  await call(mock, "DELETE", "/store/orders/2", "demo-key.w7");
  await page.getByLabel("Search requests").fill("PAGINATION");
  await expect(requests(page)).toHaveCount(0);
  await page.getByLabel("Search requests").fill("no filters");
  await expect(requests(page)).toHaveCount(1);
  await page.getByLabel("Search requests").fill("delete");
  await requests(page).getByText("/store/orders/2").click();
  await requests(page).getByRole("button", { name: "Repeat" }).click();
  await expect(requests(page)).toHaveCount(2);
  await expect(requests(page).first()).toContainText("404");

  await page.getByLabel("Search requests").fill("q=");
  await requests(page).getByText("/store/orders?q=$(x)").click();
  await requests(page).getByRole("button", { name: "Copy as curl" }).click();
  await expect(page.getByRole("status")).toHaveText("curl line copied.");
  const line = await page.evaluate(() => navigator.clipboard.readText());
  expect(line).toContain('-H "authorization: Bearer demo-key.w7"');
  const { stdout } = await promisify(execFile)("sh", ["-c", `${line} -s`]);
  expect(stdout).toContain("HTTP/1.1 200 OK");
  await expect(requests(page)).toHaveCount(2);
});
