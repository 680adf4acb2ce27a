import { expect } from "playwright/test";
import { call, filter, rowOf, showOrders, test } from "../../testing/panel.ts";

test("an order is added and edited, and the app sees it", async ({ open }) => {
  const { page, mock } = await open();
  await expect(rowOf(page, "2")).toBeVisible();
  await page.getByRole("button", { name: "Add…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Id", { exact: true }).fill("9007199254740995");
  await dialog.getByLabel("Quantity").fill("7");
  await dialog.getByLabel("Ship date").fill("tomorrow");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("alert")).toContainText("RFC 3339");
  await dialog.getByLabel("Ship date").fill("");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(filter(page, "All")).toHaveText("All 51");
  expect(await (await call(mock, "GET", "/store/orders")).text()).toContain(
    '{"id":9007199254740995,"quantity":7}',
  );

  await rowOf(page, "2").getByRole("button", { name: "2", exact: true }).click();
  await expect(dialog.getByLabel("Ship date")).toHaveValue("2026-02-04T07:54:03.261Z");
  await dialog.getByLabel("State").selectOption("Shipped");
  await dialog.getByLabel("Pet").fill("9223372036854775807");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(rowOf(page, "2")).toContainText("Shipped");
  await expect(rowOf(page, "2")).toContainText("9223372036854775807");
  expect((await call(mock, "DELETE", "/store/orders/2")).status).toBe(409);
});

test("an order of an empty world is added; one that exists is replaced only if saved again", async ({
  open,
}) => {
  const { page } = await open({ scenario: "empty" });
  await expect(page.getByText("No orders in this world.")).toBeVisible();
  const dialog = page.getByRole("dialog");
  const save = async (quantity: string): Promise<void> => {
    await dialog.getByLabel("Quantity").fill(quantity);
    await dialog.getByRole("button", { name: "Save" }).click();
  };
  await page.getByRole("button", { name: "Add…" }).click();
  await dialog.getByLabel("Id", { exact: true }).fill("7");
  await save("1");
  await expect(rowOf(page, "7")).toBeVisible();
  await expect(page.getByText("No orders in this world.")).toBeHidden();
  await page.getByRole("button", { name: "Add…" }).click();
  await dialog.getByLabel("Id", { exact: true }).fill("7");
  await save("2");
  await expect(dialog.getByRole("alert")).toContainText("This world has an order 7.");
  await save("3");
  await expect(rowOf(page, "7").getByRole("cell", { name: "3", exact: true })).toBeVisible();
});

for (const width of [800, 390])
  test(`at ${width} px the fields and buttons of an order are not cut`, async ({ open, page }) => {
    await page.setViewportSize({ width, height: 860 });
    await open();
    await showOrders(page);
    await rowOf(page, "2").scrollIntoViewIfNeeded();
    for (const text of ["Pending", "303", "2026-02-04 07:54Z"])
      await expect(rowOf(page, "2").getByText(text, { exact: true })).toBeInViewport({
        ratio: 0.9,
      });
    const cancel = page.getByRole("button", { name: "Cancel order 2", exact: true });
    await expect(cancel).toBeInViewport({ ratio: 1 });
  });
