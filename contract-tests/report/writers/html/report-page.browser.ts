import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test as base, expect, type Page } from "playwright/test";
import { CLAUSES } from "../../../../spec/clauses/index.ts";
import { SAMPLES } from "../../../testing/sample-reports.ts";
import type { Report } from "../../schema.ts";
import { renderJunit } from "../junit.ts";
import { reportPage } from "./report-page.ts";

const AXE = createRequire(import.meta.url).resolve("axe-core");

/** A page that fails the test for everything that a report must not do. */
const test = base.extend<{ strictPage: Page }>({
  strictPage: async ({ page }, use) => {
    const problems: string[] = [];
    page.on("console", (message) => problems.push(message.text()));
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("dialog", (dialog) => {
      problems.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on("request", (request) => {
      if (!/^(?:https?:\/\/report\.test\/|data:)/.test(request.url()))
        problems.push(`request: ${request.url()}`);
    });
    await use(page);
    expect(problems).toEqual([]);
  },
});

async function open(page: Page, report: Report): Promise<void> {
  await page.route("https://report.test/", (route) =>
    route.fulfill({ body: reportPage(report), contentType: "text/html" }),
  );
  await page.goto("https://report.test/");
}

for (const [name, report] of Object.entries(SAMPLES))
  test(`${name}: no request, no refused resource, no overflow, nothing for axe; wide or narrow, light or dark`, async ({
    strictPage,
  }) => {
    await open(strictPage, report);
    // Playwright's evaluate bypasses the page's policy.
    await strictPage.evaluate(readFileSync(AXE, "utf8"));
    await strictPage.evaluate(() => {
      for (const folded of document.querySelectorAll("details")) folded.open = true;
    });
    for (const colorScheme of ["light", "dark"] as const) {
      await strictPage.emulateMedia({ colorScheme });
      for (const width of [1200, 390, 320]) {
        await strictPage.setViewportSize({ width, height: 800 });
        expect(
          await strictPage.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        ).toBeLessThanOrEqual(0);
        const cut = await strictPage
          .locator(".chip")
          .evaluateAll((all) => all.filter((chip) => chip.scrollWidth > chip.clientWidth).length);
        expect(cut).toBe(0);
      }
      const violations = await strictPage.evaluate(
        "axe.run().then(({ violations }) => violations.map(({ id }) => id))",
      );
      expect(violations).toEqual([]);
    }
  });

test("the policy of the page refuses scripts, styles and resources that others add", async ({
  page,
}) => {
  let loaded = 0;
  await page.route("https://evil.test/**", (route) => {
    loaded++;
    return route.fulfill({ headers: { "access-control-allow-origin": "*" } });
  });
  await open(page, SAMPLES.conforms);
  const run = await page.evaluate(async () => {
    const added = document.createElement("div");
    added.innerHTML =
      '<img src="https://evil.test/a.png" onerror="document.title = 1"><style>body { opacity: 0.5 }</style>';
    const script = document.createElement("script");
    script.textContent = "document.title = 1";
    document.body.append(added, script);
    await fetch("https://evil.test/").catch(() => {});
    return [document.title === "1", getComputedStyle(document.body).opacity];
  });
  expect(run).toEqual([false, "1"]);
  expect(loaded).toBe(0);
});

test("text of a deployment makes no element, no script and no hidden character", async ({
  strictPage,
}) => {
  await open(strictPage, SAMPLES.hostile);
  expect(await strictPage.locator("img, iframe, i, b, a[href^='javascript']").count()).toBe(0);
  expect(await strictPage.locator("script").count()).toBe(1);
  await expect(strictPage.locator("#violated-error-message")).toBeVisible();
  expect(await strictPage.content()).not.toMatch(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not come through
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/,
  );
});

test("the page works with a keyboard, and its links lead somewhere", async ({
  strictPage: page,
}) => {
  await open(page, SAMPLES.violates);
  await expect(
    page.getByRole("heading", { level: 1, name: "staging violates the contract" }),
  ).toBeVisible();
  const targets = await page
    .locator("a[href^='#']")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  for (const target of new Set(targets)) await expect(page.locator(`${target}`)).toHaveCount(1);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the findings" })).toBeFocused();
  await expect(page.getByRole("link", { name: "Skip to the findings" })).toBeInViewport();
});

test("every clause has its verdict, a violated one its evidence, one that is held in part what was tried", async ({
  strictPage: page,
}) => {
  await open(page, SAMPLES.violates);
  const clauses = page.locator("section[aria-labelledby=clauses]");
  for (const { id, verdict } of SAMPLES.violates.clauses) {
    const entry = clauses.locator("li").filter({ has: page.getByText(id, { exact: true }) });
    await expect(entry).toContainText(verdict);
  }
  expect(SAMPLES.violates.clauses).toHaveLength(CLAUSES.length);

  const card = page.getByRole("article", { name: "order-ship-date" });
  await expect(card.locator("mark")).toHaveText('"2026-02-31T08:15:00Z"');
  await expect(card).toContainText("orders[4711].shipDate, byte");
  await expect(page.getByRole("row", { name: /^DELETE .* cancelOrder/ })).toContainText("violated");

  await expect(clauses.locator("h2")).toContainText("held, 3 of them tried in part)");
  await expect(clauses.locator("li", { hasText: " Tried: " })).toContainText([
    "Tried: 0 of 2 parameters.",
    "Tried: 1 of 3 texts. Not tried: 3 ids that an order may have.",
    "Tried: 3 of 5 cases.",
  ]);
});

test("a known violation has a sign, a word and a color of its own", async ({
  strictPage: page,
}) => {
  await open(page, SAMPLES.known);
  const entries = page.locator("section[aria-labelledby=known] li");
  await expect(entries).toHaveText([
    /~\s+known\s*ORD-7, fixed in March \(until 2027-03-31\)\s*order-ship-date/,
    /✗\s+expired\s*the old gateway/,
    /✓\s+held\s*ORD-9; the next --accept removes this entry/,
    /\?\s+unproven\s*seen once in May\s*error-status at cancelOrder 500/,
  ]);
  const colors = await page
    .locator(".verdict-bar rect")
    .evaluateAll((all) => all.map((part) => getComputedStyle(part).fill));
  expect(new Set(colors).size).toBe(colors.length);
  expect(colors).not.toContain("rgb(0, 0, 0)");
});

test("the copy button copies the curl line", async ({ strictPage: page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, SAMPLES.violates);
  const card = page.getByRole("article", { name: "cancel-shipped-conflict" });
  await card.getByRole("button", { name: "Copy the curl line" }).click();
  await expect(page.getByRole("status")).toHaveText("Copied");
  const evidence = SAMPLES.violates.clauses.find(({ id }) => id === "cancel-shipped-conflict")
    ?.evidence?.[0];
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(evidence?.curl);
});

test("folded parts are open on paper", async ({ strictPage: page }) => {
  await open(page, SAMPLES.violates);
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  expect(await page.locator("details:not([open])").count()).toBe(0);
  await expect(page.getByRole("navigation")).toBeHidden();
});

for (const [name, report] of Object.entries(SAMPLES))
  test(`${name}: the JUnit file is well-formed and its totals are right`, async ({
    strictPage: page,
  }) => {
    const found = await page.evaluate((xml) => {
      const read = new DOMParser().parseFromString(xml, "application/xml");
      const number = (element: Element, selector: string) =>
        element.querySelectorAll(selector).length;
      const totals = (element: Element) =>
        ["tests", "failures", "errors", "skipped"].map((of) => element.getAttribute(of));
      const counts = (element: Element) =>
        ["testcase", "failure", "error", "skipped"].map((of) => number(element, of));
      const suites = [...read.querySelectorAll("testsuites, testsuite")];
      return {
        isWellFormed: read.querySelector("parsererror") === null,
        wrong: suites.filter((suite) => String(totals(suite)) !== String(counts(suite))).length,
        failed: [...read.querySelectorAll("testcase:has(failure)")].map((one) =>
          one.getAttribute("name"),
        ),
        cases: number(read.documentElement, "testcase:not([classname='orders-kit.run'])"),
        errors: number(read.documentElement, "error"),
      };
    }, renderJunit(report));
    expect(found).toEqual({
      isWellFormed: true,
      wrong: 0,
      failed: [...report.reasons.map(() => "outcome"), ...report.new],
      cases: report.clauses.length,
      errors: report.broken.length + (report.why === undefined ? 0 : 1),
    });
  });
