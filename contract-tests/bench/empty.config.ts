/** The least that a run of Playwright can be: one process, one test that does nothing. */
import { defineConfig } from "playwright/test";

export default defineConfig({ testDir: ".", testMatch: "empty.spec.js", workers: 1, reporter: "dot" });
