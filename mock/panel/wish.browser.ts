/**
 * The wish of a designer, made as a file, in code and in the panel: three orders, one with a very long id, one that ships while I look at it;
 * the list slow for 4 seconds, then a 503, then fine.
 */
import { readFile } from "node:fs/promises";
import { expect } from "playwright/test";
import { parseScenario } from "../../scenarios/parse.ts";
import { type RunningMock, startMock } from "../http/server.ts";
import { call, rowOf, test } from "../testing/panel.ts";

const LONG = "9223372036854775806";
const FILE = `description: A store without orders.
orders:
  list:
    - { id: 7, quantity: 1 }
    - { id: 8, quantity: 2 }
    - { id: ${LONG}, quantity: 3 }
ships:
  - { id: 8, afterSeconds: 3600 }
faults:
  - { on: listOrders, times: 1, delay: 4000 }
  - { on: listOrders, times: 1, status: 503 }
`;

/** The view of an app, without the wait. */
async function seenOf(mock: RunningMock): Promise<string[]> {
  const seen: string[] = [];
  for (let n = 0; n < 3; n++) {
    const response = await call(mock, "GET", "/store/orders");
    seen.push(`${response.status} ${await response.text()}`);
  }
  await mock.world.advance({ seconds: 3600 });
  seen.push(String((await call(mock, "DELETE", "/store/orders/8")).status));
  return seen;
}

test("a wish is made in three ways, saved by the panel, and served again byte for byte", async ({
  open,
}) => {
  const asFile = await startMock({ port: 0, scenario: parseScenario(FILE) });

  const inCode = await startMock({ port: 0, scenario: "empty" });
  const { world } = inCode;
  await world.add({ id: "7", quantity: 1 });
  await world.add({ id: "8", quantity: 2 });
  await world.add({ id: LONG, quantity: 3 });
  await world.ship("8", { afterSeconds: 3600 });
  const next = { on: "listOrders", times: 1 } as const;
  await world.fault({ ...next, delay: 4000 }, { ...next, status: 503 });

  const { page, mock: inPanel } = await open({ scenario: "empty" });
  const dialog = page.getByRole("dialog");
  for (const [id, quantity, shipsAfter] of [
    ["7", "1", ""],
    ["8", "2", "3600"],
    [LONG, "3", ""],
  ] as const) {
    await page.getByRole("button", { name: "Add…" }).click();
    await dialog.getByLabel("Id", { exact: true }).fill(id);
    await dialog.getByLabel("Quantity").fill(quantity);
    await dialog.getByLabel("Ships after, in seconds").fill(shipsAfter);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(rowOf(page, id)).toBeVisible();
  }
  const faults = page.getByRole("region", { name: "Faults" });
  await faults.getByLabel("Operation").selectOption("listOrders");
  await faults.getByLabel("When").selectOption("Next request only");
  await faults.getByLabel("Effect").selectOption("Delay…");
  await faults.getByLabel("Milliseconds").fill("4000");
  await faults.getByRole("button", { name: "Add", exact: true }).click();
  await faults.getByLabel("Effect").selectOption("Status…");
  await faults.getByLabel("Status", { exact: true }).fill("503");
  await faults.getByRole("button", { name: "Add", exact: true }).click();
  await expect(faults.getByRole("listitem")).toHaveCount(3);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download scenario" }).click();
  const saved = await readFile(await (await downloading).path(), "utf8");

  expect(await asFile.world.toScenario()).toBe(saved);
  expect(await inCode.world.toScenario()).toBe(saved);
  const again = await startMock({ port: 0, scenario: parseScenario(saved) });
  const seen = await Promise.all([asFile, inCode, inPanel, again].map(seenOf));
  const list = `[{"id":7,"quantity":1},{"id":8,"quantity":2},{"id":${LONG},"quantity":3}]`;
  for (const one of seen)
    expect(one).toEqual([`200 ${list}`, expect.stringMatching(/^503 /), `200 ${list}`, "409"]);
  await Promise.all([asFile, inCode, again].map((mock) => mock.close()));
});
