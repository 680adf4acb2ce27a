/** A test with a site of its own: a page, bundled as an app would bundle it, that has orders-kit/browser at hand. */
import { copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test as base, expect, type Page } from "playwright/test";
import { build, preview } from "vite";
import type { MswPackage } from "../msw-versions.ts";

export { expect, type MswPackage };

const { resolve } = createRequire(import.meta.url);
const ROOT = fileURLToPath(new URL("./site", import.meta.url));
const CACHE = fileURLToPath(new URL("../../node_modules/.cache/orders-kit/", import.meta.url));

interface Options {
  /** The name under which the msw that the site uses is installed. */
  readonly msw: MswPackage;
  /** Opens the site's page in a tab of its own. The service worker is not started. */
  readonly openPage: () => Promise<Page>;
}

interface Sites {
  /** The address of the site that uses one of the two; it is built when it is first asked for. */
  readonly siteWith: (msw: MswPackage) => Promise<string>;
}

export const test = base.extend<Options, Sites>({
  msw: ["msw", { option: true }],
  openPage: async ({ context, siteWith, msw }, use) => {
    await use(async () => {
      const page = await context.newPage();
      await page.goto(await siteWith(msw));
      await page.waitForFunction(() => window.kit !== undefined);
      return page;
    });
  },
  siteWith: [
    async ({ browserName: _ }, use) => {
      const sites = new Map<MswPackage, Promise<RunningSite>>();
      await use(async (msw) => {
        const site = sites.get(msw) ?? serveSite(msw);
        sites.set(msw, site);
        return (await site).url;
      });
      for (const site of sites.values()) await (await site).close();
    },
    { scope: "worker" },
  ],
});

interface RunningSite {
  readonly url: string;
  close(): Promise<void>;
}

async function serveSite(msw: MswPackage): Promise<RunningSite> {
  await mkdir(CACHE, { recursive: true });
  const outDir = await mkdtemp(join(CACHE, "site-"));
  await bundle(msw, outDir);
  await copyFile(resolve(`${msw}/mockServiceWorker.js`), join(outDir, "mockServiceWorker.js"));
  const server = await preview({ ...QUIET, build: { outDir }, preview: { port: 0, host: "127.0.0.1" } });
  const close = async (): Promise<void> => {
    await server.close();
    await rm(outDir, { recursive: true });
  };
  return { url: server.resolvedUrls!.local[0]!, close };
}

const QUIET = { root: ROOT, configFile: false, logLevel: "error", clearScreen: false } as const;

/** Fails when the browser's part of orders-kit imports a module of Node. */
async function bundle(msw: MswPackage, outDir: string): Promise<void> {
  await build({
    ...QUIET,
    build: { outDir, minify: false },
    resolve: { alias: [{ find: /^msw(?=$|\/)/, replacement: msw }] },
    plugins: [
      {
        name: "no-node-modules",
        enforce: "pre",
        resolveId(source, importer) {
          if (source.startsWith("node:")) throw new Error(`${importer} imports ${source}, which no browser has.`);
          return null;
        },
      },
    ],
  });
}
