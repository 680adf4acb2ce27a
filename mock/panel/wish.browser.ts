/**
 * A designer's wish: five orders, two of them pending, one of which has an id above 2^53 and ships
 * 20 s after the first list; everything is slow, and the third cancellation fails once. The test
 * creates it by clicking, saves it under a name, and loads it.
 */
import { readFile } from "node:fs/promises";
import { expect, type Page } from "playwright/test";
import { parseScenario } from "../../scenarios/parse.ts";
import { type RunningMock, startMock } from "../http/server.ts";
import { call, rowOf, test } from "../testing/panel.ts";

const LONG = "9007199254740993";

/** The statuses that an app gets when it lists and then cancels. */
async function seenOf(mock: RunningMock): Promise<unknown[]> {
  const began = performance.now();
  const list = await (await call(mock, "GET", "/store/orders")).text();
  const isSlow = performance.now() - began >= 790;
  await mock.world.advance({ seconds: 20 });
  const statuses: number[] = [];
  for (const id of [LONG, "10412", "10421", "10421"])
    statuses.push((await call(mock, "DELETE", `/store/orders/${id}`)).status);
  return [list.match(/"id":\d+/g), isSlow, statuses];
}

/**
 * Creates the scenario in the panel, in steps of one click, choice or text each. Returns the saved
 * file.
 */
async function wish(page: Page, step: (act: Promise<unknown>) => Promise<void>): Promise<string> {
  const scenario = page.getByRole("region", { name: "Scenario" });
  await step(scenario.getByLabel("Orders").fill("5"));
  await step(scenario.getByRole("button", { name: "Reset" }).click());

  const order = page.getByRole("dialog", { name: "Edit order 10416" });
  await step(rowOf(page, "10416").getByRole("button", { name: "10416", exact: true }).click());
  await step(order.getByLabel("Id", { exact: true }).fill(LONG));
  await step(order.getByLabel("Ships").selectOption("In 20 s"));
  await step(order.getByRole("button", { name: "Save" }).click());
  await expect(rowOf(page, LONG)).toContainText("Pending, ships 20 s after the first list");

  const faults = page.getByRole("region", { name: "Faults" });
  await step(faults.getByRole("button", { name: "delay 800 ms" }).click());
  await step(faults.getByLabel("Operation").selectOption("cancelOrder"));
  await step(faults.getByLabel("When").selectOption("request 3 only"));
  await step(faults.getByRole("button", { name: "status 503" }).click());
  await expect(page.getByRole("list", { name: "Active faults" }).getByRole("listitem")).toHaveCount(
    3,
  );

  const save = page.getByRole("dialog", { name: "Save the world" });
  await step(page.getByRole("button", { name: "Save…" }).click());
  await step(save.getByLabel("Name").fill("wish"));
  const downloading = page.waitForEvent("download");
  await step(save.getByRole("button", { name: "Download" }).click());
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("wish.yaml");
  await step(page.getByRole("button", { name: "wish" }).click());
  return readFile(await download.path(), "utf8");
}

test("a wish takes 14 steps; what was saved is the world again, from its card and from the file", async ({
  open,
}) => {
  const { page, mock } = await open({ scenario: "demo" });
  await expect(rowOf(page, "10412")).toBeVisible();
  let steps = 0;
  const saved = await wish(page, async (act) => {
    steps++;
    await act;
  });
  expect(steps).toBeLessThanOrEqual(14);
  await expect(page.getByText("Active: wish", { exact: true })).toBeVisible();
  await expect(rowOf(page, LONG)).toContainText("Pending, ships 20 s after the first list");

  const inCode = await startMock({ port: 0, scenario: "demo", orders: 5 });
  const { world } = inCode;
  const { order } = await world.order("10416");
  await world.add({ ...order, id: LONG, shipDate: "+1d" });
  await world.remove("10416");
  const set = { shipDate: "+0d", complete: true };
  await world.update({ ships: [{ id: LONG, afterSeconds: 20, set }] });
  await world.fault({ delay: 800 }, { on: "cancelOrder", nth: 3, status: 503, retryAfter: 2 });
  expect(await world.toScenario({ name: "wish" })).toBe(saved);

  const again = await startMock({ port: 0, scenario: parseScenario(saved) });
  const list = ["10412", "10415", "10420", "10421", LONG].map((id) => `"id":${id}`);
  for (const seen of await Promise.all([mock, inCode, again].map(seenOf)))
    expect(seen).toEqual([list, true, [409, 409, 503, 204]]);
  await Promise.all([inCode.close(), again.close()]);
});
