/**
 * The scripts of dist/ share files, but no shared file brings an entry what it does not need. Needs
 * dist/.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "playwright/test";
import { ROOT } from "./manifest.ts";

/** Imports of a module, static and on demand. */
const STATIC = /^(?:import|export) (?:[^"';]* from )?"([^"]+)"/gm;
const DYNAMIC = /\bimport\("([^"]+)"\)/g;

/** The files of dist/ loaded with an entry, and the packages they import. */
function loadedBy(entry: string, kinds: readonly RegExp[]) {
  const files = new Set([entry]);
  const packages = new Set<string>();
  for (const file of files) {
    const code = readFileSync(join(ROOT, "dist", file), "utf8");
    for (const [, imported = ""] of kinds.flatMap((kind) => [...code.matchAll(kind)]))
      if (imported.startsWith(".")) files.add(join(dirname(file), imported));
      else packages.add(imported);
  }
  return { files: [...files], packages: [...packages] };
}

test("what pages load has no module of Node, also not on demand", () => {
  const entries = {
    "index-browser.js": 1,
    "spec/interface/json.js": 1,
    "fixtures/index.js": 1,
    "scenarios/index.js": 2,
    "mock/msw/handlers.js": 5,
    "mock/msw/browser.js": 8,
    "mock/panel/main.js": 2,
  };
  for (const [entry, least] of Object.entries(entries)) {
    const { files, packages } = loadedBy(entry, [STATIC, DYNAMIC]);
    expect(files.length, entry).toBeGreaterThan(least);
    expect(files.filter((file) => !existsSync(join(ROOT, "dist", file)))).toEqual([]);
    expect(packages.filter((name) => name.startsWith("node:"))).toEqual([]);
  }
});

test("an app that reads JSON loads nothing else", () => {
  const { files, packages } = loadedBy("spec/interface/json.js", [STATIC, DYNAMIC]);
  expect({ files, packages }).toEqual({
    files: ["spec/interface/json.js", "chunks/json.js"],
    packages: [],
  });
});

test("an import of the package, and a start of the mock, load no check of the gate and no parser; the panel in a page no YAML", () => {
  for (const [entry, never] of [
    ["index.js", /^(?:yaml|valibot|ajv|@faker-js)/],
    ["chunks/mock.js", /^(?:yaml|valibot|ajv|@faker-js)/],
    ["mock/msw/browser.js", /^yaml/],
  ] as const) {
    const { files, packages } = loadedBy(entry, [STATIC]);
    expect(files.length, entry).toBeLessThan(12);
    expect(files).not.toContain("chunks/gate.js");
    expect(packages.filter((name) => never.test(name))).toEqual([]);
  }
});
