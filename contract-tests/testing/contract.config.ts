/** The Playwright run of targets.spec.ts for tests of `orders-kit/contract`. */
import { defineConfig } from "playwright/test";

export default defineConfig({ testMatch: "targets.spec.ts", reporter: "list" });
