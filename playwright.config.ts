import { defineConfig } from "playwright/test";
import { chromiumLaunch } from "./mock/browser/chromium.ts";

const testIgnore = /dist|node_modules/;
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
    { name: "unit", testMatch: /\.test\.ts$/, testIgnore: [testIgnore, /\.ci/] },
    // The project itself: its package, documents, templates and habits, as users and CI meet them.
    { name: "package", testDir: ".ci", testMatch: /\.test\.ts$/, timeout: 120_000 },
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
