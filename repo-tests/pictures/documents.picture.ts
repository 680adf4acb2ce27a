import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, type Locator, type Page } from "playwright/test";
import { ROOT } from "../manifest.ts";
import { KEY, type Mock, test } from "./demo.ts";
import { terminalPicture } from "./terminal-picture.ts";

const call = (mock: Pick<Mock, "baseUrl">, method: string, path: string, key = KEY) =>
  fetch(`${mock.baseUrl}${path}`, { method, headers: { authorization: `Bearer ${key}` } });

/** The page down to the end of one of its parts. */
async function shoot(page: Page, file: string, last: Locator): Promise<void> {
  const { width = 0 } = page.viewportSize() ?? {};
  const { y, height } = (await last.boundingBox()) ?? { y: 0, height: 0 };
  await page.screenshot({
    path: join(ROOT, file),
    quality: 80,
    clip: { x: 0, y: 0, width, height: Math.ceil(y + height) + 32 },
    fullPage: true,
    animations: "disabled",
  });
}

/** A targets file that hands over what the mock has to hand over. */
const targetsFile = (url: string, { orders }: Mock): string =>
  `targets:\n  staging:\n    url: ${url}\n    pending: [${orders.pending.slice(0, 5)}]\n    shipped: [${orders.shipped.slice(0, 1)}]\n`;

test("screenshot.svg: verify finds a fault", async ({ demo }) => {
  const mock = await demo.mock();
  await demo.write("orders-kit.yaml", targetsFile(await demo.broken(mock), mock));
  const lines = (await demo.run("verify", "staging")).split("\n");
  // Down to the line that repeats the first fault.
  const shown = lines.slice(0, lines.findIndex((line) => line.includes("curl -i")) + 2).join("\n");
  await writeFile(join(ROOT, "screenshot.svg"), terminalPicture(shown, { title: "npx orders-kit verify staging" }));
});

test("the panel", async ({ page, demo }) => {
  const mock = await demo.mock();
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(`${mock.adminUrl}/`);
  await expect(page.getByText("live", { exact: true })).toBeVisible();
  await page.getByLabel("Operation").selectOption({ label: "listOrders" });
  await page.getByLabel("When").selectOption({ index: 2 });
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await call(mock, "GET", "/store/orders");
  await page.getByRole("button", { name: "Ship order 4", exact: true }).click();
  await call(mock, "DELETE", "/store/orders/4");
  await call(mock, "DELETE", "/store/orders/10");
  await call(mock, "GET", "/store/orders?page=2");
  await call(mock, "GET", "/store/orders", "an-old-key");
  await expect(page.getByRole("list", { name: "Requests" }).getByRole("listitem")).toHaveCount(5);
  await expect(page.getByRole("status")).toBeEmpty({ timeout: 15_000 });
  await page.mouse.move(0, 0);
  await shoot(page, "mock/panel/panel.webp", page.getByRole("main"));
});

test("the report", async ({ page, demo }) => {
  const mock = await demo.mock();
  await demo.write("orders-kit.yaml", targetsFile(await demo.broken(mock), mock));
  await demo.run("verify", "staging");
  await page.setViewportSize({ width: 1040, height: 900 });
  await page.goto(pathToFileURL(join(demo.folder, "orders-kit-report/index.html")).href);
  await shoot(page, "contract-tests/report/report.webp", page.locator(".reproduce").first());
});

test("the comparison", async ({ page, demo }) => {
  const mock = await demo.mock();
  await demo.write("orders-kit.yaml", targetsFile(mock.baseUrl, mock));
  await demo.run("verify", "staging", "--learn", "staging.profile.yaml");
  await demo.write("next.yaml", "answers: { conflict-body: error, list-order: descending }\n");
  const next = await demo.mock("--scenario", "next.yaml");
  await demo.write("orders-kit.yaml", targetsFile(await demo.broken(next), next).replace("staging", "next"));
  await demo.run("compare", "staging.profile.yaml", "next", "--report", "comparison");
  await page.setViewportSize({ width: 1040, height: 900 });
  await page.goto(pathToFileURL(join(demo.folder, "comparison/compare.html")).href);
  await shoot(page, "contract-tests/profile/comparison.webp", page.getByRole("region", { name: "What differs" }));
});

test("the proxy", async ({ page, demo }) => {
  const mock = await demo.mock();
  const url = await demo.broken(mock);
  const [, baseUrl = "", adminUrl = ""] = await demo.serve(
    /(http:\S+\/v1)[\s\S]*?(http:\S+\/__admin\S*)[\s\S]*Ctrl/,
    "proxy",
    url,
    "--port",
    "0",
  );
  await page.setViewportSize({ width: 1040, height: 900 });
  await page.goto(adminUrl);
  await expect(page.getByRole("status")).toHaveText("Listening.");
  await call({ baseUrl }, "GET", "/store/orders");
  await call({ baseUrl }, "GET", "/store/orders?page=2");
  await call({ baseUrl }, "DELETE", "/store/orders/00017");
  await expect(page.getByRole("main")).toContainText("2 times");
  await expect(page.getByRole("main")).toContainText("DELETE /store/orders/00017");
  await shoot(page, "contract-tests/proxy/findings.webp", page.getByRole("main"));
});
