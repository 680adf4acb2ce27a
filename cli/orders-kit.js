#!/usr/bin/env node
// The executable. It is not compiled, so that npm can link it in a clone before the first build.
import { existsSync } from "node:fs";
import module from "node:module";

// Speeds up later runs on Node 22.8 and later.
module.enableCompileCache?.();

if (existsSync(new URL("../dist/cli/main.js", import.meta.url)))
  await import("../dist/cli/main.js");
else {
  console.error(
    "orders-kit is not built yet. Run npm start to serve the mock, or npm run build for the other commands.",
  );
  process.exitCode = 2;
}
