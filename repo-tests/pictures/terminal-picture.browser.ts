import { expect, test } from "playwright/test";
import { reportDocument } from "../../contract-tests/report/report-document.ts";
import { writeTerminal } from "../../contract-tests/report/terminal/terminal-writer.ts";
import { SAMPLES } from "../../contract-tests/testing/sample-reports.ts";
import { terminalPicture } from "./terminal-picture.ts";

test("the picture of a terminal is an SVG in which every line can be read", async ({ page }) => {
  const text = writeTerminal(reportDocument(SAMPLES.violates), { color: "always", columns: 100 });
  const svg = terminalPicture(text, { title: "orders-kit verify <staging>" });
  await page.route("https://report.test/", (route) => route.fulfill({ body: svg, contentType: "image/svg+xml" }));
  await page.goto("https://report.test/");
  expect((await page.evaluate(() => document.documentElement.textContent))?.replaceAll("\u00a0", " ")).toContain(
    "shipDate names a day that does not exist.",
  );
  const boxes = await page.evaluate(() => {
    const { width, height } = document.documentElement.getBoundingClientRect();
    return [...document.querySelectorAll("text")].filter((element) => {
      const box = element.getBoundingClientRect();
      return box.left < 0 || box.top < 0 || box.right > width || box.bottom > height;
    }).length;
  });
  expect(boxes).toBe(0);
  const red = await page.locator("text[fill='#ff7b72']", { hasText: /^✗.staging.violates.the.contract$/ }).count();
  expect(red).toBe(1);
});
