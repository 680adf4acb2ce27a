/** `npx playwright test --config repo-tests/pictures` renews the pictures of the pages, from the running program. */
import { defineConfig } from "playwright/test";
import { chromiumLaunch } from "../../mock/testing/chromium.ts";

export default defineConfig({
  workers: 1,
  reporter: "list",
  use: {
    colorScheme: "light",
    deviceScaleFactor: 2,
    locale: "en",
    viewport: { width: 1040, height: 900 },
    launchOptions: chromiumLaunch(),
  },
  projects: [
    { name: "chromium", testDir: "../../mock/testing", testMatch: "chromium.setup.ts" },
    { name: "pictures", testMatch: "*.picture.ts", dependencies: ["chromium"] },
  ],
});
