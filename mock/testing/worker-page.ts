/** What tests do in a page with the service worker. */
import type { FrameLocator, Page } from "playwright/test";
import type { WorkerOptions } from "../msw/browser.ts";
import { expect } from "./site.ts";

export const BASE_URL = "http://127.0.0.1:4010/v1";

/** Sends a call as the app in the page does; resolves with the status. */
export function call(page: Page, method: string, path = "", baseUrl = BASE_URL): Promise<number> {
  return page.evaluate(
    async ([method, url]) => {
      const headers = { authorization: "Bearer demo-key" };
      return (await fetch(url!, { method: method!, headers })).status;
    },
    [method, `${baseUrl}/store/orders${path}`],
  );
}

export async function start(page: Page, options: WorkerOptions): Promise<void> {
  await page.evaluate((options) => window.kit.worker.start({ quiet: true, ...options }), options);
}

export async function reload(page: Page, options: WorkerOptions): Promise<void> {
  await page.reload();
  await page.waitForFunction(() => window.kit !== undefined);
  await start(page, options);
}

export const list = (page: Page) => page.evaluate(() => window.kit.world.list());

/** The warnings of a page from now on. */
export function warningsOf(page: Page): string[] {
  const warnings: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "warning") warnings.push(message.text());
  });
  return warnings;
}

/** From the next load on, the page has this Content-Security-Policy. */
export async function demand(page: Page, policy: string): Promise<void> {
  await page.route(page.url(), async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), "content-security-policy": policy };
    await route.fulfill({ response, headers });
  });
}

export async function openPanel(page: Page): Promise<FrameLocator> {
  await page.getByRole("button", { name: "Orders mock" }).click();
  const panel = page.frameLocator('iframe[title="Orders mock"]');
  await expect(panel.getByText("live", { exact: true })).toBeVisible();
  return panel;
}
