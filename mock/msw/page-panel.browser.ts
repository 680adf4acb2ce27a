/** The panel in an app's page. */
import { chips, expectAccessible, showView, VIEWS } from "../testing/panel.ts";
import { expect, type MswPackage, test } from "../testing/site.ts";
import { BASE_URL, call, demand, list, openPanel, reload, start } from "../testing/worker-page.ts";

for (const msw of ["msw", "msw3"] satisfies MswPackage[])
  test.describe(`on ${msw}`, () => {
    test.use({ msw });

    test("a button opens the panel for the world of the page", async ({ openPage }) => {
      const page = await openPage();
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(error.message));
      await start(page, { panel: true });
      const panel = await openPanel(page);
      await expect(panel.getByText(BASE_URL)).toBeVisible();
      await panel.getByRole("button", { name: "Ship order 2", exact: true }).click();
      await expect(panel.getByRole("status")).toHaveText("Order 2 is shipped.");
      expect(await call(page, "DELETE", "/2")).toBe(409);

      const request = panel.getByRole("list", { name: "Requests" }).getByRole("listitem").first();
      await expect(request).toContainText("409: shipped");
      await request.getByText("/store/orders/2").click();
      await expect(request).toContainText(`Bearer \${ORDERS_API_KEY}`);
      // Other programs cannot reach a service worker.
      await expect(panel.getByRole("button", { name: "Copy" })).toHaveCount(0);
      await request.getByRole("button", { name: "Repeat" }).click();
      await expect(request).toContainText("409");

      await showView(panel, "setup");
      await panel.getByRole("button", { name: "status 500" }).click();
      await expect(chips(panel)).toHaveCount(1);
      expect(await call(page, "GET")).toBe(500);
      await panel.getByRole("button", { name: "Custom…" }).click();
      await panel.getByRole("textbox", { name: "Scenario" }).fill("orders: { list: [{ id: 17 }] }");
      await panel.getByRole("button", { name: "Apply" }).click();
      await expect(panel.getByText("No active faults.")).toBeVisible();
      expect(await list(page)).toEqual([{ id: "17" }]);
      const downloading = page.waitForEvent("download");
      await panel.getByRole("button", { name: "Save…" }).click();
      await panel.getByRole("button", { name: "Download" }).click();
      expect((await downloading).suggestedFilename()).toBe("mine.yaml");

      await page.getByRole("button", { name: "Close" }).click();
      await expect(page.locator("iframe")).toBeHidden();
      // msw 2 warns about a second start, and msw 3 refuses it.
      await start(page, { panel: true }).catch(() => {});
      await page.getByRole("button", { name: "Orders mock" }).press("Enter");
      await page.keyboard.press("Tab");
      await expect(panel.getByRole("link", { name: "Skip to the content" })).toBeFocused();
      await page.keyboard.press("Escape");
      await expect(page.locator("iframe")).toBeHidden();
      await expect(page.getByRole("button", { name: "Orders mock" })).toBeFocused();
      expect(errors).toEqual([]);
    });

    test("the button is in the chosen corner, and the panel on that side, also after a reload", async ({
      openPage,
    }) => {
      const page = await openPage();
      await start(page, { panel: "top-left" });
      await openPanel(page);
      const frame = page.locator("iframe");
      expect(await frame.boundingBox()).toMatchObject({ x: 0, y: 0 });
      // The app begins where the panel ends.
      const app = () => page.evaluate(() => document.body.getBoundingClientRect().left);
      const width = async () => (await frame.boundingBox())!.width;
      expect(await app()).toBeGreaterThanOrEqual(await width());
      const border = page.getByRole("separator", { name: "Width of the panel" });
      const before = await width();
      await border.press("ArrowLeft");
      expect(await width()).toBeLessThan(before);
      const { x = 0 } = (await border.boundingBox()) ?? {};
      await page.mouse.move(x + 4, 300);
      await page.mouse.down();
      await page.mouse.move(400, 300, { steps: 4 });
      await page.mouse.up();
      expect(await width()).toBe(400);
      expect(await app()).toBeGreaterThanOrEqual(400);
      await showView(page.frameLocator("iframe"), "setup");

      await reload(page, { panel: "top-left" });
      expect(await width()).toBe(400);
      await expect(
        page.frameLocator("iframe").getByRole("button", { name: "hang", exact: true }),
      ).toBeVisible();
      await page.getByRole("button", { name: "Close" }).click();
      expect(await app()).toBeLessThan(100);
    });
  });

test("a page with a strict policy refuses nothing of the worker and the panel", async ({
  openPage,
}) => {
  const page = await openPage();
  const refused: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) refused.push(message.text());
  });
  // connect-src: the app calls another origin, whose answers are the worker's.
  await demand(page, "default-src 'self'; connect-src 'self' http://127.0.0.1:4010");
  await reload(page, { panel: true });
  const panel = await openPanel(page);
  await panel.getByRole("button", { name: "Ship order 2", exact: true }).click();
  await expect(panel.getByRole("status")).toHaveText("Order 2 is shipped.");
  expect(await call(page, "DELETE", "/2")).toBe(409);
  await showView(panel, "setup");
  expect(refused).toEqual([]);
});

for (const { width, colorScheme } of VIEWS)
  test(`at ${width} px, ${colorScheme}, nothing of the panel is cut, and axe finds no violations`, async ({
    openPage,
  }) => {
    const page = await openPage();
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ reducedMotion: "reduce", colorScheme });
    await start(page, { panel: true });
    const panel = await openPanel(page);
    await expectAccessible(page.frames()[1]!);
    await showView(panel, "setup");
    await expectAccessible(page.frames()[1]!);
    await expectAccessible(page.mainFrame());
  });
