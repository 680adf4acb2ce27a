import type { OrdersOptions } from "orders-kit/playwright";
import { defineConfig } from "playwright/test";
// Only in this repository, for machines without a browser. In your project, run `npx playwright
// install chromium`.
import { chromiumLaunch } from "../../mock/testing/chromium.ts";

const preview = "npx vite preview --host 127.0.0.1 --port 0";

export default defineConfig<object, OrdersOptions>({
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  retries: process.env.CI ? 1 : 0,
  reporter: process.env.CI ? [["dot"]] : [["list"]],
  use: { launchOptions: chromiumLaunch(), locale: "en" },
  // Each server prints its free port. The named groups become environment variables for the next
  // servers and for this file in the workers.
  webServer: [
    {
      command: `npm run --silent worker && npx vite build --outDir dist-offline && ${preview} --outDir dist-offline`,
      env: { VITE_ORDERS_API: "", FORCE_COLOR: "0" },
      wait: { stdout: /Local: +(?<OFFLINE_PAGE>http:\S+)/ },
    },
    {
      command: "npm run --silent mock -- --port 0 --json",
      wait: { stdout: /"baseUrl":"(?<VITE_ORDERS_API>[^"]+)"/ },
      gracefulShutdown: { signal: "SIGTERM", timeout: 2000 },
    },
    {
      command: `npx vite build && ${preview}`,
      env: { FORCE_COLOR: "0" },
      wait: { stdout: /Local: +(?<PAGE>http:\S+)/ },
    },
  ],
  projects: [
    { name: "chromium", testDir: "../../mock/testing", testMatch: "chromium.setup.ts" },
    {
      name: "example",
      testDir: "e2e",
      dependencies: ["chromium"],
      use: { baseURL: process.env.PAGE, ordersUrl: process.env.VITE_ORDERS_API },
    },
  ],
});
