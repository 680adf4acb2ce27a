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
  reporter: process.env.CI ? [["dot"]] : [["list"]],
  projects: [
    { name: "unit", testMatch: /\.test\.ts$/, testIgnore },
    { name: "chromium", testMatch: /chromium\.setup\.ts$/, testIgnore },
    { name: "browser", testMatch: /\.browser\.ts$/, ...inBrowser },
  ],
});
