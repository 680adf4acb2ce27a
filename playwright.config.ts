import { defineConfig } from "playwright/test";
import { chromiumLaunch } from "./mock/browser/chromium.ts";

const testIgnore = /dist|node_modules/;
/** The package as npm packs and installs it: slow, and in need of the registry. */
const PACKAGE = /\.ci\/package\//;
/** Tests that need a browser wait until there is one. */
const inBrowser = { testIgnore, dependencies: ["chromium"], use: { launchOptions: chromiumLaunch() } };

export default defineConfig({
  fullyParallel: true,
  // Golden texts are the same on every platform.
  snapshotPathTemplate: "{testDir}/{testFileDir}/golden/{arg}{ext}",
  forbidOnly: Boolean(process.env.CI),
  // A shared machine may starve a browser; what passes only the second time is reported as flaky.
  retries: process.env.CI ? 1 : 0,
  globalSetup: "./contract-tests/global-setup.ts",
  reporter: [[process.env.CI ? "dot" : "list"], ["./contract-tests/playwright-reporter.ts"]],
  projects: [
    { name: "unit", testMatch: /\.test\.ts$/, testIgnore: [testIgnore, PACKAGE] },
    { name: "package", testDir: ".ci/package", testMatch: /\.test\.ts$/ },
    // Each check on its own, so that --shard can share them out; one worker, for orders are spent one after the other.
    {
      name: "contract",
      testMatch: "contract-tests/contract.spec.ts",
      workers: 1,
      retries: 0,
      timeout: 0,
      use: { trace: "off" },
    },
    { name: "chromium", testMatch: /chromium\.setup\.ts$/, testIgnore },
    { name: "browser", testMatch: /\.browser\.ts$/, ...inBrowser },
  ],
});
