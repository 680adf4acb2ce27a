import { fileURLToPath } from "node:url";
import { expect } from "playwright/test";
import { startMock } from "../server.ts";
import { BIG, call, calls, filter, orders, rowOf, test } from "./panel.stage.ts";

const AXE = fileURLToPath(import.meta.resolve("axe-core"));

test("every order stands there with its hidden state, digit by digit", async ({ open }) => {
  const { page } = await open();
  await expect(filter(page, "All")).toHaveText("All 50");
  await expect(filter(page, "Pending")).toHaveText("Pending 31");
  await expect(rowOf(page, "2")).toContainText("Pending");
  await expect(rowOf(page, "3")).toContainText("Shipped");
  await orders(page).focus();
  await page.keyboard.press("End");
  for (const [id, state] of [
    ["9007199254740992", "Shipped"],
    [BIG, "Pending"],
    ["9223372036854775807", "Shipped"],
  ] as const)
    await expect(rowOf(page, id)).toContainText(state);
  await expect(page.getByText("live", { exact: true })).toBeVisible();
});

test("an order ships and another is cancelled by a click, and the app meets the consequence", async ({ open }) => {
  const { page, mock } = await open();
  await page.getByRole("button", { name: "Ship order 2", exact: true }).click();
  await expect(page.getByRole("status")).toHaveText("Order 2 is shipped.");
  await expect(rowOf(page, "2")).toContainText("Shipped");
  await expect(page.getByRole("button", { name: "Ship order 2", exact: true })).toHaveCount(0);
  expect((await call(mock, "DELETE", "/store/orders/2")).status).toBe(409);
  await page.getByRole("button", { name: "Cancel order 4", exact: true }).click();
  await expect(rowOf(page, "4")).toContainText("Cancelled");
  await expect(filter(page, "Cancelled")).toHaveText("Cancelled 1");
  await expect(filter(page, "Pending")).toHaveText("Pending 29");
  expect((await call(mock, "DELETE", "/store/orders/4")).status).toBe(404);
});

test("the keyboard alone chooses orders, ships and cancels them", async ({ open }) => {
  const { page } = await open();
  await expect(rowOf(page, "2")).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the orders" })).toBeFocused();
  await page.keyboard.press("Enter");
  await orders(page).focus();
  await expect(rowOf(page, "2")).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("s");
  await expect(rowOf(page, "2")).toContainText("Shipped");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(orders(page)).toHaveAttribute("aria-activedescendant", (await rowOf(page, "4").getAttribute("id"))!);
  await page.keyboard.press("c");
  await expect(rowOf(page, "4")).toContainText("Cancelled");
  await page.keyboard.press("Home");
  await expect(rowOf(page, "2")).toHaveAttribute("aria-selected", "true");
});

test("calls show as they come, with what the contract says of them, and as text", async ({ open }) => {
  const { page, mock } = await open();
  await call(mock, "GET", "/store/orders?limit=10");
  await expect(calls(page)).toHaveCount(1);
  await expect(calls(page)).toContainText("/store/orders?limit=10");
  await expect(calls(page)).toContainText("version 1 has no paging, ignored");
  await call(mock, "DELETE", "/store/orders/<img src=x onerror=alert(1)>");
  await expect(calls(page).first()).toContainText("no int64");
  await expect(page.locator("#log img")).toHaveCount(0);
  await call(mock, "GET", "/store/orders");
  await expect(calls(page)).toHaveCount(3);
  await page.getByLabel("only with remarks").check();
  await expect(calls(page)).toHaveCount(2);
});

test("the log can be paused and cleared", async ({ open }) => {
  const { page, mock } = await open();
  await call(mock, "GET", "/store/orders");
  await expect(calls(page)).toHaveCount(1);
  await page.getByRole("button", { name: "Pause" }).click();
  await call(mock, "DELETE", "/store/orders/2");
  await expect(page.getByRole("button", { name: "Resume (1)" })).toBeVisible();
  await expect(calls(page)).toHaveCount(1);
  await page.getByRole("button", { name: "Resume (1)" }).click();
  await expect(calls(page)).toHaveCount(2);
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(page.getByText("No call yet.")).toBeVisible();
});

test("a call that cancels moves the order at once", async ({ open }) => {
  const { page, mock } = await open();
  await expect(rowOf(page, "2")).toContainText("Pending");
  await call(mock, "DELETE", "/store/orders/2");
  await expect(rowOf(page, "2")).toContainText("Cancelled");
  await filter(page, "Pending").click();
  await expect(rowOf(page, "4")).toBeVisible();
  await call(mock, "DELETE", "/store/orders/4");
  await expect(rowOf(page, "4")).toHaveCount(0);
  await expect(orders(page)).toHaveAttribute("aria-rowcount", "30");
});

test("another scenario, seed and number of orders begin anew", async ({ open }) => {
  const { page, mock } = await open();
  const scenario = page.getByRole("region", { name: "Scenario" });
  await scenario.getByLabel("Name").selectOption("empty");
  await scenario.getByRole("button", { name: "Begin anew" }).click();
  await expect(page.getByText("No orders in this world.")).toBeVisible();
  expect(await (await call(mock, "GET", "/store/orders")).text()).toBe("[]");
  await scenario.getByLabel("Name").selectOption("all-shipped");
  await scenario.getByLabel("Orders").fill("7");
  await scenario.getByLabel("Seed").fill("5");
  await scenario.getByRole("button", { name: "Begin anew" }).click();
  await expect(filter(page, "Shipped")).toHaveText("Shipped 7");
});

