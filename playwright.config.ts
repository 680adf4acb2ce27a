import { defineConfig } from "playwright/test";

export default defineConfig({
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.CI ? [["dot"]] : [["list"]],
  projects: [{ name: "unit", testMatch: /\.test\.ts$/, testIgnore: /dist|node_modules/ }],
});
