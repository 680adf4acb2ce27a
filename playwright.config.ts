import { defineConfig } from "playwright/test";
import { chromiumLaunch } from "./mock/testing/chromium.ts";

const testIgnore = /dist|node_modules|\.build/;
const IN_PACKAGE = /repo-tests\/package/;
/** Tests that install what only the pages use, and take minutes: `npm run check:long` runs them. */
const LONG = /repo-tests\/package\/documents\.test\.ts$/;
/** Tests that start Playwright, Redis or the command line as a process, load Prism, and some that take seconds: `npm test` does without. */
const WITH_PROGRAMS = new RegExp(
  [
    "contract-tests/(?:playwright|prism)/.*",
    "contract-tests/corpus/(?:leading-evidence|hidden-orders|disposable|stacks/.*)",
    "contract-tests/client/(?:curl|http/hostile-bodies)",
    "contract-tests/proxy",
    "cli/process-events",
    "cli/commands/(?:mock-store|proxy|verify.*|save-scenario)",
    "mock/(?:replicas|playwright)/.*",
    "mock/http/fuzz",
  ]
    .map((path) => `${path}\\.test\\.ts$`)
    .join("|"),
);
/** Tests that run commands of a POSIX shell or send signals, which Windows does not have. */
const POSIX =
  /(?:client\/(?:curl|credentials)|targets\/commands|report\/writers\/terminal\/terminal|slow-clients|process-events|init|verify-config)\.test\.ts$/;
/** Tests in a browser wait until there is one. */
const inBrowser = { dependencies: ["chromium"], use: { launchOptions: chromiumLaunch() } };

export default defineConfig({
  fullyParallel: true,
  workers: "100%",
  // Golden texts are the same on every platform.
  snapshotPathTemplate: "{testDir}/{testFileDir}/golden/{arg}{ext}",
  forbidOnly: Boolean(process.env.CI),
  // A shared machine may starve a browser; what passes only the second time is reported as flaky.
  retries: process.env.CI ? 1 : 0,
  reporter: [[process.env.CI ? "dot" : "list"], ["./repo-tests/empty-tests-reporter.ts"]],
  testIgnore,
  projects: [
    {
      name: "unit",
      testMatch: /\.test\.ts$/,
      testIgnore: [
        testIgnore,
        /repo-tests/,
        WITH_PROGRAMS,
        ...(process.platform === "win32" ? [POSIX] : []),
      ],
    },
    { name: "programs", testMatch: WITH_PROGRAMS },
    // The repository itself: its pages, templates, error texts and habits.
    {
      name: "repo",
      testDir: "repo-tests",
      testMatch: /\.test\.ts$/,
      testIgnore: [IN_PACKAGE],
    },
    // The checks as Playwright tests, on the target that the environment names.
    { name: "contract", testMatch: "contract-tests/playwright/contract.spec.ts" },
    { name: "chromium", testMatch: /chromium\.setup\.ts$/ },
    {
      name: "browser",
      testMatch: /\.browser\.ts$/,
      testIgnore: [testIgnore, IN_PACKAGE],
      ...inBrowser,
    },
    // The package as its users have it: packed and installed once, for all workers.
    { name: "installation", testMatch: /install\.setup\.ts$/, teardown: "removal" },
    { name: "removal", testMatch: /remove\.setup\.ts$/ },
    {
      name: "package",
      testDir: "repo-tests/package",
      testMatch: /\.(test|browser)\.ts$/,
      testIgnore: [testIgnore, LONG],
      timeout: 120_000,
      ...inBrowser,
      dependencies: ["chromium", "installation"],
    },
    {
      name: "long",
      testMatch: LONG,
      timeout: 240_000,
      ...inBrowser,
      dependencies: ["chromium", "installation"],
    },
  ],
});
