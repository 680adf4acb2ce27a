/**
 * The handlers with msw 2 and msw 3, for tests in Node. Both versions are installed, but the
 * handlers only import "msw".
 */
import { rmSync } from "node:fs";
import { mkdir, mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type * as core from "msw";
import type * as node from "msw/node";
import { test as base } from "playwright/test";
import { build } from "vite";
import type * as handlers from "../msw/handlers.ts";
import { CACHE } from "./cache.ts";

export interface Msw extends Pick<typeof core, "http" | "HttpResponse" | "getResponse"> {
  readonly createHandlers: typeof handlers.createHandlers;
  readonly setupServer: typeof node.setupServer;
}

/** Names under which the two versions are installed. */
export type MswPackage = "msw" | "msw3";

/** Bundled once per process. */
let three: Promise<Msw> | undefined;

function loadMsw(name: MswPackage): Promise<Msw> {
  if (name === "msw") return loadMsw2();
  three ??= bundleWithMsw3();
  return three;
}

export const test = base.extend<{ loadMsw: (name: MswPackage) => Promise<Msw> }>({
  loadMsw: async ({ browserName: _ }, use) => use(loadMsw),
});

async function loadMsw2(): Promise<Msw> {
  return {
    ...(await import("msw")),
    ...(await import("msw/node")),
    ...(await import("../msw/handlers.ts")),
  };
}

/** msw 3 requires Node 22. Node 20 lacks only these methods that it needs. */
function addNode22Methods(): void {
  const promise = Promise as { withResolvers?: unknown };
  promise.withResolvers ??= () => {
    const parts: Record<string, unknown> = {};
    const promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }));
    return { promise, ...parts };
  };
  const set = Set.prototype as { intersection?: unknown; difference?: unknown };
  set.intersection ??= function (this: Set<unknown>, other: Set<unknown>) {
    return new Set([...this].filter((element) => other.has(element)));
  };
  set.difference ??= function (this: Set<unknown>, other: Set<unknown>) {
    return new Set([...this].filter((element) => !other.has(element)));
  };
}

/** Bundles the handlers with msw 3 instead of msw. */
async function bundleWithMsw3(): Promise<Msw> {
  await mkdir(CACHE, { recursive: true });
  const outDir = await mkdtemp(join(CACHE, "msw3-"));
  process.once("exit", () => rmSync(outDir, { recursive: true, force: true }));
  await build({
    root: fileURLToPath(new URL("../", import.meta.url)),
    configFile: false,
    logLevel: "error",
    build: {
      ssr: "msw/handlers.ts",
      outDir,
      minify: false,
      rollupOptions: { output: { entryFileNames: "handlers.mjs" } },
    },
    resolve: { alias: [{ find: /^msw(?=$|\/)/, replacement: "msw3" }] },
    ssr: { external: ["msw3"] },
  });
  addNode22Methods();
  const bundled = (await import(
    pathToFileURL(join(outDir, "handlers.mjs")).href
  )) as typeof handlers;
  const three = {
    ...(await import("msw3")),
    ...(await import("msw3/node")),
  } as unknown as typeof core & typeof node;
  return { ...three, ...bundled };
}
