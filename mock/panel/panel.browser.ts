import { expect } from "playwright/test";
import { parseScenario } from "../../scenarios/parse.ts";
import { startMock } from "../http/server.ts";
import { BIG, call, filter, orders, requests, rowOf, test } from "../testing/panel.ts";

test("every order is shown with its state and its exact id, and can be shipped by keyboard", async ({
  open,
}) => {
  const { page } = await open();
  await expect(filter(page, "All")).toHaveText("All 50");
  await expect(filter(page, "Pending")).toHaveText("Pending 31");
  await expect(rowOf(page, "2")).toContainText("Pending");
  await expect(rowOf(page, "3")).toContainText("Shipped");
  for (const [id, state] of [
    ["9007199254740992", "Shipped"],
    [BIG, "Pending"],
    ["9223372036854775807", "Shipped"],
  ] as const)
    await expect(rowOf(page, id)).toContainText(state);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the content" })).toBeFocused();
  await page.getByRole("button", { name: "Ship order 2", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(rowOf(page, "2")).toContainText("Shipped");
  await expect(rowOf(page, "2").getByRole("button")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(rowOf(page, "3").getByRole("button")).toBeFocused();
});

test("buttons ship and cancel orders, which the app sees; what the app cancels changes at once", async ({
  open,
}) => {
  const { page, mock } = await open();
  await page.getByRole("button", { name: "Ship order 2", exact: true }).click();
  await expect(page.getByRole("status")).toHaveText("Order 2 is shipped.");
  await expect(rowOf(page, "2")).toContainText("Shipped");
  expect((await call(mock, "DELETE", "/store/orders/2")).status).toBe(409);
  await page.getByRole("button", { name: "Cancel order 4", exact: true }).click();
  await expect(rowOf(page, "4")).toContainText("Cancelled");
  await expect(filter(page, "Cancelled")).toHaveText("Cancelled 1");
  expect((await call(mock, "DELETE", "/store/orders/4")).status).toBe(404);
  await filter(page, "Pending").click();
  await expect(rowOf(page, "2")).toHaveCount(0);
  await call(mock, "DELETE", "/store/orders/10");
  await expect(rowOf(page, "10")).toHaveCount(0);
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
  await page.getByLabel("Only with notes").check();
  await expect(requests(page)).toHaveCount(2);
  await page.getByLabel("Only with notes").uncheck();
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(page.getByText("No requests yet.")).toBeVisible();
});

test("a fault is added, described in words, and removed", async ({ open }) => {
  const { page, mock } = await open();
  const faults = page.getByRole("region", { name: "Faults" });
  await faults.getByLabel("Operation").selectOption("cancelOrder");
  await faults.getByLabel("When").selectOption("Next request only");
  await faults.getByLabel("Effect").selectOption("503, Retry-After 2");
  await faults.getByRole("button", { name: "Add", exact: true }).click();
  await expect(faults.getByRole("listitem")).toContainText(
    "cancelOrder, once: status 503, Retry-After 2",
  );
  await expect(page.getByRole("status")).toHaveText(
    "Fault added: cancelOrder, once: status 503, Retry-After 2.",
  );
  const refused = await call(mock, "DELETE", "/store/orders/2");
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "2"]);
  await expect(requests(page).first()).toContainText("status 503");
  await expect(faults.getByRole("listitem")).toContainText("(used 1 of 1)");
  await faults
    .getByRole("button", { name: "Remove: cancelOrder, once: status 503, Retry-After 2" })
    .click();
  await expect(faults.getByText("No active faults.")).toBeVisible();
  // In quick succession, each is added to what the mock has by then.
  for (let clicks = 0; clicks < 3; clicks++)
    await faults.getByRole("button", { name: "Add", exact: true }).click();
  await expect(faults.getByRole("listitem")).toHaveCount(3);
  // In quick succession, each removes one of those that are left.
  for (let left = 3; left > 0; left--)
    await faults
      .getByRole("listitem")
      .nth(left - 1)
      .getByRole("button")
      .dispatchEvent("click");
  await expect(faults.getByText("No active faults.")).toBeVisible();
});

test("orders that will ship are told with their times, and time goes by on a click", async ({
  open,
}) => {
  const scenario = parseScenario(
    "orders: { list: [{ id: 3 }, { id: 4 }] }\nships: [{ id: 3, afterSeconds: 3600 }, { id: 4, afterLists: 2 }]",
  );
  const { page, mock } = await open({ scenario });
  const faults = page.getByRole("region", { name: "Faults" });
  await expect(faults.getByRole("listitem")).toHaveText([
    "order 3 ships 3600 s after the first list",
    "order 4 ships after 2 more lists",
  ]);
  await call(mock, "GET", "/store/orders");
  await expect(faults.getByRole("listitem").first()).toHaveText(
    /^order 3 ships at \d\d:\d\d:\d\d$/,
  );
  await expect(faults.getByRole("listitem").last()).toHaveText("order 4 ships after 1 more list");
  const time = await faults.getByRole("listitem").first().textContent();
  await mock.world.advance({ seconds: 3595 });
  await expect(faults.getByRole("listitem").first()).not.toHaveText(time!);
  await page.getByRole("button", { name: "Let 10 s go by" }).click();
  await expect(rowOf(page, "3")).toContainText("Shipped");
  await expect(faults.getByRole("listitem")).toHaveText(["order 4 ships after 1 more list"]);
});

test("a chip goes with its shipment: by hand, by a cancellation, and by time alone", async ({
  open,
}) => {
  const afterSeconds = 3600;
  const ships = [
    { id: 3, afterSeconds, set: { complete: true } },
    { id: 4, afterSeconds },
  ];
  const orders = { list: [{ id: 3 }, { id: 4 }] };
  const { page, mock } = await open({
    scenario: { orders, ships: [...ships, { count: 2, afterSeconds: 1 }] },
  });
  const chips = page.getByRole("region", { name: "Faults" }).getByRole("listitem");
  await expect(chips).toHaveCount(3);
  await page.getByRole("button", { name: "Ship order 3", exact: true }).click();
  await expect(chips).toHaveCount(2);
  await expect(rowOf(page, "3")).toContainText("yes");
  await page.getByRole("button", { name: "Cancel order 4", exact: true }).click();
  await expect(chips).toHaveCount(1);
  // No order is left that it could ship.
  await call(mock, "GET", "/store/orders");
  await expect(chips).toHaveCount(0);
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
  await expect(filter(page, "All")).toHaveText("All 100,000");
  await page.getByLabel("Page").fill("500");
  await page.keyboard.press("Enter");
  const last = rowOf(page, "9223372036854775807");
  await expect(last).toContainText("Shipped");
  await expect(last).toHaveAttribute("aria-rowindex", "100001");
  await page.getByLabel("Find an order by id").fill(BIG);
  await page.keyboard.press("Enter");
  await expect(orders(page)).toHaveAttribute("aria-rowcount", "2");
  await page.getByRole("button", { name: `Ship order ${BIG}` }).click();
  await expect(rowOf(page, BIG)).toContainText("Shipped");
  await page.getByLabel("Find an order by id").fill("");
  await expect(rowOf(page, "2")).toBeVisible();
  await page.getByLabel("Find an order by id").fill("777777");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status")).toContainText("This world has no order 777777.");
});

test("all orders are shown again when the one that was found is removed", async ({ open }) => {
  const { page, mock } = await open();
  await page.getByLabel("Find an order by id").fill("2");
  await page.keyboard.press("Enter");
  await expect(orders(page)).toHaveAttribute("aria-rowcount", "2");
  await mock.world.remove("2");
  await expect(filter(page, "All")).toHaveText("All 49");
  await expect(orders(page)).toHaveAttribute("aria-rowcount", "50");
});

test("the panel reconnects to a restarted mock", async ({ open }) => {
  const { page, mock } = await open();
  await expect(page.getByText("live", { exact: true })).toBeVisible();
  await mock.close();
  await expect(page.getByText("connection lost")).toBeVisible();
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
