/** The files below /__admin: the panel, and descriptions for programs. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { ControlResponse } from "./problem.ts";

/** Media types by extension. */
const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  js: "text/javascript; charset=utf-8",
  yaml: "application/yaml",
  json: "application/schema+json",
  map: "application/json",
};

/** Files below the package's root, by their path below /__admin/. */
const FILES: Readonly<Record<string, string>> = {
  "": "mock/panel/index.html",
  "index.html": "mock/panel/index.html",
  "openapi.yaml": "mock/http/control/openapi.yaml",
  "scenario.schema.json": "scenarios/schema.json",
};
const ASSET = /^mock\/panel\/(?:styles\/[a-z]+\.css|icon\.svg)$/;
/** A compiled script of the package, or its source map: the panel loads its scripts by path. */
const PANEL_SCRIPT = /^(?:[a-z-]+\/)+[a-z0-9-]+\.js(?:\.map)?$/;

const root = dirname(createRequire(import.meta.url).resolve("orders-kit/package.json"));

const FILE_HEADERS = {
  "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'",
  "Cache-Control": "no-cache",
};

/** Returns undefined if there is no such file. */
export async function readServedFile(path: string): Promise<ControlResponse | undefined> {
  const file = fileOf(path);
  if (file === undefined) return undefined;
  const type = TYPES[file.replace(/^.*\./, "")];
  return readFile(join(root, file)).then(
    (body) => ({ status: 200, type, body, headers: FILE_HEADERS }),
    () => undefined,
  );
}

function fileOf(path: string): string | undefined {
  if (Object.hasOwn(FILES, path)) return FILES[path];
  if (ASSET.test(path)) return path;
  return PANEL_SCRIPT.test(path) ? `dist/${path}` : undefined;
}
