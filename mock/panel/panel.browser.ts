import { expect, type Locator } from "playwright/test";
import { startMock } from "../http/server.ts";
import { BIG, call, filter, orders, requests, rowOf, test } from "../testing/panel.ts";

test("every order is shown with its state and its exact id, is shipped by keyboard and cancelled by a button, and the app sees it", async ({
  open,
}) => {
  const { page, mock } = await open();
  await expect(filter(page, "All")).toHaveText("All 50");
  await expect(filter(page, "Pending")).toHaveText("Pending 31");
  for (const [id, state] of [
    ["2", "Pending"],
    ["3", "Shipped"],
    ["9007199254740992", "Shipped"],
    [BIG, "Pending"],
    ["9223372036854775807", "Shipped"],
  ] as const)
    await expect(rowOf(page, id)).toContainText(state);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the content" })).toBeFocused();
  await page.getByRole("button", { name: "Ship order 2", exact: true }).press("Enter");
  await expect(rowOf(page, "2")).toContainText("Shipped");
  await expect(rowOf(page, "2").getByRole("button")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(rowOf(page, "3").getByRole("button")).toBeFocused();

  await expect(page.getByRole("status")).toHaveText("Order 2 is shipped.");
  await page.getByRole("button", { name: "Cancel order 4", exact: true }).click();
  await expect(rowOf(page, "4")).toContainText("Cancelled");
  await expect(filter(page, "Cancelled")).toHaveText("Cancelled 1");
  for (const [id, status] of [
    [2, 409],
    [4, 404],
    [10, 204],
  ])
    expect((await call(mock, "DELETE", `/store/orders/${id}`)).status).toBe(status);
  await filter(page, "Pending").click();
  for (const id of ["2", "10"]) await expect(rowOf(page, id)).toHaveCount(0);
  await expect(orders(page)).toHaveAttribute("aria-rowcount", "29");
});

test("requests are shown as they arrive, with notes, and never as markup; the list can be cleared", async ({
  open,
}) => {
  const { page, mock } = await open();
  await call(mock, "GET", "/store/orders?limit=10");
  await expect(requests(page)).toHaveCount(1);
  await expect(requests(page)).toContainText("version 1 has no pagination");
  await call(mock, "DELETE", "/store/orders/<img src=x onerror=alert(1)>");
  await expect(requests(page).first()).toContainText("not an int64");
  await expect(page.locator("#log img")).toHaveCount(0);
  await call(mock, "GET", "/store/orders");
  await expect(requests(page)).toHaveCount(3);
  await page.getByLabel("With notes").check();
  await expect(requests(page)).toHaveCount(2);
  await page.getByLabel("With notes").uncheck();
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(page.getByText("No requests yet.")).toBeVisible();
});

test("one world is shown at a time, and its name is in the URL", async ({ open }) => {
  const { page, mock } = await open();
  await page.getByRole("button", { name: "New…" }).click();
  await page.getByRole("dialog", { name: "Open a world" }).getByLabel("Name").fill("w7");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\?world=w7$/);
  await expect(page.getByText("Key demo-key.w7")).toBeVisible();
  await page.getByRole("button", { name: "Ship order 2", exact: true }).click();
  await expect(rowOf(page, "2")).toContainText("Shipped");
  await call(mock, "GET", "/store/orders");
  await call(mock, "DELETE", "/store/orders/4", "demo-key.w7");
  await expect(requests(page)).toHaveCount(1);
  await expect(requests(page)).toContainText("DELETE");
  await page.getByLabel("World", { exact: true }).selectOption("main");
  await expect(rowOf(page, "2")).toContainText("Pending");
  await expect(requests(page)).toContainText("GET");
});

test("100,000 orders are shown in pages, and each can be found by id", async ({ open }) => {
  const { page } = await open({ orders: 100_000 });
  await page.setViewportSize({ width: 1400, height: 800 });
  await expect(filter(page, "All")).toHaveText("All 100,000");
  // The long number wraps no button.
  const top = async (part: Locator) => (await part.boundingBox())!.y;
  const add = await top(page.getByRole("button", { name: "Add…" }));
  for (const part of [filter(page, "All"), page.getByLabel("Find by id")])
    expect(Math.abs((await top(part)) - add)).toBeLessThan(8);

  await page.getByRole("spinbutton", { name: "Page" }).fill("500");
  await page.keyboard.press("Enter");
  const last = rowOf(page, "9223372036854775807");
  await expect(last).toContainText("Shipped");
  await expect(last).toHaveAttribute("aria-rowindex", "100001");
  // Finds digits in the middle of an id, while the user types.
  await page.getByLabel("Find by id").fill(BIG.slice(3));
  await expect(orders(page)).toHaveAttribute("aria-rowcount", "2");
  await page.getByRole("button", { name: `Ship order ${BIG}` }).click();
  await expect(rowOf(page, BIG)).toContainText("Shipped");
  await page.getByLabel("Find by id").fill("");
  await expect(rowOf(page, "2")).toBeVisible();
  await page.getByLabel("Find by id").fill("777777777");
  await expect(page.getByText("No orders with 777777777 in their id.")).toBeVisible();
});

test("the panel reconnects to a restarted mock", async ({ open }) => {
  const { page, mock } = await open();
  await expect(page.getByText("live", { exact: true })).toBeVisible();
  await mock.close();
  await expect(page.getByText("connection lost")).toBeVisible();
  await page.getByRole("button", { name: "Ship order 2", exact: true }).click();
  await expect(page.getByRole("status")).toHaveText(
    "The mock cannot be reached: it was stopped, or restarts.",
  );
  const again = await startMock({ port: mock.port, scenario: "empty" });
  try {
    await expect(page.getByText("live", { exact: true })).toBeVisible();
    await expect(page.getByText("No orders in this world.")).toBeVisible();
  } finally {
    await again.close();
  }
});

test("the admin key is asked for once and kept for the tab", async ({ open }) => {
  const { page } = await open({ adminKey: "s3cret" });
  const dialog = page.getByRole("dialog", { name: "Admin key" });
  await dialog.getByLabel("Key").fill("wrong");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeVisible();
  await dialog.getByLabel("Key").fill("s3cret");
  await page.keyboard.press("Enter");
  await expect(rowOf(page, "2")).toBeVisible();
  await page.reload();
  await expect(rowOf(page, "2")).toBeVisible();
});
