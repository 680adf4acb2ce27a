import { defineConfig } from "playwright/test";

const browser = process.env.CHROMIUM === undefined ? {} : { executablePath: process.env.CHROMIUM };

export default defineConfig({
  testMatch: "**/*.spec.ts",
  reporter: "list",
  // The first page waits until Vite has bundled what it loads.
  expect: { timeout: 30_000 },
  use: {
    baseURL: process.env.PAGE,
    launchOptions: { ...browser, args: ["--no-sandbox", "--disable-dev-shm-usage"] },
  },
  webServer: {
    command: "npx vite --host 127.0.0.1 --port 0",
    env: { FORCE_COLOR: "0" },
    wait: { stdout: /Local: +(?<PAGE>http:\S+)/ },
  },
});
