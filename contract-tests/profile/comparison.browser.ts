import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "playwright/test";
import type { Comparison } from "./compare.ts";
import { comparisonPage } from "./comparison-page.ts";

const AXE = createRequire(import.meta.url).resolve("axe-core");

const comparison: Comparison = {
  a: "staging.profile.yaml",
  b: "https://staging.example/v1",
  entries: [
    {
      id: "answers.conflict-body",
      about: "What is the body of the 409 for a shipped order?",
      a: "none",
      b: "error",
      outcome: "differs",
    },
    {
      id: "replies.order-shipped.message",
      about: "the cancellation of a shipped order",
      a: undefined,
      b: "long-and-without-a-space-".repeat(20),
      outcome: "differs",
    },
    {
      id: "answers.head",
      about: "What does `HEAD` get?",
      a: "like-get",
      b: "not",
      outcome: "accepted",
      why: "on purpose",
    },
    { id: "clauses.list-ok", about: "Listing answers 200.", a: "held", b: "held", outcome: "same" },
    {
      id: "order.note",
      about: "the field note",
      a: undefined,
      b: "text",
      outcome: "not compared",
      why: "not seen today",
    },
  ],
  stale: ["answers.cors"],
};

for (const colorScheme of ["light", "dark"] as const)
  test(`${colorScheme}: the comparison fits a wide and a narrow window, and axe finds nothing`, async ({ page }) => {
    const problems: string[] = [];
    page.on("console", (message) => problems.push(message.text()));
    await page.route("https://report.test/", (route) =>
      route.fulfill({ body: comparisonPage(comparison), contentType: "text/html" }),
    );
    await page.emulateMedia({ colorScheme });
    await page.goto("https://report.test/");
    for (const width of [1200, 390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    }
    expect(problems).toEqual([]);
    // Playwright evaluates it past the page's policy.
    await page.evaluate(readFileSync(AXE, "utf8"));
    const violations = await page.evaluate("axe.run().then(({ violations }) => violations.map(({ id }) => id))");
    expect(violations).toEqual([]);
  });

test("differences are side by side with their meanings, entries without one are folded", async ({ page }) => {
  await page.setContent(comparisonPage(comparison));
  const differs = page.getByRole("region", { name: "What differs" });
  await expect(differs.getByRole("row").filter({ hasText: "answers.conflict-body" })).toContainText("an Error object");
  await expect(differs.getByRole("row").filter({ hasText: "order-shipped" })).toContainText("not known");
  const same = page.getByRole("region", { name: "Same" });
  await expect(same.getByText("clauses.list-ok")).toBeHidden();
  await same.getByText("1 entry").click();
  await expect(same.getByText("clauses.list-ok")).toBeVisible();
  await expect(page.getByRole("region", { name: "Accepted, but no longer different" })).toContainText("answers.cors");
});
