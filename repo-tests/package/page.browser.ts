/** The package in a page: bundled from an app that has installed it, with the worker script that `init` has put there. */
import { join } from "node:path";
import { expect, test } from "playwright/test";
import { build, preview } from "vite";
import { consumer } from "./installation.ts";

test("an app bundled from the package is offline", async ({ page }) => {
  const { folder, run } = consumer("complete");
  expect(await run("orders-kit", "init", "page-public")).toMatchObject({ code: 0 });
  const quiet = { root: folder, configFile: false, logLevel: "error", clearScreen: false } as const;
  const outDir = join(folder, "page-site");
  await build({ ...quiet, publicDir: "page-public", build: { outDir, target: "es2023" } });
  const server = await preview({ ...quiet, build: { outDir }, preview: { port: 0, host: "127.0.0.1" } });
  try {
    await page.goto(server.resolvedUrls?.local[0] ?? "");
    await expect(page).toHaveTitle("offline");
    expect(await page.evaluate("readByRoot")).toBe("9007199254740993");
  } finally {
    await server.close();
  }
});