test("trouble is put together, shows as a sentence, and is taken back", async ({ open }) => {
  const { page, mock } = await open();
  const trouble = page.getByRole("region", { name: "Trouble" });
  await trouble.getByLabel("Calls of").selectOption("cancelOrder");
  await trouble.getByLabel("When").selectOption("the next call");
  await trouble.getByLabel("What happens").selectOption("503, try again in 2 s");
  await trouble.getByRole("button", { name: "Add" }).click();
  await expect(trouble.getByRole("listitem")).toContainText("cancelOrder, once: 503, Retry-After 2");
  const refused = await call(mock, "DELETE", "/store/orders/2");
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "2"]);
  await expect(calls(page).first()).toContainText("status 503");
  await trouble.getByRole("button", { name: "Take back: cancelOrder, once: 503, Retry-After 2" }).click();
  await expect(trouble.getByText("All is well")).toBeVisible();
});

test("worlds are opened and looked at one at a time, and the address keeps which", async ({ open }) => {
  const { page, mock } = await open();
  await page.getByRole("button", { name: "New…" }).click();
  await page.getByRole("dialog", { name: "Open a world" }).getByLabel("Name").fill("w7");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\?world=w7$/);
  await page.getByRole("button", { name: "Ship order 2", exact: true }).click();
  await expect(rowOf(page, "2")).toContainText("Shipped");
  await call(mock, "GET", "/store/orders");
  await call(mock, "DELETE", "/store/orders/4", "demo-key.w7");
  await expect(calls(page)).toHaveCount(1);
  await expect(calls(page)).toContainText("DELETE");
  await page.getByLabel("World", { exact: true }).selectOption("main");
  await expect(rowOf(page, "2")).toContainText("Pending");
  await expect(calls(page)).toContainText("GET");
});

test("100,000 orders scroll without freezing, and each is found by its id", async ({ open }) => {
  const { page } = await open({ orders: 100_000 });
  await expect(filter(page, "All")).toHaveText("All 100,000");
  await expect(rowOf(page, "2")).toBeVisible();
  const longestTask = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let longest = 0;
        new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
        }).observe({ type: "longtask" });
        const grid = document.getElementById("rows")!;
        const step = (n: number): void => {
          if (n === 40) return resolve(longest);
          grid.scrollTop = (grid.scrollHeight / 40) * n;
          requestAnimationFrame(() => step(n + 1));
        };
        step(0);
      }),
  );
  expect(await longestTask).toBeLessThan(500);
  expect(await page.locator("#window tr").count()).toBeLessThan(60);
  await orders(page).focus();
  await page.keyboard.press("End");
  await expect(rowOf(page, "9223372036854775807")).toContainText("Shipped");
  // Who reads the page from top to bottom meets the rows in their order.
  const read = await page.locator("#window tr").evaluateAll((rows) => rows.map((row) => Number(row.ariaRowIndex)));
  expect(read).toEqual(read.toSorted((a, b) => a - b));
  expect(read.at(-1)).toBe(100_001);
  await page.getByLabel("Find an order by its id").fill(BIG);
  await page.keyboard.press("Enter");
  await expect(orders(page)).toHaveAttribute("aria-rowcount", "2");
  await page.getByRole("button", { name: `Ship order ${BIG}` }).click();
  await expect(rowOf(page, BIG)).toContainText("Shipped");
  await page.getByLabel("Find an order by its id").fill("");
  await expect(orders(page)).toHaveAttribute("aria-rowcount", "100001");
});

test("what the mock refuses is said in its own words", async ({ open }) => {
  const { page } = await open();
  await page.getByLabel("Find an order by its id").fill("777777");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status")).toContainText("No order of this world has the id 777777.");
});

test("a mock that comes back is found again", async ({ open }) => {
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

test("an admin key is asked for once, and kept for the tab", async ({ open }) => {
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

for (const [name, use] of [
  ["light", { colorScheme: "light", viewport: { width: 1440, height: 900 } }],
  ["dark", { colorScheme: "dark", viewport: { width: 1440, height: 900 } }],
  ["narrow", { colorScheme: "light", viewport: { width: 360, height: 740 } }],
] as const)
  test.describe(name, () => {
    test.use(use);

    test("axe finds nothing, and nothing sticks out of the page", async ({ open }) => {
      const { page, mock } = await open();
      await call(mock, "GET", "/store/orders?limit=10");
      await call(mock, "DELETE", "/store/orders/2");
      await call(mock, "DELETE", "/store/orders/3");
      const faults = JSON.stringify([{ status: 503 }]);
      const headers = { "content-type": "application/json" };
      await fetch(`${mock.adminUrl}/faults`, { method: "PUT", headers, body: faults });
      await call(mock, "GET", "/store/orders");
      await expect(calls(page)).toHaveCount(4);
      await expect(page.getByRole("listitem").filter({ hasText: "any operation: 503" })).toBeVisible();
      // The style sheet's fresh calls fade in: colours are judged when they have arrived.
      await page.emulateMedia({ reducedMotion: "reduce" });
      // Evaluated, since the page's own policy keeps out scripts that are put into it.
      await page.evaluate(await (await import("node:fs/promises")).readFile(AXE, "utf8"));
      const violations = await page.evaluate(async () => {
        const { axe } = window as unknown as { axe: { run(): Promise<{ violations: unknown[] }> } };
        return (await axe.run()).violations;
      });
      expect(violations).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    });
  });
