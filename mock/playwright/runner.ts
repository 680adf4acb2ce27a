/**
 * `test` and `expect` of the Playwright that runs the tests. Playwright refuses to be loaded from two copies, and a project with
 * `@playwright/test` of one version may have `playwright` of another, which an import would find.
 */
import { createRequire } from "node:module";
import type * as Playwright from "playwright/test";

type Exports = Pick<typeof Playwright, "test" | "expect">;

export type { TestInfo } from "playwright/test";

const require = createRequire(import.meta.url);

const playwright = loadPlaywright();
export const test: Exports["test"] = playwright.test;
export const expect: Exports["expect"] = playwright.expect;

function loadPlaywright(): Exports {
  try {
    // Playwright's command, or its worker: a file of the copy that is needed.
    return createRequire(require.main?.filename ?? "")("playwright/test");
  } catch {
    return require("playwright/test");
  }
}
