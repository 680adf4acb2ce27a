/** The Playwright run of targets.spec.ts that the tests of `orders-kit/contract` start. */
import { defineConfig } from "playwright/test";

export default defineConfig({ testMatch: "targets.spec.ts", reporter: "list" });
