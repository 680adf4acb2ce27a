/** Content visible without scrolling, at the widths of a phone, a tablet and a projector. */
import { expect, type Locator, type Page } from "playwright/test";
import { call, chips, filter, requests, rowOf, test } from "../testing/panel.ts";

async function openAt(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ reducedMotion: "reduce" });
}
const seen = (part: Locator) => expect(part).toBeInViewport({ ratio: 1 });

test("a phone shows orders first", async ({ open, page }) => {
  await openAt(page, 390, 844);
  await open({ scenario: "demo" });
  await seen(rowOf(page, "10412"));
  await seen(rowOf(page, "10415"));
  await expect(page.getByRole("region", { name: "Requests" })).toBeHidden();
});

for (const [width, height] of [
  [800, 900],
  [1024, 768],
] as const)
  test(`at ${width} px orders and requests are both seen`, async ({ open, page }) => {
    await openAt(page, width, height);
    const { mock } = await open({ scenario: "demo" });
    await call(mock, "DELETE", "/store/orders/10412");
    await seen(rowOf(page, "10412"));
    await seen(requests(page).first());
  });

test("on a projector of 1400 × 700 px nothing that is active is hidden, and a message lies over nothing", async ({
  open,
  page,
}) => {
  await openAt(page, 1400, 700);
  const { mock } = await open({ scenario: "demo" });
  await mock.world.fault(
    { on: "cancelOrder", nth: 3, status: 503 },
    { delay: 8 },
    { every: 3, status: 500 },
  );
  await mock.world.ship("10430", { afterSeconds: 60 });
  await call(mock, "DELETE", "/store/orders/10412");
  await expect(chips(page)).toHaveCount(5);
  for (const chip of await chips(page).all()) await seen(chip);
  await seen(requests(page).first());
  await page.getByRole("button", { name: "Ship order 10416" }).click();
  await seen(page.getByRole("button", { name: "Undo" }));
  const message = await page.getByRole("contentinfo").boundingBox();
  const main = await page.getByRole("main").boundingBox();
  expect(message!.y).toBeGreaterThanOrEqual(main!.y + main!.height);
});

test("100,000 orders wrap no button", async ({ open, page }) => {
  await openAt(page, 1400, 800);
  await open({ scenario: "large" });
  await expect(filter(page, "All")).toHaveText("All 100,000");
  const top = async (part: Locator) => (await part.boundingBox())!.y;
  const add = await top(page.getByRole("button", { name: "Add…" }));
  for (const part of [filter(page, "All"), page.getByLabel("Find by id")])
    expect(Math.abs((await top(part)) - add)).toBeLessThan(8);
});
