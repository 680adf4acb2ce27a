/** Content visible without scrolling, at the widths of a phone, a tablet and a projector. */
import { expect, type Locator } from "playwright/test";
import { call, chips, requests, rowOf, test } from "../testing/panel.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });
const seen = (part: Locator) => expect(part).toBeInViewport({ ratio: 1 });

for (const [width, height, isShared] of [
  [390, 844, false],
  [800, 900, true],
  [1024, 768, true],
] as const)
  test(`at ${width} px orders are seen first${isShared ? ", with requests" : ""}, and what is shown of them is not cut`, async ({
    open,
    page,
  }) => {
    await page.setViewportSize({ width, height });
    const { mock } = await open();
    await call(mock, "DELETE", "/store/orders/4");
    await seen(rowOf(page, "2"));
    // Beside the requests, the last fields are hidden.
    for (const text of ["Pending", "303", ...(width === 1024 ? [] : ["2026-02-04 07:54Z"])])
      await expect(rowOf(page, "2").getByText(text, { exact: true })).toBeInViewport({
        ratio: 0.9,
      });
    await seen(page.getByRole("button", { name: "Cancel order 2", exact: true }));
    if (isShared) await seen(page.getByRole("button", { name: "Clear", exact: true }));
    if (isShared) await seen(requests(page).first());
    else await expect(page.getByRole("region", { name: "Requests" })).toBeHidden();
  });

test("on a projector of 1400 × 700 px nothing that is active is hidden, and a message lies over nothing", async ({
  open,
  page,
}) => {
  await page.setViewportSize({ width: 1400, height: 700 });
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
