import { defineConfig } from "playwright/test";
import { chromiumLaunch } from "./mock/testing/chromium.ts";

const testIgnore = /dist|node_modules|\.build/;
const IN_PACKAGE = /repo-tests\/package/;
/** Tests that install much, and take minutes; `npm run check:long` runs them. */
const LONG = /repo-tests\/(?:package\/documents|engines\/engines)\.test\.ts$/;
/**
 * Tests that start Playwright, Redis or the command line as a process, load Prism, or take seconds.
 * `npm test` leaves them out.
 */
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
/** Tests that need POSIX shell commands or signals, which Windows lacks. */
const POSIX =
  /(?:client\/(?:curl|credentials)|targets\/commands|report\/writers\/terminal\/terminal|slow-clients|process-events|init|verify-config)\.test\.ts$/;
/** Browser tests wait until a browser is installed. */
const inBrowser = { dependencies: ["chromium"], use: { launchOptions: chromiumLaunch() } };

export default defineConfig({
  fullyParallel: true,
  // Tests wait a third of their time: for processes, browsers and limits.
  workers: "150%",
  // Golden texts are the same on every platform.
  snapshotPathTemplate: "{testDir}/{testFileDir}/golden/{arg}{ext}",
  forbidOnly: Boolean(process.env.CI),
  // A busy CI machine may starve a browser; Playwright reports tests that pass on retry as flaky.
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
      testIgnore: [IN_PACKAGE, LONG],
    },
    // The checks as Playwright tests, against the target named in the environment.
    { name: "contract", testMatch: "contract-tests/playwright/contract.spec.ts" },
    { name: "chromium", testMatch: /chromium\.setup\.ts$/ },
    {
      name: "browser",
      testMatch: /\.browser\.ts$/,
      testIgnore: [testIgnore, IN_PACKAGE],
      ...inBrowser,
    },
    // The package as users get it: packed and installed once for all workers.
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
