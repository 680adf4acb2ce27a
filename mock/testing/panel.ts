/** Fixtures and locators for the tests of the panel. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import {
  test as base,
  expect,
  type Frame,
  type FrameLocator,
  type Locator,
  type Page,
} from "playwright/test";
import { type MockOptions, type RunningMock, startMock } from "../http/server.ts";

export const BIG = "9007199254740993";

/** Each width once, and each colour scheme. */
export const VIEWS = [
  { width: 1400, colorScheme: "light" },
  { width: 800, colorScheme: "dark" },
  { width: 390, colorScheme: "dark" },
] as const;

interface Opened {
  readonly page: Page;
  readonly mock: RunningMock;
}

export const test = base.extend<{
  open: (options?: MockOptions, query?: string) => Promise<Opened>;
}>({
  open: async ({ page }, use) => {
    const mocks: RunningMock[] = [];
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => {
      // The browser logs every error status as an error, and some tests cause one.
      if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
        errors.push(message.text());
    });
    await use(async (options, query = "") => {
      const mock = await startMock({ port: 0, ...options });
      mocks.push(mock);
      await page.goto(`${mock.adminUrl}/${query}`);
      return { page, mock };
    });
    for (const mock of mocks) await mock.close();
    expect(errors).toEqual([]);
  },
});

/** Sends a request as an app does. */
export function call(
  mock: RunningMock,
  method: string,
  path: string,
  key = "demo-key",
): Promise<Response> {
  return fetch(`${mock.baseUrl}${path}`, { method, headers: { authorization: `Bearer ${key}` } });
}

export const orders = (page: Page): Locator => page.getByRole("table", { name: "Orders" });
export const rowOf = (page: Page, id: string): Locator =>
  orders(page)
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name: id, exact: true }) });
export const filter = (page: Page, name: string): Locator =>
  page.getByRole("group", { name: "Show orders by state" }).locator("label", { hasText: name });
/** Shows a part of the panel if there is no room for all of them. */
export async function showView(
  page: Page | FrameLocator,
  view: "orders" | "requests" | "setup",
): Promise<void> {
  const label = (name: string): Locator => page.locator(`label:has(#view-${name})`);
  // Orders and requests may share a view.
  const isShared = view === "requests" && !(await label(view).isVisible());
  if (await label("setup").isVisible()) await label(isShared ? "orders" : view).click();
}
export const chips = (page: Page | FrameLocator): Locator =>
  page.getByRole("list", { name: "Active faults" }).getByRole("listitem");
export const requests = (page: Page): Locator =>
  page.getByRole("list", { name: "Requests" }).getByRole("listitem");

/** Expects that axe finds no violations and that nothing on the page is cut off. */
export async function expectAccessible(frame: Frame): Promise<void> {
  // Evaluated, because the page's Content-Security-Policy blocks injected scripts.
  await frame.evaluate(await readFile(fileURLToPath(import.meta.resolve("axe-core")), "utf8"));
  const violations = await frame.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(): Promise<{ violations: unknown[] }> } };
    return (await axe.run()).violations;
  });
  expect(violations).toEqual([]);
  expect(
    await frame.evaluate(() => document.documentElement.scrollWidth - innerWidth),
  ).toBeLessThanOrEqual(0);
}
