/** The files that are served below /__admin/: the panel, and descriptions for programs. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, posix } from "node:path";

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  js: "text/javascript; charset=utf-8",
  yaml: "application/yaml",
  json: "application/schema+json",
};
/** By the path below /__admin/, the file below the root of the package. */
const FILES: Readonly<Record<string, string>> = {
  "": "mock/panel/index.html",
  "index.html": "mock/panel/index.html",
  "openapi.yaml": "mock/control/openapi.yaml",
  "scenario.schema.json": "scenarios/schema.json",
};
const ASSET = /^mock\/panel\/(?:[a-z]+\.css|icon\.svg)$/;
const PANEL = "mock/panel/main.js";
const IMPORT = /\b(?:from|import)\s*\(?"(\.[^"]+)"/g;

const root = dirname(createRequire(import.meta.url).resolve("orders-kit/package.json"));

/** The compiled scripts that a script loads, itself among them. */
async function importGraph(script: string, found = new Set<string>()): Promise<ReadonlySet<string>> {
  if (found.has(script)) return found;
  found.add(script);
  const text = await readFile(join(root, "dist", script), "utf8").catch(() => "");
  const imported = [...text.matchAll(IMPORT)].map(([, specifier = ""]) => posix.join(posix.dirname(script), specifier));
  await Promise.all(imported.map((one) => importGraph(one, found)));
  return found;
}

let panelScripts: Promise<ReadonlySet<string>> | undefined;

/** No other script of the package is served than those of the panel. */
async function fileOf(path: string): Promise<string | undefined> {
  if (Object.hasOwn(FILES, path)) return FILES[path];
  if (ASSET.test(path)) return path;
  panelScripts ??= importGraph(PANEL);
  return (await panelScripts).has(path) ? `dist/${path}` : undefined;
}

/** Undefined if there is no such file. */
export async function staticFile(path: string): Promise<{ type: string; bytes: Uint8Array } | undefined> {
  const file = await fileOf(path);
  if (file === undefined) return undefined;
  const bytes = await readFile(join(root, file)).catch(() => undefined);
  return bytes && { type: TYPES[file.replace(/^.*\./, "")] ?? "application/octet-stream", bytes };
}
