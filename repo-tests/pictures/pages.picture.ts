import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, type Locator, type Page, test } from "playwright/test";
import { deployed } from "../../contract-tests/corpus/changed-reference.ts";
import { startProxy } from "../../contract-tests/proxy/server.ts";
import { ended, launch } from "../../contract-tests/testing/processes.ts";
import { temporaryFolder } from "../../contract-tests/testing/temporary-folder.ts";
import { startMock } from "../../index.ts";
import { MANIFEST, ROOT } from "../manifest.ts";

/** A deployment whose list has an impossible date. */
const deployBroken = () =>
  deployed((service) => {
    const { members } = service;
    service.members = (order, at, count) =>
      at === 5 ? { ...members(order, at, count), shipDate: '"2026-02-31T09:00:00Z"' } : members(order, at, count);
  });

const folder = temporaryFolder();

/** What `orders-kit …` prints about a target, colours included; its exit code does not matter. */
async function run(target: Awaited<ReturnType<typeof deployed>>, ...argv: string[]): Promise<string> {
  const [pending, shipped] = [target.pending.map(String), target.shipped.map(String)];
  const targets = { staging: { url: target.baseUrl, pending, shipped } };
  writeFileSync(join(folder, "orders-kit.yaml"), JSON.stringify({ targets }));
  const env = { PATH: process.env.PATH, FORCE_COLOR: "1", ORDERS_API_KEY: target.key };
  return (await ended(launch(process.execPath, [join(ROOT, MANIFEST.bin["orders-kit"]), ...argv], folder, env))).stdout;
}

const call = (url: string, method: string, path: string, key = "demo-key") =>
  fetch(url + path, { method, headers: { authorization: `Bearer ${key}` } });

/** Of the codes of a terminal that begin a style; the others end one. */
const STYLES: Readonly<Record<string, string | undefined>> = {
  ...{ 1: "font-weight:bold", 2: "opacity:.6", 31: "color:#ff7b72", 32: "color:#6fd08c", 33: "color:#e3b341" },
  ...{ 34: "color:#79b8ff", 36: "color:#7fd1d8" },
};

/** A terminal that shows a text. */
function terminal(text: string): string {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: an escape sequence begins with one
  const styled = escaped.replace(/\u001b\[(\d+)m/g, (_, code) =>
    STYLES[code] ? `<i style="${STYLES[code]}">` : "</i>",
  );
  return `<style>body { margin: 0; background: #17181c; color: #e4e2dc } pre { margin: 24px; white-space: pre-wrap } i { font-style: normal }</style><pre>${styled}`;
}

/** The page down to the end of one of its parts. */
async function shoot(page: Page, file: string, last: Locator): Promise<void> {
  const { y = 0, height = 0 } = (await last.boundingBox()) ?? {};
  const clip = { x: 0, y: 0, width: page.viewportSize()?.width ?? 0, height: Math.ceil(y + height) + 32 };
  await page.screenshot({ path: join(ROOT, file), quality: 80, clip, fullPage: true, animations: "disabled" });
}

test("verify in a terminal, and its report", async ({ page }) => {
  const lines = (await run(await deployBroken(), "verify", "staging")).trim().split("\n");
  // Down to the line that repeats the first fault.
  const shown = lines.slice(0, lines.findIndex((line) => line.includes("curl -i")) + 1);
  expect(shown.length).toBeGreaterThan(5);
  await page.setViewportSize({ width: 850, height: 600 });
  await page.setContent(terminal(`$ npx orders-kit verify staging\n\n${shown.join("\n")}`));
  await shoot(page, "screenshot.webp", page.locator("pre"));
  await page.setViewportSize({ width: 1040, height: 900 });
  await page.goto(pathToFileURL(join(folder, "orders-kit-report/index.html")).href);
  await shoot(page, "contract-tests/report/report.webp", page.locator(".reproduce").first());
});

test("the comparison", async ({ page }) => {
  await run(await deployed(), "verify", "staging", "--learn", "before.profile.yaml");
  const changed = await deployed((service) => {
    const { visibleOrders, notFound } = service;
    service.visibleOrders = (request) => visibleOrders(request).toReversed();
    service.notFound = (id) => ({
      ...notFound(id),
      body: Buffer.from('{"code":"gone","message":"Gone.","status":404}'),
    });
  });
  await run(changed, "compare", "before.profile.yaml", "staging", "--report", "comparison");
  await page.goto(pathToFileURL(join(folder, "comparison/compare.html")).href);
  await shoot(page, "contract-tests/profile/comparison.webp", page.getByRole("region", { name: "What differs" }));
});

test("the panel", async ({ page }) => {
  const { baseUrl, adminUrl } = await startMock({ port: 0 });
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(`${adminUrl}/`);
  await expect(page.getByText("live", { exact: true })).toBeVisible();
  await page.getByLabel("Operation").selectOption({ label: "listOrders" });
  await page.getByLabel("When").selectOption({ index: 2 });
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await call(baseUrl, "GET", "/store/orders");
  await page.getByRole("button", { name: "Ship order 4", exact: true }).click();
  for (const id of [4, 10]) await call(baseUrl, "DELETE", `/store/orders/${id}`);
  await call(baseUrl, "GET", "/store/orders?page=2");
  await call(baseUrl, "GET", "/store/orders", "an-old-key");
  await expect(page.getByRole("list", { name: "Requests" }).getByRole("listitem")).toHaveCount(5);
  await expect(page.getByRole("status")).toBeEmpty({ timeout: 15_000 });
  await page.mouse.move(0, 0);
  await shoot(page, "mock/panel/panel.webp", page.getByRole("main"));
});

test("the proxy", async ({ page }) => {
  const deployment = await deployBroken();
  const { baseUrl, adminUrl } = await startProxy({ deployment, port: 0 });
  await page.goto(adminUrl);
  await expect(page.getByRole("status")).toHaveText("Listening.");
  for (const query of ["", "?page=2"]) await call(baseUrl, "GET", `/store/orders${query}`, deployment.key);
  await call(baseUrl, "DELETE", "/store/orders/00017", deployment.key);
  await expect(page.getByRole("main")).toContainText("2 times");
  await expect(page.getByRole("main")).toContainText("DELETE /store/orders/00017");
  await shoot(page, "contract-tests/proxy/findings.webp", page.getByRole("main"));
});
