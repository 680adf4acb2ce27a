/** How `orders-kit verify` runs the checks; used from dist/, where nothing needs to be transpiled. */
import { defineConfig } from "playwright/test";

export default defineConfig({
  testDir: ".",
  testMatch: "contract.spec.js",
  build: { external: ["**/*"] },
  // Ids are spent one check after the other, and every wait is bounded by the relay.
  workers: 1,
  fullyParallel: false,
  timeout: 0,
  preserveOutput: "never",
  reporter: [["./stream-reporter.js"]],
  projects: [{ name: "contract" }],
});
