/** Builds the site: a page for each page of Markdown, and the example app with the mock in it. No page loads anything from elsewhere. */
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { build, type PreviewServer, preview } from "vite";
import { addressOf, TITLES } from "./navigation.ts";
import { renderPage } from "./page.ts";

const require = createRequire(import.meta.url);
const ROOT = dirname(require.resolve("orders-kit/package.json"));

/** Needs dist/. The folder is replaced. */
export async function buildSite(name: string): Promise<void> {
  const folder = resolve(name);
  await rm(folder, { recursive: true, force: true });
  const copy = (from: string, to: string): Promise<void> =>
    cp(from, join(folder, to), { recursive: true });
  for (const path of Object.keys(TITLES)) {
    const { html, pictures } = renderPage(path, await readFile(join(ROOT, path), "utf8"));
    const file = join(folder, addressOf(path));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, html);
    for (const picture of pictures) await copy(join(ROOT, picture), addressOf(picture));
  }
  for (const style of ["site.css", "menu.css"]) await copy(join(ROOT, "docs/site", style), style);
  await copy(join(ROOT, "mock/panel/icon.svg"), "icon.svg");
  await build({
    root: join(ROOT, "examples/orders-page"),
    base: "./",
    publicDir: false,
    logLevel: "error",
    build: { outDir: join(folder, "demo"), emptyOutDir: true },
  });
  await copy(require.resolve("msw/mockServiceWorker.js"), "demo/mockServiceWorker.js");
}

/** Serves a built site on loopback. Port 0 is a free one. */
export function serveSite(folder: string, port: number): Promise<PreviewServer> {
  return preview({
    configFile: false,
    appType: "mpa",
    logLevel: "error",
    build: { outDir: folder },
    preview: { host: "127.0.0.1", port },
  });
}
