/** The panel's files by their path below /__admin/. Scripts are those that the build made; all else stands in the package as it is. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  js: "text/javascript; charset=utf-8",
};
const PAGES = new Set(["", "index.html"]);
/** What the page loads: nothing else of the package is served. */
const SCRIPTS = /^(?:mock\/panel\/(?!files)[a-z-]+|spec\/json(?:-reader|-value)?)\.js$/;
const OTHERS = /^mock\/panel\/(?:[a-z]+\.css|icon\.svg)$/;

/** Undefined for what is no file of the panel. */
export async function panelFile(path: string): Promise<{ type: string; bytes: Uint8Array } | undefined> {
  const file = PAGES.has(path)
    ? "mock/panel/index.html"
    : SCRIPTS.test(path)
      ? `dist/${path}`
      : OTHERS.test(path)
        ? path
        : undefined;
  if (file === undefined) return undefined;
  const root = dirname(createRequire(import.meta.url).resolve("orders-kit/package.json"));
  const bytes = await readFile(join(root, file)).catch(() => undefined);
  return bytes && { type: TYPES[file.replace(/^.*\./, "")] ?? "application/octet-stream", bytes };
}
