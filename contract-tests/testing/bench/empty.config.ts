/** The smallest Playwright run: one worker, one empty test. */
import { defineConfig } from "playwright/test";

export default defineConfig({
  testDir: ".",
  testMatch: "empty.spec.js",
  workers: 1,
  reporter: "dot",
});
