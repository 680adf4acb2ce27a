import { test as base, expect, type Page } from "playwright/test";
import { CLAUSES } from "../../../spec/clauses/index.ts";
import { SAMPLES } from "../../testing/sample-reports.ts";
import { renderJunit } from "../junit.ts";
import type { Report } from "../report.ts";
import { renderHtml } from "./html-report.ts";

/** A page on which everything that a report must not do is an error. */
const test = base.extend<{ reportPage: Page }>({
  reportPage: async ({ page }, use) => {
    const problems: string[] = [];
    page.on("console", (message) => problems.push(message.text()));
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("dialog", (dialog) => {
      problems.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on("request", (request) => {
      if (!/^(?:https?:\/\/report\.test\/|data:)/.test(request.url())) problems.push(`request: ${request.url()}`);
    });
    await use(page);
    expect(problems).toEqual([]);
  },
});

async function open(page: Page, report: Report): Promise<void> {
  await page.route("https://report.test/", (route) =>
    route.fulfill({ body: renderHtml(report), contentType: "text/html" }),
  );
  await page.goto("https://report.test/");
}

for (const [name, report] of Object.entries(SAMPLES))
  test(`${name}: no request, no refused resource, no overflow; wide or narrow, light or dark`, async ({
    reportPage,
  }) => {
    await open(reportPage, report);
    for (const colorScheme of ["light", "dark"] as const)
      for (const width of [1200, 390, 320]) {
        await reportPage.emulateMedia({ colorScheme });
        await reportPage.setViewportSize({ width, height: 800 });
        await reportPage.evaluate(() =>
          document.querySelectorAll("details").forEach((folded) => {
            folded.open = true;
          }),
        );
        expect(await reportPage.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
          0,
        );
        expect(await reportPage.evaluate(lowContrast)).toEqual([]);
      }
  });

test("text of a deployment makes no element, no script and no hidden character", async ({ reportPage }) => {
  await open(reportPage, SAMPLES.hostile);
  expect(await reportPage.locator("img, iframe, i, b, a[href^='javascript']").count()).toBe(0);
  expect(await reportPage.locator("script").count()).toBe(1);
  await expect(reportPage.locator("#violated-error-message")).toBeVisible();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not come through
  expect(await reportPage.content()).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
});

test("the page works with a screen reader and a keyboard", async ({ reportPage: page }) => {
  await open(page, SAMPLES.violates);
  await expect(page.getByRole("banner")).toBeVisible();
  await expect(page.getByRole("main")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "staging violates the contract" })).toBeVisible();
  const levels = await page
    .locator("h1, h2, h3")
    .evaluateAll((all) => all.map((heading) => Number(heading.tagName[1])));
  levels.reduce((before, level) => {
    expect(level - before).toBeLessThanOrEqual(1);
    return level;
  }, 0);
  expect(await page.locator("table:not(:has(caption)), th:not([scope])").count()).toBe(0);
  const ids = await page.locator("[id]").evaluateAll((all) => all.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
  const targets = await page
    .locator("a[href^='#']")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  expect(targets.filter((target) => !ids.includes(target.slice(1)))).toEqual([]);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the findings" })).toBeFocused();
  await expect(page.getByRole("link", { name: "Skip to the findings" })).toBeInViewport();
});

test("every clause has its verdict, a violated one its evidence", async ({ reportPage: page }) => {
  await open(page, SAMPLES.violates);
  for (const { id, verdict } of SAMPLES.violates.clauses)
    await expect(page.locator("#clauses ~ ul > li").filter({ has: page.getByText(id, { exact: true }) })).toContainText(
      verdict,
    );
  const card = page.getByRole("article", { name: "order-ship-date" });
  await expect(card.locator("mark")).toHaveText('"2026-02-31T08:15:00Z"');
  await expect(card).toContainText("orders[4711].shipDate, byte");
  await expect(page.getByRole("row", { name: /cancelOrder DELETE/ })).toContainText("violated");
  expect(SAMPLES.violates.clauses).toHaveLength(CLAUSES.length);
});

test("the copy button copies the curl line", async ({ reportPage: page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, SAMPLES.violates);
  const card = page.getByRole("article", { name: "cancel-shipped-conflict" });
  await card.getByRole("button", { name: "Copy the curl line" }).click();
  await expect(page.getByRole("status")).toHaveText("Copied");
  const evidence = SAMPLES.violates.clauses.find(({ id }) => id === "cancel-shipped-conflict")?.evidence?.[0];
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(evidence?.curl);
});

test("folded parts are open on paper", async ({ reportPage: page }) => {
  await open(page, SAMPLES.violates);
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  expect(await page.locator("details:not([open])").count()).toBe(0);
  await expect(page.getByRole("navigation")).toBeHidden();
});

for (const [name, report] of Object.entries(SAMPLES))
  test(`${name}: the JUnit file is well-formed and its totals are right`, async ({ reportPage: page }) => {
    const found = await page.evaluate((xml) => {
      const read = new DOMParser().parseFromString(xml, "application/xml");
      const number = (element: Element, selector: string) => element.querySelectorAll(selector).length;
      const totals = (element: Element) =>
        ["tests", "failures", "errors", "skipped"].map((of) => Number(element.getAttribute(of)));
      const counts = (element: Element) => ["testcase", "failure", "error", "skipped"].map((of) => number(element, of));
      return {
        error: read.querySelector("parsererror")?.textContent ?? null,
        wrong: [...read.querySelectorAll("testsuites, testsuite")].filter(
          (suite) => String(totals(suite)) !== String(counts(suite)),
        ).length,
        failed: [...read.querySelectorAll("failure")].map((failure) => failure.parentElement?.getAttribute("name")),
        cases: number(read.documentElement, "testcase:not([classname='orders-kit.run'])"),
        errors: number(read.documentElement, "error"),
      };
    }, renderJunit(report));
    expect(found).toEqual({
      error: null,
      wrong: 0,
      failed: report.clauses.filter(({ verdict }) => verdict === "violated").map(({ id }) => id),
      cases: report.clauses.length,
      errors: report.broken.length + (report.why === undefined ? 0 : 1),
    });
  });

/** Runs in the page: the texts with a contrast below 4.5 (WCAG 2.2, 1.4.3). */
function lowContrast(): string[] {
  const channel = (value: number) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const rgb = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = ([r = 0, g = 0, b = 0]: number[]) =>
    0.2126 * channel(r / 255) + 0.7152 * channel(g / 255) + 0.0722 * channel(b / 255);
  const behind = (element: Element | null): number[] => {
    if (element === null) return [255, 255, 255];
    const color = rgb(getComputedStyle(element).backgroundColor);
    return color.length === 4 && color[3] === 0 ? behind(element.parentElement) : color;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const low = new Set<string>();
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    if (element === null || node.textContent?.trim() === "" || element.closest("script, style") !== null) continue;
    const [one, two] = [luminance(rgb(getComputedStyle(element).color)), luminance(behind(element))];
    if ((Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05) < 4.5)
      low.add(`${element.className} ${node.textContent}`);
  }
  return [...low];
}
