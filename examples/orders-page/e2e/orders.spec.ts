/**
 * The page against the mock over HTTP. Each worker has its own orders, so the tests run in
 * parallel.
 */
import { test as base, expect, type Orders } from "orders-kit/playwright";
import type { Locator, Page } from "playwright/test";

const test = base.extend<{ signIn: () => Promise<void> }>({
  signIn: async ({ page, orders }, use) => {
    await use(async () => {
      await page.goto("/");
      await page.getByLabel("API key").fill(orders.apiKey);
      await page.getByRole("button", { name: "Show the orders" }).click();
    });
  },
});

const rows = (page: Page): Locator =>
  page.getByRole("list", { name: "Orders" }).getByRole("listitem");
const row = (page: Page, id: string): Locator =>
  rows(page).filter({ has: page.getByText(`Order ${id}`, { exact: true }) });

async function cancel(page: Page, id: string): Promise<void> {
  await page.getByRole("button", { name: `Cancel Order ${id}`, exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel the order" }).click();
}

async function stateOf(orders: Orders, id: string): Promise<string | undefined> {
  return (await orders.state()).orders.find((order) => order.id === id)?.state;
}

test("orders are listed, and a pending one is cancelled", async ({ page, orders, signIn }) => {
  await signIn();
  await expect(rows(page)).toHaveCount(50);
  await cancel(page, "2");
  await expect(page.getByText("Order 2 is cancelled.")).toBeVisible();
  await expect(row(page, "2")).toHaveCount(0);
  expect(await stateOf(orders, "2")).toBe("cancelled");
});

test("a cancellation that is not confirmed keeps the order", async ({ page, orders, signIn }) => {
  await signIn();
  await page.getByRole("button", { name: "Cancel Order 2", exact: true }).click();
  await page.getByRole("button", { name: "Keep it" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await stateOf(orders, "2")).toBe("pending");
});

test("an id above 2^53 cancels that order and not its neighbour", async ({
  page,
  orders,
  signIn,
}) => {
  await signIn();
  await cancel(page, "9007199254740993");
  // In the viewport, although the page is scrolled to that order.
  await expect(page.getByText("Order 9007199254740993 is cancelled.")).toBeInViewport();
  await expect(row(page, "9007199254740992")).toBeVisible();
  expect(await stateOf(orders, "9007199254740993")).toBe("cancelled");
  expect(await stateOf(orders, "9007199254740992")).toBe("shipped");
});

test("409: an order that ships between the list and the cancel is shown as shipped", async ({
  page,
  orders,
  signIn,
}) => {
  await signIn();
  await expect(row(page, "2")).toBeVisible();
  await orders.ship("2");
  await cancel(page, "2");
  await expect(
    page.getByText("Order 2 has already shipped and can no longer be cancelled."),
  ).toBeVisible();
  await expect(row(page, "2").getByText("shipped")).toBeVisible();
  await expect(page.getByRole("button", { name: "Cancel Order 2", exact: true })).toBeDisabled();
});

test("404: an order that someone else cancelled disappears", async ({ page, orders, signIn }) => {
  await signIn();
  await expect(row(page, "2")).toBeVisible();
  await orders.cancel("2");
  await cancel(page, "2");
  await expect(page.getByText("Order 2 does not exist any more")).toBeVisible();
  await expect(row(page, "2")).toHaveCount(0);
});

test("401: a wrong key leads back to the sign-in", async ({ page }) => {
  await page.goto("/");
  await page.getByLabel("API key").fill("wrong");
  await page.getByRole("button", { name: "Show the orders" }).click();
  await expect(page.getByRole("alert")).toHaveText("This API key is not accepted.");
});

test("401: an expired key leads back to the sign-in too", async ({ page, orders, signIn }) => {
  await signIn();
  await expect(rows(page)).toHaveCount(50);
  await orders.fault({ status: 401 });
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
});

test("a slow service is reported", async ({ page, orders, signIn }) => {
  await orders.fault({ on: "listOrders", delay: 2500 });
  await signIn();
  await expect(page.getByText("The service takes longer than usual…")).toBeVisible();
  await expect(rows(page)).toHaveCount(50);
  await expect(page.getByText("The service takes longer than usual…")).toHaveCount(0);
});

test("429 and 503: the page waits for Retry-After and retries", async ({
  page,
  orders,
  signIn,
}) => {
  await orders.fault({ on: "listOrders", status: 429, retryAfter: 1, times: 1 });
  await signIn();
  await expect(rows(page)).toHaveCount(50);
  await orders.fault({ on: "cancelOrder", status: 503, retryAfter: 1, times: 1 });
  await cancel(page, "2");
  await expect(page.getByText("Order 2 is cancelled.")).toBeVisible();
  expect((await orders.requests()).map(({ status }) => status)).toEqual([429, 200, 503, 204, 200]);
});

for (const fail of ["reset", "truncate", "invalid-json"] as const)
  test(`a failed list (${fail}) is reported, and a refresh loads it`, async ({
    page,
    orders,
    signIn,
  }) => {
    await orders.fault({ on: "listOrders", fail });
    await signIn();
    await expect(page.getByText("The orders cannot be loaded right now.")).toBeVisible();
    await orders.fault();
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(rows(page)).toHaveCount(50);
  });

test("when a cancellation gets no response, the list shows its result", async ({
  page,
  orders,
  signIn,
}) => {
  await signIn();
  await expect(row(page, "2")).toBeVisible();
  await orders.fault({ on: "cancelOrder", fail: "reset" });
  await cancel(page, "2");
  await expect(page.getByText("Order 2 may or may not have been cancelled.")).toBeVisible();
  await expect(row(page, "2")).toHaveCount(0);
});

test("orders may lack any field", async ({ page, orders, signIn }) => {
  await orders.reset({ scenario: "sparse" });
  await signIn();
  const { orders: all } = await orders.state();
  await expect(rows(page)).toHaveCount(all.length);
  await expect(
    rows(page).filter({ hasText: "Order without a number" }).getByRole("button").first(),
  ).toBeDisabled();
});

test("no orders, and very many", async ({ page, orders, signIn }) => {
  await orders.reset({ scenario: "empty" });
  await signIn();
  await expect(page.getByText("There are no orders.")).toBeVisible();
  await orders.reset({ orders: 20_000 });
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByRole("heading", { name: "Orders 20,000" })).toBeVisible();
  await expect(rows(page)).toHaveCount(100);
  await page.getByLabel("Search by order or pet").fill("9223372036854775806");
  await expect(rows(page)).toHaveCount(1);
});

test("the page sends only requests that the contract defines", async ({ page, orders, signIn }) => {
  await signIn();
  await cancel(page, "2");
  await expect(row(page, "2")).toHaveCount(0);
  await orders.expectSound();
});
