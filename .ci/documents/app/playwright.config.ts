import { defineConfig } from "playwright/test";

export default defineConfig({
  testDir: "e2e",
  reporter: "list",
  use: { baseURL: process.env.PAGE, launchOptions: JSON.parse(process.env.CHROMIUM ?? "{}") },
  webServer: {
    command: "npx vite --host 127.0.0.1 --port 0",
    env: { FORCE_COLOR: "0" },
    wait: { stdout: /Local: +(?<PAGE>http:\S+)/ },
  },
});
