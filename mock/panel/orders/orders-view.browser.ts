import { expect } from "playwright/test";
import { call, rowOf, test } from "../../testing/panel.ts";

test("an order is added and edited, and the app sees it; one that exists is replaced only if saved again", async ({
  open,
}) => {
  const { page, mock } = await open({ scenario: "empty" });
  const dialog = page.getByRole("dialog");
  const save = dialog.getByRole("button", { name: "Save" });
  const BIG = "9007199254740995";
  await expect(page.getByText("No orders in this world.")).toBeVisible();
  await page.getByRole("button", { name: "Add…" }).click();
  await dialog.getByLabel("Id", { exact: true }).fill(BIG);
  await dialog.getByLabel("Quantity").fill("7");
  await dialog.getByLabel("Ship date").fill("soon");
  await save.click();
  await expect(dialog.getByRole("alert")).toHaveText(/^Say a day, such as/);
  await expect(dialog.getByLabel("Ship date")).toBeFocused();
  await dialog.getByLabel("Ship date").fill("");
  await expect(dialog.getByRole("alert")).toHaveCount(0);
  await save.click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("No orders in this world.")).toBeHidden();
  const list = async () => (await call(mock, "GET", "/store/orders")).text();
  expect(await list()).toBe(`[{"id":${BIG},"quantity":7}]`);

  await page.getByRole("button", { name: "Add…" }).click();
  await dialog.getByLabel("Id", { exact: true }).fill(BIG);
  await dialog.getByLabel("Quantity").fill("2");
  await save.click();
  await expect(dialog.getByRole("alert")).toContainText(`This world has an order ${BIG}.`);
  await dialog.getByLabel("Quantity").fill("3");
  await save.click();
  await expect(rowOf(page, BIG).getByRole("cell", { name: "3", exact: true })).toBeVisible();

  await rowOf(page, BIG).getByRole("button", { name: BIG, exact: true }).click();
  await dialog.getByLabel("State").selectOption("Shipped");
  await dialog.getByLabel("Pet").fill("9223372036854775807");
  await save.click();
  await expect(rowOf(page, BIG)).toContainText("Shipped");
  expect(await list()).toBe(`[{"id":${BIG},"petId":9223372036854775807,"quantity":3}]`);
  expect((await call(mock, "DELETE", `/store/orders/${BIG}`)).status).toBe(409);
});

test("an order is duplicated, gets another id, and is removed; each of it is undone", async ({
  open,
}) => {
  const { page, mock } = await open({
    scenario: { orders: { list: [{ id: 7, quantity: 3 }] }, ships: [{ id: 7, afterSeconds: 50 }] },
  });
  const dialog = page.getByRole("dialog");
  const edit = (id: string) =>
    rowOf(page, id).getByRole("button", { name: id, exact: true }).click();
  const ids = async () => (await mock.world.list()).map(({ id }) => id);

  await edit("7");
  await expect(dialog.getByLabel("Ships")).toHaveValue("as it is");
  await dialog.getByRole("button", { name: "Duplicate" }).click();
  await expect(dialog.getByLabel("Ships")).toHaveValue("");
  await dialog.getByLabel("Id", { exact: true }).fill("8");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(rowOf(page, "8").getByRole("cell", { name: "3", exact: true })).toBeVisible();

  // The order still ships as before.
  await edit("7");
  await dialog.getByLabel("Id", { exact: true }).fill("9");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(rowOf(page, "9")).toContainText("ships 50 s after the first list");
  await expect(rowOf(page, "9").getByRole("button", { name: "9", exact: true })).toBeFocused();
  expect(await ids()).toEqual(["8", "9"]);

  await edit("8");
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(rowOf(page, "8")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rowOf(page, "8")).toBeVisible();
  await expect(page.getByRole("status")).toHaveText("Undone.");
  // Undo also takes back what the app did in between, and says so.
  await page.getByRole("button", { name: "Ship order 8" }).click();
  await expect(rowOf(page, "8")).toContainText("Shipped");
  expect((await call(mock, "DELETE", "/store/orders/9")).status).toBe(204);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("status")).toHaveText("Undone, with what your app has done since.");
  await expect(rowOf(page, "9")).toContainText("Pending");
  await expect(page.getByRole("button", { name: "Undo" })).toBeHidden();
});

test("when an order ships is chosen, and taken back", async ({ open }) => {
  const { page, mock } = await open({ scenario: { orders: { list: [{ id: 7 }] } } });
  const dialog = page.getByRole("dialog");
  for (const [choice, field, n, words] of [
    ["At the next list", "", "", "Pending, ships at the next list"],
    ["At the nth list…", "Lists", "3", "Pending, ships at the 3rd list"],
    ["In n seconds…", "Seconds", "45", "Pending, ships 45 s after the first list"],
    ["Before its cancellation", "", "", "Pending, ships before its cancellation"],
  ] as const) {
    await rowOf(page, "7").getByRole("button", { name: "7", exact: true }).click();
    await dialog.getByLabel("Ships").selectOption(choice);
    if (field !== "") await dialog.getByRole("textbox", { name: field }).fill(n);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(rowOf(page, "7")).toContainText(words);
  }
  expect((await call(mock, "DELETE", "/store/orders/7")).status).toBe(409);
  await expect(rowOf(page, "7")).toContainText("Shipped");
  await mock.world.add({ id: 8 });
  await mock.world.ship("8", { afterSeconds: 45 });
  await rowOf(page, "8").getByRole("button", { name: "8", exact: true }).click();
  await dialog.getByLabel("Ships").selectOption("Only by hand");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(rowOf(page, "8").getByText("Pending", { exact: true })).toBeVisible();
});

test("a date is picked in words, as a day or with a time; one that was relative stays so in a file", async ({
  open,
}) => {
  const { page, mock } = await open({
    scenario: { orders: { list: [{ id: 7, shipDate: "-2d" }] } },
  });
  const dialog = page.getByRole("dialog");
  const date = dialog.getByLabel("Ship date");
  const dates: (string | undefined)[] = [];
  const save = async (fill: () => Promise<void>): Promise<void> => {
    await rowOf(page, "7").getByRole("button", { name: "7", exact: true }).click();
    await fill();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toHaveCount(0);
    dates.push(/shipDate: \S+(?=,)/.exec(await mock.world.toScenario())?.[0]);
  };
  // Only the quantity changes.
  await save(async () => {
    await expect(date).toHaveValue("2 days ago");
    await dialog.getByLabel("Quantity").fill("4");
  });
  for (const text of ["in 3 days", "2026-12-01", "2026-12-01 14:30", "2026-12-01T14:30:00+05:30"])
    await save(() => date.fill(text));
  await save(() => dialog.getByLabel("Quantity").fill("5"));
  await save(() => dialog.getByLabel("Pick a day").fill("2027-01-09"));
  await save(() => date.fill("tomorrow"));
  expect(dates).toEqual(
    ["-2d", "+3d", "2026-12-01T12:00:00Z", "2026-12-01T14:30:00Z", "2026-12-01T14:30:00+05:30"]
      .concat("2026-12-01T14:30:00+05:30", "2027-01-09T12:00:00Z", "+1d")
      .map((text) => `shipDate: "${text}"`),
  );
});
