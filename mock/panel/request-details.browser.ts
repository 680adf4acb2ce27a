import { expect } from "playwright/test";
import { call, requests, test } from "../testing/panel.ts";

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

test("any fault can be made by hand", async ({ open, page }) => {
  const { mock } = await open();
  const faults = page.getByRole("region", { name: "Faults" });
  for (const [when, whenField, n, effect, fields, words] of [
    [
      "Every nth request…",
      "n",
      "4",
      "Status…",
      { Status: "418", "Retry-After": "9" },
      "all operations, every 4 requests: status 418, Retry-After 9",
    ],
    [
      "The next n requests…",
      "n",
      "3",
      "Delay…",
      { Milliseconds: "200-1500" },
      "at most 3 times: delay 200–1500 ms",
    ],
    [
      "A share of requests…",
      "Percent",
      "30",
      "truncate: half a body",
      {},
      "30% of requests: truncate",
    ],
    [
      "Every request",
      undefined,
      "",
      "401, as with an expired key",
      {},
      "all operations: status 401",
    ],
  ] as const) {
    await faults.getByLabel("When").selectOption(when);
    if (whenField !== undefined)
      await faults.getByRole("textbox", { name: whenField, exact: true }).fill(n);
    await faults.getByLabel("Effect").selectOption(effect);
    for (const [label, value] of Object.entries(fields))
      await faults.getByLabel(label, { exact: true }).fill(value);
    await faults.getByRole("button", { name: "Add", exact: true }).click();
    await expect(faults.getByRole("listitem").last()).toContainText(words);
  }
  // A fault is shown before the mock has it.
  await expect.poll(async () => (await call(mock, "GET", "/store/orders")).status).toBe(401);
});
