/** `npm run pictures`: takes the pictures of the pages again, from the running program. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium, expect, type Locator } from "playwright/test";
import { startDeployment } from "../contract-tests/corpus/deployment.ts";
import { VARIANTS } from "../contract-tests/corpus/variants.ts";
import { startProxy } from "../contract-tests/proxy.ts";
import { ended, launch } from "../contract-tests/testing/servers/processes.ts";
import { temporaryFolder } from "../contract-tests/testing/temporary-folder.ts";
import { startMock } from "../index.ts";
import { chromiumLaunch, unpackChromium } from "../mock/testing/chromium.ts";
import { MANIFEST, ROOT } from "./manifest.ts";

await unpackChromium();
const page = await (await chromium.launch(chromiumLaunch())).newPage({ deviceScaleFactor: 1.5 });
const cwd = temporaryFolder();
const cli = join(ROOT, MANIFEST.bin["orders-kit"]);

/** Pixels around a crop. */
const MARGIN = 8;

/** Takes a picture of the page down to the end of `last`. */
async function shoot(file: string, last: Locator): Promise<void> {
  const { y = 0, height = 0 } = (await last.boundingBox()) ?? {};
  const { width = 0 } = page.viewportSize() ?? {};
  const clip = { x: 0, y: 0, width, height: Math.ceil(y + height) + 32 };
  const path = join(ROOT, file);
  await page.screenshot({ path, quality: 80, clip, fullPage: true, animations: "disabled" });
}

/** Saves the rectangle around these parts of the page as docs/pictures/NAME.webp. */
async function crop(name: string, ...parts: readonly Locator[]): Promise<void> {
  const all = await Promise.all(parts.map((part) => part.all()));
  const found = await Promise.all(all.flat().map((part) => part.boundingBox()));
  const boxes = found.filter((box) => box !== null);
  const x = Math.min(...boxes.map((box) => box.x)) - MARGIN;
  const y = Math.min(...boxes.map((box) => box.y)) - MARGIN;
  const width = Math.max(...boxes.map((box) => box.x + box.width)) + MARGIN - x;
  const height = Math.max(...boxes.map((box) => box.y + box.height)) + MARGIN - y;
  const path = join(ROOT, "docs/pictures", `${name}.webp`);
  const clip = { x, y, width, height };
  await page.screenshot({ path, quality: 50, clip, animations: "disabled" });
}

/** Calls the list of orders, or paths below it. */
async function send(url: string, key: string, ...calls: readonly string[]): Promise<void> {
  for (const [method = "", below = ""] of calls.map((call) => call.split(" ")))
    await fetch(`${url}/store/orders${below}`, {
      method,
      headers: { authorization: `Bearer ${key}` },
    });
}

/** A page that shows a text as a terminal does, with the styles of a report. */
function terminal(text: string): string {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: an escape sequence begins with one
  const ended = escaped.replace(/\u001b\[(?:22|39)m/g, "</i>");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: an escape sequence begins with one
  const styled = ended.replace(/\u001b\[(\d+)m/g, '<i class="s$1">');
  return `<style>
body { margin: 0; background: #17181c; color: #e4e2dc } pre { margin: 24px; white-space: pre-wrap } i { font-style: normal }
.s1 { font-weight: bold } .s2 { opacity: .6 } .s31 { color: #ff7b72 } .s32 { color: #6fd08c } .s33 { color: #e3b341 }
</style><pre>${styled}`;
}

const broken = await startDeployment(
  VARIANTS.find(({ title }) => title.startsWith('shipDate is "2026-02-30T10:00:00Z"'))!,
);
const { baseUrl: url, key, pending, shipped } = broken;
const staging = { url, pending: pending.map(String), shipped: shipped.map(String) };
// JSON is YAML.
writeFileSync(join(cwd, "orders-kit.yaml"), JSON.stringify({ targets: { staging } }));
const env = { ORDERS_API_KEY: key, FORCE_COLOR: "1" };
const { stdout } = await ended(launch(process.execPath, [cli, "verify", "staging"], cwd, env));
// Cut after the line that repeats the first fault.
const [shown] = /^.*?curl -i.*?$/ms.exec(stdout) ?? [stdout];
await page.setViewportSize({ width: 850, height: 600 });
await page.setContent(terminal(`$ npx --no-install orders-kit verify staging\n${shown}`));
await shoot("screenshot.webp", page.locator("pre"));
await page.setViewportSize({ width: 1040, height: 900 });
await page.goto(`file://${join(cwd, "orders-kit-report/staging/index.html")}`);
await shoot("contract-tests/report/report.webp", page.locator(".reproduce").first());

const proxy = await startProxy({ deployment: broken, port: 0 });
await send(proxy.baseUrl, key, "GET", "GET ?page=2", "DELETE /00017");
await page.goto(proxy.adminUrl);
await expect(page.getByRole("main")).toContainText("/store/orders/00017");
await shoot(
  "contract-tests/traffic/proxy/findings.webp",
  page.getByRole("region", { name: "Faults of the app" }),
);

const mock = await startMock({ port: 0, scenario: "demo" });
await page.setViewportSize({ width: 1280, height: 760 });
await page.goto(`${mock.adminUrl}/`);
const faults = page.getByRole("region", { name: "Faults" });
await faults.getByLabel("Operation").selectOption("listOrders");
await faults.getByLabel("When").selectOption("every 3 requests");
await faults.getByRole("button", { name: "status 503" }).click();
await page.getByRole("button", { name: "Ship order 10425", exact: true }).click();
await send(mock.baseUrl, "demo-key", "GET", "DELETE /10425", "DELETE /10430");
await send(mock.baseUrl, "an-old-key", "GET ?page=2");
await expect(page.getByRole("list", { name: "Requests" }).getByRole("listitem")).toHaveCount(4);
await expect(page.getByText(/Pending, ships in \d s/)).toBeVisible();
await page.mouse.move(0, 0);
await shoot("mock/panel/panel.webp", page.getByRole("contentinfo"));

// docs/mock.md: an order that ships while the user cancels it, a cancellation that fails, and the
// file.
const wished = await startMock({ port: 0, scenario: "demo" });
await page.goto(`${wished.adminUrl}/`);
const second = page
  .getByRole("table", { name: "Orders" })
  .getByRole("row")
  .filter({ has: page.getByRole("rowheader", { name: "10421", exact: true }) });
await second.getByRole("button", { name: "10421", exact: true }).click();
const edited = page.getByRole("dialog", { name: "Edit order 10421" });
await edited.getByLabel("Ships").selectOption("Before its cancellation");
await crop("wish-order", edited.getByText("Complete"), edited.getByRole("button"));
await edited.getByRole("button", { name: "Save" }).click();
await expect(second).toContainText("Pending, ships before its cancellation");

await faults.getByLabel("Operation").selectOption("cancelOrder");
await faults.getByLabel("When").selectOption("request 3 only");
const status = faults.getByRole("button", { name: "status 503" });
await status.hover();
await crop(
  "wish-fault",
  faults.getByRole("combobox"),
  faults.getByRole("form", { name: "Effect" }),
);
await status.click();
const active = page.getByRole("list", { name: "Active faults" }).getByRole("listitem");
await expect(active).toHaveCount(3);
await crop("wish-world", faults.getByRole("heading"), active);

await page.getByRole("button", { name: "Save…" }).click();
const saved = page.getByRole("dialog", { name: "Save the world" });
await saved.getByLabel("Name").fill("rush");
await crop(
  "wish-save",
  saved.getByRole("heading"),
  saved.getByRole("textbox"),
  saved.getByRole("button"),
);
process.exit();
