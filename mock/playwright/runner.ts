/**
 * `test` and `expect` of the Playwright that runs the tests. Playwright refuses to be loaded from
 * two copies, and an import could find another one: a project with `@playwright/test` of one
 * version may have `playwright` of another.
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
    // The main file is Playwright's command or worker, and belongs to the copy we need.
    return createRequire(require.main?.filename ?? "")("playwright/test");
  } catch {
    return require("playwright/test");
  }
}
