/**
 * The service worker in an app's page: separate worlds, the panel, and worlds that survive a
 * reload.
 */
import type { FrameLocator, Page } from "playwright/test";
import { chips, expectAccessible, showView, VIEWS } from "../testing/panel.ts";
import { expect, type MswPackage, test } from "../testing/site.ts";
import type { WorkerOptions } from "./browser.ts";

const BASE_URL = "http://127.0.0.1:4010/v1";

/** Sends a call as the app in the page does; resolves with the status. */
function call(page: Page, method: string, path = "", baseUrl = BASE_URL): Promise<number> {
  return page.evaluate(
    async ([method, url]) => {
      const headers = { authorization: "Bearer demo-key" };
      return (await fetch(url!, { method: method!, headers })).status;
    },
    [method, `${baseUrl}/store/orders${path}`],
  );
}

async function start(page: Page, options: WorkerOptions): Promise<void> {
  await page.evaluate((options) => window.kit.worker.start({ quiet: true, ...options }), options);
}

async function reload(page: Page, options: WorkerOptions): Promise<void> {
  await page.reload();
  await page.waitForFunction(() => window.kit !== undefined);
  await start(page, options);
}

const list = (page: Page) => page.evaluate(() => window.kit.world.list());

/** The warnings of a page from now on. */
function warningsOf(page: Page): string[] {
  const warnings: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "warning") warnings.push(message.text());
  });
  return warnings;
}

/** From the next load on, the page has this Content-Security-Policy. */
async function demand(page: Page, policy: string): Promise<void> {
  await page.route(page.url(), async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), "content-security-policy": policy };
    await route.fulfill({ response, headers });
  });
}

async function openPanel(page: Page): Promise<FrameLocator> {
  await page.getByRole("button", { name: "Orders mock" }).click();
  const panel = page.frameLocator('iframe[title="Orders mock"]');
  await expect(panel.getByText("live", { exact: true })).toBeVisible();
  return panel;
}

for (const msw of ["msw", "msw3"] satisfies MswPackage[])
  test.describe(`on ${msw}`, () => {
    test.use({ msw });

    test("two tabs are isolated; a world persists for the session if it is to, and not otherwise", async ({
      openPage,
    }) => {
      const [page, other] = [await openPage(), await openPage()];
      for (const tab of [page, other]) await start(tab, { persist: "session" });
      await page.evaluate(() => window.kit.world.ship("2"));
      expect(await call(page, "DELETE", "/9007199254740993")).toBe(204);
      expect([(await list(page)).length, (await list(other)).length]).toEqual([49, 50]);

      await reload(page, { persist: "session" });
      expect(await call(page, "DELETE", "/9007199254740993")).toBe(404);
      expect(await call(page, "DELETE", "/2")).toBe(409);
      await reload(page, {});
      expect(await list(page)).toHaveLength(50);
    });

    test("custom handlers serve another scenario on a path of the page's own origin", async ({
      openPage,
    }) => {
      const page = await openPage();
      const list = await page.evaluate(async () => {
        const { setupWorker, createHandlers } = window.kit;
        const handlers = createHandlers({ baseUrl: "/v1", scenario: "empty" });
        await setupWorker(...handlers).start({ quiet: true });
        const headers = { authorization: "Bearer demo-key" };
        return (await fetch("/v1/store/orders", { headers })).text();
      });
      expect(list).toBe("[]");
    });

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

    test("the worker starts with a scenario, faults and a base address, which resets go back to", async ({
      openPage,
    }) => {
      const page = await openPage();
      const warnings = warningsOf(page);
      const options: WorkerOptions = {
        baseUrl: "/v1",
        scenario: "all-pending",
        faults: [{ on: "cancelOrder", times: 1, status: 503 }],
        panel: true,
      };
      await start(page, options);
      const cancel = () => call(page, "DELETE", "/2", "/v1");
      expect([await cancel(), await cancel()]).toEqual([503, 204]);
      expect(await list(page)).toHaveLength(29);
      await page.evaluate(() => window.kit.worker.resetHandlers());
      await page.evaluate(() => window.kit.world.reset());
      expect([await cancel(), await cancel()]).toEqual([503, 204]);
      for (let n = 0; n < 2; n++) await page.evaluate(() => fetch("/store/orders"));
      expect(warnings.filter((text) => text.startsWith("orders-kit:"))).toEqual([
        expect.stringMatching(/GET http:\S+\/store\/orders is not below \/v1, so the handlers/),
      ]);

      // With a panel, the world persists while the page starts the same way.
      await reload(page, options);
      expect(await list(page)).toHaveLength(29);
      await reload(page, { ...options, scenario: "int64" });
      expect(await list(page)).toHaveLength(14);
    });

    test("a script that is missing, or a corner that there is none of, is named with the fix", async ({
      openPage,
    }) => {
      const page = await openPage();
      await expect(start(page, { serviceWorker: { url: "/none.js" } })).rejects.toThrow(
        "The script of the service worker is not at /none.js.",
      );
      const corner = "bottom" as "bottom-left"; // a mistake that JavaScript allows
      await expect(
        page.evaluate((corner) => window.kit.addPanel(window.kit.world, "/v1", corner), corner),
      ).rejects.toThrow('panel takes bottom-right, bottom-left, top-right, top-left, not "bottom"');
    });

    test("where the page requires trusted types, the app starts without the mock, and a warning says why", async ({
      openPage,
    }) => {
      const page = await openPage();
      const warnings = warningsOf(page);
      await demand(page, "require-trusted-types-for 'script'");
      await reload(page, { panel: true, baseUrl: "/v1" });
      expect(warnings).toEqual([expect.stringContaining("Leave out require-trusted-types-for")]);
      await expect(page.getByRole("button", { name: "Orders mock" })).toHaveCount(0);
      // Nothing answers instead of the server.
      const status = async () => (await fetch("/mockServiceWorker.js")).status;
      expect(await page.evaluate(status)).toBe(200);
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
