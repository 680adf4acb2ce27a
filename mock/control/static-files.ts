/** The files that are served below /__admin/: the panel, and descriptions for programs. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

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
/** The scripts that the panel loads; no other script of the package is served. */
const SCRIPT = /^(?:mock\/panel\/(?:orders\/)?[a-z-]+|spec\/json\/(?:json|reader|value))\.js$/;
const ASSET = /^mock\/panel\/(?:[a-z]+\.css|icon\.svg)$/;

function fileOf(path: string): string | undefined {
  if (SCRIPT.test(path)) return `dist/${path}`;
  return ASSET.test(path) ? path : Object.hasOwn(FILES, path) ? FILES[path] : undefined;
}

/** Undefined if there is no such file. */
export async function staticFile(path: string): Promise<{ type: string; bytes: Uint8Array } | undefined> {
  const file = fileOf(path);
  if (file === undefined) return undefined;
  const root = dirname(createRequire(import.meta.url).resolve("orders-kit/package.json"));
  const bytes = await readFile(join(root, file)).catch(() => undefined);
  return bytes && { type: TYPES[file.replace(/^.*\./, "")] ?? "application/octet-stream", bytes };
}
