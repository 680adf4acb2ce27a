import { defineConfig } from "playwright/test";

export default defineConfig({
  fullyParallel: true,
  // Golden texts are the same on every platform.
  snapshotPathTemplate: "{testDir}/{testFileDir}/golden/{arg}{ext}",
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.CI ? [["dot"]] : [["list"]],
  projects: [{ name: "unit", testMatch: /\.test\.ts$/, testIgnore: /dist|node_modules/ }],
});
