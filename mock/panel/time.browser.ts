/** Time in the panel: orders that ship by themselves, in their rows and as chips. */
import { expect } from "playwright/test";
import { parseScenario } from "../../scenarios/parse.ts";
import { call, chips, rowOf, test } from "../testing/panel.ts";

test("the row of an order counts down by the clock of the mock, and a moved clock moves it", async ({
  open,
  page,
}) => {
  const scenario = parseScenario(
    "orders: { list: [{ id: 3 }, { id: 4 }, { id: 5 }] }\nships: [{ id: 3, afterSeconds: 100 }, { id: 4, afterLists: 4 }, { id: 5, beforeCancel: 1 }]",
  );
  const { mock } = await open({ scenario, now: () => Date.now() + 7_200_000 });
  await expect(rowOf(page, "3")).toContainText("Pending, ships 100 s after the first list");
  await expect(rowOf(page, "4")).toContainText("Pending, ships at the 4th list");
  await expect(rowOf(page, "5")).toContainText("Pending, ships before its cancellation");
  await expect(page.getByText("Time counts from the first list")).toBeVisible();
  const steps = page.getByRole("group", { name: "Let time go by" });
  await expect(steps.getByRole("button")).toHaveCount(0);

  await call(mock, "GET", "/store/orders");
  await expect(rowOf(page, "4")).toContainText("Pending, ships at the 3rd list");
  const words = rowOf(page, "3").getByText(/ships in \d+ s$/);
  const seconds = async () => Number(/\d+/.exec((await words.textContent())!));
  const before = await seconds();
  expect(before).toBeGreaterThan(20);
  await expect.poll(seconds).toBeLessThan(before);
  await steps.getByRole("button", { name: "1 min" }).click();
  await expect.poll(seconds).toBeLessThanOrEqual(40);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(seconds).toBeGreaterThan(40);
  await steps.getByRole("button", { name: "1 h" }).click();
  await expect(rowOf(page, "3")).toContainText("Shipped");
  await expect(rowOf(page, "3")).toHaveClass(/changed/);
});

test("a chip goes with its shipment: by hand, by its ×, by a cancellation, and by time alone", async ({
  open,
}) => {
  const afterSeconds = 3600;
  const ships = [
    { id: 3, afterSeconds, set: { complete: true } },
    { id: 4, afterSeconds },
    { id: 5, afterSeconds },
  ];
  const orders = { list: [{ id: 3 }, { id: 4 }, { id: 5 }] };
  const { page, mock } = await open({
    scenario: { orders, ships: [...ships, { count: 3, afterSeconds: 1 }] },
  });
  await expect(chips(page)).toHaveCount(4);
  await page.getByRole("button", { name: "Ship order 3", exact: true }).click();
  await expect(chips(page)).toHaveCount(3);
  await expect(rowOf(page, "3")).toContainText("yes");
  await page.getByRole("button", { name: "Remove: order 5 ships" }).click();
  await expect(chips(page)).toHaveCount(2);
  await expect(rowOf(page, "5").getByText("Pending", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Cancel order 4", exact: true }).click();
  await expect(chips(page)).toHaveText(["3 pending orders ship 1 s after the first list×"]);
  // The rule has no order left to ship.
  await call(mock, "GET", "/store/orders");
  await expect(chips(page)).toHaveCount(0);
});
