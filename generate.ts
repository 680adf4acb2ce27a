/** `npm run generate` writes every derived file; with `--check` it writes nothing and exits 1 when one is out of date. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { deriveGatePages } from "./contract-tests/generate/pages.ts";
import { derivePanelMarkup } from "./mock/generate/panel-markup.ts";
import { deriveScenarios } from "./scenarios/generate/scenarios.ts";
import { errorsPage } from "./spec/generate/errors-page.ts";
import { deriveSpec } from "./spec/generate/openapi.ts";
import { PROFILE_SCHEMA } from "./spec/profile/reader.ts";

const root = dirname(createRequire(import.meta.url).resolve("orders-kit/package.json"));
const files = {
  ...(await deriveSpec()),
  ...(await deriveScenarios(root)),
  ...derivePanelMarkup(root),
  ...deriveGatePages(root),
  "spec/profile.schema.json": `${JSON.stringify(PROFILE_SCHEMA, undefined, 2)}\n`,
  "spec/errors.md": errorsPage(),
};

function current(path: string): string | undefined {
  try {
    return readFileSync(join(root, path), "utf8");
  } catch {
    return undefined; // Not there yet: then it is out of date.
  }
}

const stale = Object.entries(files).filter(([path, text]) => current(path) !== text);
if (!process.argv.includes("--check")) {
  for (const [path, text] of stale) writeFileSync(join(root, path), text);
  // Some files are derived from others of them.
  if (stale.length > 0) execFileSync("npm", ["run", "--silent", "generate"], { cwd: root, stdio: "inherit" });
} else if (stale.length > 0) {
  console.error(`Out of date: ${stale.map(([path]) => path).join(", ")}. Run: npm run generate`);
  process.exitCode = 1;
}
