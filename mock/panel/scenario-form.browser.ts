import { expect } from "playwright/test";
import { call, filter, rowOf, test } from "../testing/panel.ts";

test("trouble is laid over the orders of a scenario, and taken away with a reset to another", async ({
  open,
}) => {
  const { page, mock } = await open({ orders: 7 });
  const scenario = page.getByRole("region", { name: "Scenario" });
  const before = await (await call(mock, "GET", "/store/orders")).text();
  await scenario.getByRole("checkbox", { name: "rate-limited" }).check();
  await scenario.getByRole("checkbox", { name: "key-expires" }).check();
  await scenario.getByRole("button", { name: "Reset" }).click();
  await expect(page.getByRole("status")).toHaveText(
    "The world has been reset to default+key-expires+rate-limited.",
  );
  expect(await (await call(mock, "GET", "/store/orders")).text()).toBe(before);
  await page.reload();
  await expect(scenario.getByLabel("Name")).toHaveValue("default");
  await expect(scenario.getByRole("checkbox", { checked: true })).toHaveCount(2);
  for (const name of ["key-expires", "rate-limited"])
    await scenario.getByRole("checkbox", { name }).uncheck();
  await scenario.getByLabel("Name").selectOption("all-shipped");
  await scenario.getByLabel("Orders").fill("9");
  await scenario.getByLabel("Seed").fill("5");
  await scenario.getByRole("button", { name: "Reset" }).click();
  await expect(page.getByRole("status")).toHaveText("The world has been reset to all-shipped.");
  await expect(filter(page, "Shipped")).toHaveText("Shipped 9");
  expect(await mock.world.state()).toMatchObject({ seed: 5 });
});

test("a choice of the user stays when the state of the world arrives after it", async ({
  open,
  page,
}) => {
  let [held, answer] = [0, (): void => {}];
  const chosen = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/__admin/state?*", async (route) => {
    held++;
    await chosen;
    await route.continue();
  });
  const { mock } = await open();
  const scenario = page.getByRole("region", { name: "Scenario" });
  await expect.poll(() => held).toBeGreaterThan(0);
  await scenario.getByLabel("Name").selectOption("empty");
  answer();
  await expect(filter(page, "All")).toHaveText("All 50");
  await expect(scenario.getByLabel("Name")).toHaveValue("empty");
  await scenario.getByRole("button", { name: "Reset" }).click();
  await expect(page.getByText("No orders in this world.")).toBeVisible();
  // Once the world has the chosen scenario, the panel follows what a test does with the world.
  await fetch(`${mock.adminUrl}/reset`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"scenario":"int64"}',
  });
  await expect(scenario.getByLabel("Name")).toHaveValue("int64");
});

test("the world is reset to a scenario of one's own, from a text or a file", async ({
  open,
  page,
}) => {
  const { mock } = await open();
  await page.getByRole("button", { name: "Custom…" }).click();
  const dialog = page.getByRole("dialog", { name: "Custom scenario" });
  // It is the world as it is.
  const text = dialog.getByRole("textbox", { name: "Scenario" });
  await expect(text).toHaveValue(
    /^description: .*\nseed: 1\norders:\n {2}exact: true\n {2}list:\n {4}- \{ id: 2, /,
  );
  const whole = await text.inputValue();
  await text.fill(whole.replace("id: 2,", "id: 9007199254740995,"));
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect(rowOf(page, "9007199254740995")).toBeVisible();
  await page.getByRole("button", { name: "Custom…" }).click();
  await text.fill("orders:\n  cuont: 3");
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect(dialog.getByRole("alert")).toContainText(
    'mine:2:3 "cuont" is not a valid key. Did you mean count?',
  );
  const file = "orders: { list: [{ id: 17, state: shipped }] }";
  await dialog
    .getByLabel("Scenario file")
    .setInputFiles({ name: "one.yaml", mimeType: "application/yaml", buffer: Buffer.from(file) });
  await expect(dialog.getByLabel("Name")).toHaveValue("one");
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(filter(page, "Shipped")).toHaveText("Shipped 1");
  await expect(page.getByRole("region", { name: "Scenario" }).getByLabel("Name")).toHaveValue(
    "one",
  );
  expect(await (await call(mock, "GET", "/store/orders")).text()).toBe('[{"id":17}]');
  await page.getByRole("button", { name: "Reset", exact: true }).click();
  await expect(page.getByRole("status")).toHaveText("The world has been reset to one.");
});
