import { expect, type Page } from "playwright/test";
import { call, chips, requests, test } from "../testing/panel.ts";

const faultsOf = (page: Page) => page.getByRole("region", { name: "Faults" });

test("in quick succession each is added, in the words of its button, to what the mock has by then, and each removed from what is left", async ({
  open,
}) => {
  const { page } = await open();
  const effects = page.getByRole("form", { name: "Effect" }).getByRole("button");
  const words = await effects.allTextContents();
  expect(words).toHaveLength(10);
  for (let at = 0; at < words.length; at++) await effects.nth(at).click();
  await expect(chips(page)).toHaveText(words.map((one) => `all operations: ${one}×`));
  await chips(page)
    .getByRole("button")
    .evaluateAll((buttons) => {
      for (const button of buttons) (button as HTMLElement).click();
    });
  await expect(faultsOf(page).getByText("No active faults.")).toBeVisible();

  const hang = faultsOf(page).getByRole("button", { name: "hang", exact: true });
  await hang.click();
  await hang.click();
  await faultsOf(page).getByRole("button", { name: "Remove all" }).click();
  await expect(chips(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(chips(page)).toHaveCount(2);
});

test("any fault can be made by hand; a status that is not allowed says what is", async ({
  open,
}) => {
  const { page, mock } = await open();
  const faults = faultsOf(page);
  for (const [when, field, n, words] of [
    ["every n requests…", "n", "4", "all operations, every 4 requests: hang"],
    ["at most n times…", "n", "3", "all operations, at most 3 times: hang"],
    ["after request n…", "n", "7", "all operations, after request 7: hang"],
    ["a share of requests…", "Percent", "30", "all operations, 30% of requests: hang"],
  ] as const) {
    await faults.getByLabel("When").selectOption(when);
    await faults.getByRole("textbox", { name: field, exact: true }).fill(n);
    await faults.getByRole("button", { name: "hang", exact: true }).click();
    await expect(chips(page).last()).toContainText(words);
  }
  await faults.getByRole("button", { name: "Remove all" }).click();
  await faults.getByLabel("When").selectOption("every request");
  await faults.getByText("Another status or delay").click();
  await faults.getByLabel("Status", { exact: true }).fill("200");
  await faults.getByRole("button", { name: "Add", exact: true }).click();
  await expect(faults.getByRole("alert")).toHaveText("A status from 400 to 599.");
  await faults.getByLabel("Status", { exact: true }).fill("418");
  await faults.getByLabel("Retry-After", { exact: true }).fill("9");
  await faults.getByLabel("Milliseconds").fill("20-15");
  await faults.getByRole("button", { name: "Add", exact: true }).click();
  const words = "all operations: delay 15–20 ms, status 418, Retry-After 9";
  await expect(chips(page)).toHaveText([`${words}×`]);
  await expect(page.getByRole("status")).toHaveText(`Fault added: ${words}.`);
  // The panel shows a fault before the mock has it.
  await expect.poll(async () => (await call(mock, "GET", "/store/orders")).status).toBe(418);
});

test("a fault that is used up leaves after a minute, but where used-up ones are kept", async ({
  open,
  page,
}) => {
  await page.clock.install();
  const { mock } = await open();
  await mock.world.fault({ times: 1, status: 500 });
  await call(mock, "GET", "/store/orders");
  await page.clock.runFor(1000);
  await expect(chips(page)).toContainText("(used 1 of 1)");
  await expect(requests(page).first()).toContainText("fault: status 500");
  await page.clock.runFor(60_000);
  await expect(chips(page)).toBeHidden();
  await page.getByLabel("Keep used-up ones").check();
  await expect(chips(page)).toBeVisible();
});
