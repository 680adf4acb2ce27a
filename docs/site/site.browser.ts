/** The site as it is built: every page, and the demo. Needs dist/. */
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test as base, expect, type Page } from "playwright/test";
import { CACHE } from "../../mock/testing/cache.ts";
import { buildSite, serveSite } from "./build.ts";
import { addressOf, TITLES } from "./navigation.ts";

const PAGES = Object.keys(TITLES).map(addressOf);

const test = base.extend<{ faults: string[] }, { site: string }>({
  site: [
    async ({ browserName: _ }, use) => {
      await mkdir(CACHE, { recursive: true });
      const folder = await mkdtemp(join(CACHE, "docs-"));
      await buildSite(folder);
      const server = await serveSite(folder, 0);
      await use(server.resolvedUrls!.local[0]!);
      await server.close();
      await rm(folder, { recursive: true });
    },
    { scope: "worker" },
  ],
  /** What went wrong while the page was used: requests that failed or went elsewhere, errors of the page. */
  faults: async ({ page, site }, use) => {
    const faults: string[] = [];
    page.on("requestfailed", (request) => {
      const why = request.failure()?.errorText;
      // The next page of the test was opened while it ran.
      if (why !== "net::ERR_ABORTED") faults.push(`${why}: ${request.url()}`);
    });
    page.on("response", (response) => {
      const isOwn = response.url().startsWith(site) || /^(?:data|blob):/.test(response.url());
      if (!response.fromServiceWorker() && (!isOwn || response.status() >= 400))
        faults.push(`${response.status()}: ${response.url()}`);
    });
    page.on("pageerror", ({ message }) => faults.push(message));
    // Of responses, the listener above decides: those of the mock may be errors.
    page.on("console", (message) => {
      if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
        faults.push(message.text());
    });
    await use(faults);
    expect(faults).toEqual([]);
  },
});

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

for (const [width, colorScheme] of [
  [390, "light"],
  [1280, "dark"],
] as const)
  test(`at ${width} px, ${colorScheme}, no page is cut, axe finds nothing, and nothing is loaded from elsewhere`, async ({
    page,
    site,
    faults: _,
  }) => {
    test.slow();
    const axe = await readFile(fileURLToPath(import.meta.resolve("axe-core")), "utf8");
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme });
    for (const path of PAGES) {
      await page.goto(site + path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      expect(await overflow(page), path).toBe(0);
      await page.evaluate(axe);
      const violations = await page.evaluate(async () => {
        const { axe } = window as unknown as { axe: { run(): Promise<AxeResults> } };
        return (await axe.run()).violations.flatMap(({ id, nodes }) =>
          nodes.map(({ html }) => `${id}: ${html}`),
        );
      });
      expect.soft(violations, path).toEqual([]);
    }
  });

test("on a narrow page the menu opens, and leads to another page", async ({
  page,
  site,
  faults: _,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(site);
  const recipes = page.getByRole("navigation").getByRole("link", { name: "Recipes" });
  await expect(recipes).toBeHidden();
  await page.getByRole("button", { name: "Menu" }).click();
  await recipes.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Recipes");
});

for (const width of [390, 1280])
  test(`at ${width} px the demo lists orders, and what its panel ships and cancels, the app sees`, async ({
    page,
    site,
    faults: _,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`${site}try-it.html`);
    const app = page.frameLocator("main iframe");
    await app.getByRole("button", { name: "Show the orders" }).click();
    await expect(app.getByRole("list", { name: "Orders" }).getByRole("listitem")).toHaveCount(50);
    await app.getByRole("button", { name: "Orders mock" }).click();
    const panel = app.frameLocator('iframe[title="Orders mock"]');
    await panel.getByRole("group", { name: "View" }).getByText("Orders", { exact: true }).click();
    await panel.getByRole("button", { name: "Cancel order 4", exact: true }).click();
    await expect(panel.getByRole("status")).toHaveText("Order 4 is cancelled.");
    await panel.getByRole("button", { name: "Ship order 2", exact: true }).click();
    await expect(panel.getByRole("status")).toHaveText("Order 2 is shipped.");
    await app.getByRole("button", { name: "Close" }).click();
    await app.getByRole("button", { name: "Refresh" }).click();
    await expect(app.getByRole("list", { name: "Orders" }).getByRole("listitem")).toHaveCount(49);
    const shipped = app.getByRole("button", { name: "Cancel Order 2", exact: true });
    await shipped.click();
    await app.getByRole("button", { name: "Cancel the order" }).click();
    await expect(shipped).toBeDisabled();
    expect(await overflow(page)).toBe(0);
  });
