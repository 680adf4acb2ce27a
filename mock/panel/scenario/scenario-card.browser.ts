import { readFile } from "node:fs/promises";
import { expect, type Page } from "playwright/test";
import { call, filter, rowOf, test } from "../../testing/panel.ts";

const regionOf = (page: Page) => page.getByRole("region", { name: "Scenario" });
const active = (page: Page, name: string) =>
  expect(regionOf(page).getByText(`Active: ${name}`, { exact: true })).toBeVisible();

test("a card resets the world; trouble is laid over it, and taken away", async ({ open }) => {
  const { page, mock } = await open({ orders: 7 });
  const scenario = regionOf(page);
  const before = await (await call(mock, "GET", "/store/orders")).text();
  await scenario.getByRole("checkbox", { name: "rate-limited" }).check();
  await scenario.getByRole("checkbox", { name: "key-expires" }).check();
  await scenario.getByRole("button", { name: "Reset" }).click();
  await expect(page.getByRole("status")).toHaveText(
    "The world has been reset to default+key-expires+rate-limited.",
  );
  expect(await (await call(mock, "GET", "/store/orders")).text()).toBe(before);
  await page.reload();
  await expect(scenario.getByRole("button", { name: "default" })).toHaveAttribute(
    "aria-current",
    "true",
  );
  await expect(scenario.getByRole("checkbox", { checked: true })).toHaveCount(2);
  for (const name of ["key-expires", "rate-limited"])
    await scenario.getByRole("checkbox", { name }).uncheck();
  await scenario.getByLabel("Orders").fill("9");
  await scenario.getByRole("button", { name: "all-shipped" }).click();
  await expect(filter(page, "Shipped")).toHaveText("Shipped 30");
  await scenario.getByLabel("Orders").fill("9");
  await scenario.getByLabel("Seed").fill("5");
  await scenario.getByRole("button", { name: "Reset" }).click();
  await expect(filter(page, "Shipped")).toHaveText("Shipped 9");
  expect(await mock.world.state()).toMatchObject({ seed: 5 });
  await page.getByRole("button", { name: "Undo" }).click();
  await active(page, "all-shipped");
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
  const slow = regionOf(page).getByRole("checkbox", { name: "slow" });
  await expect.poll(() => held).toBeGreaterThan(0);
  await slow.check();
  answer();
  await expect(filter(page, "All")).toHaveText("All 50");
  await expect(slow).toBeChecked();
  await regionOf(page).getByRole("button", { name: "Reset" }).click();
  await active(page, "default+slow");
  // Once the world has the chosen scenario, the panel follows what a test does with the world.
  await mock.world.reset({ scenario: "int64" });
  await active(page, "int64");
  await expect(slow).not.toBeChecked();
});

test("a world is saved with a name and a description that are true of it, and is a card then", async ({
  open,
}) => {
  const { page, mock } = await open({ scenario: "all-shipped" });
  await active(page, "all-shipped");
  const dialog = page.getByRole("dialog", { name: "Save the world" });
  const title = async () => {
    await page.getByRole("button", { name: "Save…" }).click();
    return Promise.all(
      ["Name", "Description"].map((label) => dialog.getByLabel(label).inputValue()),
    );
  };
  expect(await title()).toEqual([
    "all-shipped",
    expect.stringMatching(/^No order can be cancelled/),
  ]);
  await page.keyboard.press("Escape");
  await mock.world.add({ id: 7 });
  await active(page, "all-shipped (changed)");
  expect(await title()).toEqual(["all-shipped-changed", "Orders: 1 pending, 30 shipped."]);
  await dialog.getByLabel("Name").fill("with a space");
  await dialog.getByRole("button", { name: "Download" }).click();
  await expect(dialog.getByRole("alert")).toHaveText(/^1 to 64 letters/);
  await dialog.getByLabel("Name").fill("one-left");
  await dialog.getByLabel("Description").fill("One order is left.");
  const downloading = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download" }).click();
  const text = await readFile(await (await downloading).path(), "utf8");
  expect(text).toMatch(/^name: one-left\ndescription: "One order is left."\n/);
  await page.reload();
  await regionOf(page).getByRole("button", { name: "empty" }).click();
  await active(page, "empty");
  const own = regionOf(page).getByRole("button", { name: "one-left One order is left." });
  await regionOf(page).getByRole("checkbox", { name: "slow" }).check();
  await own.click();
  await active(page, "one-left+slow");
  await expect(rowOf(page, "7")).toBeVisible();
  await page.getByRole("button", { name: "Forget this scenario" }).click();
  await expect(own).toHaveCount(0);
});

test("answers and a key that expires are chosen, and the orders stay", async ({ open }) => {
  const { page, mock } = await open();
  await mock.world.add({ id: 7 });
  await page.getByRole("button", { name: "Answers…" }).click();
  const dialog = page.getByRole("dialog", { name: "Answers" });
  await dialog.getByLabel("Does a cancelled order stay in the list?").selectOption("stays");
  await dialog.getByLabel("The key expires").fill("2");
  await dialog.getByRole("button", { name: "Apply" }).click();
  await active(page, "default+answers (changed)");
  expect((await call(mock, "DELETE", "/store/orders/7")).status).toBe(204);
  expect(await (await call(mock, "GET", "/store/orders")).text()).toContain('{"id":7}');
  expect((await call(mock, "GET", "/store/orders")).status).toBe(401);
  await page.getByRole("button", { name: "Answers…" }).click();
  await expect(dialog.getByLabel("Does a cancelled order stay in the list?")).toHaveValue("stays");
  await expect(dialog.getByLabel("The key expires")).toHaveValue("0");
});

test("marks are set and restored by hand, also after a reload, and stay in their world", async ({
  open,
}) => {
  const { page, mock } = await open({ scenario: "empty" });
  const dialog = page.getByRole("dialog", { name: "Marks" });
  const marks = dialog.getByRole("list", { name: "Marks" }).getByRole("listitem");
  await mock.world.add({ id: 7 });
  await expect(rowOf(page, "7")).toBeVisible();
  await page.getByRole("button", { name: "Marks…" }).click();
  await dialog.getByRole("button", { name: "Set mark" }).click();
  await expect(marks).toContainText(/^\d\d:\d\d:\d\d Orders: 1 pending\./);
  await page.reload();
  await mock.world.remove("7");
  await expect(page.getByText("No orders in this world.")).toBeVisible();
  await page.getByRole("button", { name: "Marks…" }).click();
  await marks.getByRole("button", { name: "Restore" }).click();
  await expect(rowOf(page, "7")).toBeVisible();
  await page.goto(`${mock.adminUrl}/?world=w8`);
  await page.getByRole("button", { name: "Marks…" }).click();
  await expect(dialog.getByText("No marks yet.")).toBeVisible();
});

test("the world is reset to a scenario of one's own, from a text or a file", async ({
  open,
  page,
}) => {
  const { mock } = await open();
  await page.getByRole("button", { name: "Custom…" }).click();
  const dialog = page.getByRole("dialog", { name: "Custom scenario" });
  // The text starts as the current world.
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
  await active(page, "one");
  expect(await (await call(mock, "GET", "/store/orders")).text()).toBe('[{"id":17}]');

  // The scenario now has a card.
  await page.getByRole("button", { name: "empty" }).click();
  await active(page, "empty");
  await page.getByRole("button", { name: "one", exact: false }).last().click();
  await active(page, "one");
});
