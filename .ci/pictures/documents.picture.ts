import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, type Locator, type Page } from "playwright/test";
import { terminalPicture } from "../../contract-tests/reporters/picture.ts";
import { withPalette } from "./png.ts";
import { KEY, type Mock, ROOT, test } from "./stage.ts";

const call = (mock: Pick<Mock, "baseUrl">, method: string, path: string, key = KEY) =>
  fetch(`${mock.baseUrl}${path}`, { method, headers: { authorization: `Bearer ${key}` } });

/** The page as far as the end of a part of it. */
async function shoot(page: Page, file: string, last: Locator): Promise<void> {
  const { width = 0 } = page.viewportSize() ?? {};
  const { y, height } = (await last.boundingBox()) ?? { y: 0, height: 0 };
  const picture = await page.screenshot({
    clip: { x: 0, y: 0, width, height: Math.ceil(y + height) + 32 },
    fullPage: true,
    animations: "disabled",
  });
  await writeFile(join(ROOT, file), withPalette(picture));
}

/** A targets file that hands over what the mock has to hand over. */
const targetsFile = (url: string, { orders }: Mock): string =>
  `targets:\n  staging:\n    url: ${url}\n    pending: [${orders.pending.slice(0, 5)}]\n    shipped: [${orders.shipped.slice(0, 1)}]\n`;

test("screenshot.svg: verify finds a fault", async ({ stage }) => {
  const mock = await stage.mock();
  await stage.write("orders-kit.yaml", targetsFile(await stage.broken(mock), mock));
  const lines = (await stage.run("verify", "staging")).split("\n");
  // As far as the line that repeats the first fault: what follows holds, or is more of the same.
  const shown = lines.slice(0, lines.findIndex((line) => line.includes("curl -i")) + 2).join("\n");
  await writeFile(join(ROOT, "screenshot.svg"), terminalPicture(shown, { title: "npx orders-kit verify staging" }));
});

test("the panel", async ({ page, stage }) => {
  const mock = await stage.mock();
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(`${mock.adminUrl}/`);
  await expect(page.getByText("live", { exact: true })).toBeVisible();
  await page.getByLabel("Calls of").selectOption({ label: "listOrders" });
  await page.getByLabel("When").selectOption({ index: 2 });
  await page.getByRole("button", { name: "Add" }).click();
  await call(mock, "GET", "/store/orders");
  await page.getByRole("button", { name: "Ship order 4", exact: true }).click();
  await call(mock, "DELETE", "/store/orders/4");
  await call(mock, "DELETE", "/store/orders/10");
  await call(mock, "GET", "/store/orders?page=2");
  await call(mock, "GET", "/store/orders", "an-old-key");
  await expect(page.getByRole("list", { name: "Calls" }).getByRole("listitem")).toHaveCount(5);
  await expect(page.getByRole("status")).toBeEmpty({ timeout: 15_000 });
  await page.mouse.move(0, 0);
  await shoot(page, "mock/panel/panel.png", page.getByRole("main"));
});

test("the report", async ({ page, stage }) => {
  const mock = await stage.mock();
  await stage.write("orders-kit.yaml", targetsFile(await stage.broken(mock), mock));
  await stage.run("verify", "staging");
  await page.setViewportSize({ width: 1040, height: 900 });
  await page.goto(pathToFileURL(join(stage.folder, "orders-kit-report/index.html")).href);
  await shoot(page, "contract-tests/reporters/report.png", page.locator(".repeat").first());
});

test("the comparison", async ({ page, stage }) => {
  const mock = await stage.mock();
  await stage.write("orders-kit.yaml", targetsFile(mock.baseUrl, mock));
  await stage.run("verify", "staging", "--learn", "staging.profile.yaml");
  await stage.write("next.yaml", "answers: { conflict-body: error, list-order: descending }\n");
  const next = await stage.mock("--scenario", "next.yaml");
  await stage.write("orders-kit.yaml", targetsFile(await stage.broken(next), next).replace("staging", "next"));
  await stage.run("compare", "staging.profile.yaml", "next", "--report", "comparison");
  await page.setViewportSize({ width: 1040, height: 900 });
  await page.goto(pathToFileURL(join(stage.folder, "comparison/compare.html")).href);
  await shoot(page, "contract-tests/reporters/comparison.png", page.getByRole("region", { name: "What differs" }));
});

test("the proxy", async ({ page, stage }) => {
  const mock = await stage.mock();
  const url = await stage.broken(mock);
  const [, baseUrl = "", adminUrl = ""] = await stage.serve(
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
  await expect(page.locator("#requests")).toHaveText("3");
  await shoot(page, "contract-tests/proxy/findings.png", page.getByRole("main"));
});
