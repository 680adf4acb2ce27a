/** `npm run generate` writes every derived file; with `--check` it writes nothing and exits 1 when one is out of date. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { deriveGatePages } from "./contract-tests/generate.ts";
import { deriveScenarios } from "./scenarios/generate.ts";
import { errorsPage } from "./spec/errors-page.ts";
import { deriveSpec } from "./spec/generate.ts";
import { profileSchema } from "./spec/profile-schema.ts";

// The compiled script runs in dist/, the sources stand beside it.
const root = fileURLToPath(new URL("../", import.meta.url));
const files = {
  ...(await deriveSpec()),
  ...(await deriveScenarios()),
  ...deriveGatePages(),
  "spec/profile.schema.json": profileSchema(),
  "spec/errors.md": errorsPage(),
};

function current(path: string): string | undefined {
  try {
    return readFileSync(root + path, "utf8");
  } catch {
    return undefined; // Not there yet: then it is out of date.
  }
}

const stale = Object.entries(files).filter(([path, text]) => current(path) !== text);
if (!process.argv.includes("--check")) for (const [path, text] of stale) writeFileSync(root + path, text);
else if (stale.length > 0) {
  console.error(`Out of date: ${stale.map(([path]) => path).join(", ")}. Run: npm run generate`);
  process.exitCode = 1;
}
