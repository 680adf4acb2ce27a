import { defineConfig } from "playwright/test";

export default defineConfig({
  fullyParallel: true,
  // Golden texts are the same on every platform.
  snapshotPathTemplate: "{testDir}/{testFileDir}/golden/{arg}{ext}",
  forbidOnly: Boolean(process.env.CI),
  globalSetup: "./contract-tests/global-setup.ts",
  reporter: [[process.env.CI ? "dot" : "list"], ["./contract-tests/playwright-reporter.ts"]],
  projects: [
    { name: "unit", testMatch: /\.test\.ts$/, testIgnore: /dist|node_modules/ },
    // Each check on its own, so that --shard can share them out; one worker, for orders are spent one after the other.
    { name: "contract", testMatch: "contract-tests/contract.spec.ts", workers: 1, timeout: 0, use: { trace: "off" } },
  ],
});
