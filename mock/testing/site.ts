/** A test fixture that serves a page, bundled as an app, with orders-kit/browser. */
import { copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test as base, expect, type Page } from "playwright/test";
import { build, preview } from "vite";
import { CACHE } from "./cache.ts";
import type { MswPackage } from "./msw-versions.ts";

export { expect, type MswPackage };

const { resolve } = createRequire(import.meta.url);
const ROOT = fileURLToPath(new URL("./site", import.meta.url));

interface Options {
  /** The msw package that the site uses. */
  readonly msw: MswPackage;
  /** Opens the page in a new tab, without starting the service worker. */
  readonly openPage: () => Promise<Page>;
}

interface Sites {
  /** Builds the site with one of the two packages on first use, and returns its address. */
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
  const server = await preview({
    ...QUIET,
    build: { outDir },
    preview: { port: 0, host: "127.0.0.1" },
  });
  const close = async (): Promise<void> => {
    await server.close();
    await rm(outDir, { recursive: true });
  };
  return { url: server.resolvedUrls!.local[0]!, close };
}

const QUIET = { root: ROOT, configFile: false, logLevel: "error", clearScreen: false } as const;

/** Fails if the code for browsers imports a Node module. */
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
          if (source.startsWith("node:"))
            throw new Error(`${importer} imports ${source}, which browsers do not have.`);
          return null;
        },
      },
    ],
  });
}
