/** `orders-kit verify` of several targets, and of one after another. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "playwright/test";
import { makeTwoFaults } from "../../contract-tests/corpus/changed-reference.ts";
import { KEY } from "../../contract-tests/testing/key-leaks.ts";
import { temporaryFolder } from "../../contract-tests/testing/temporary-folder.ts";
import { type Deployment, test } from "../testing/deployments.ts";
import { recordingIo } from "../testing/io.ts";
import { command } from "./verify.ts";

async function run(cwd: string, argv: string, more: Readonly<Record<string, string>> = {}) {
  const { io, written } = recordingIo({ cwd, env: { ORDERS_API_KEY: KEY, ...more } });
  return { code: await command([...argv.split(" "), "--linger", "0"], io), ...written };
}

function folderWith(targets: Readonly<Record<string, Deployment>>): string {
  const cwd = temporaryFolder();
  const entries = Object.entries(targets).map(([name, { baseUrl }]) => [name, { url: baseUrl }]);
  const yaml = JSON.stringify({ targets: Object.fromEntries(entries) });
  writeFileSync(join(cwd, "orders-kit.yaml"), yaml);
  return cwd;
}

const verdictIn = (...path: readonly string[]): string =>
  JSON.parse(readFileSync(join(...path, "report.json"), "utf8")).verdict;

test("each target has a folder, annotations have its name, and the worst exit code counts", async ({
  start,
}) => {
  const cwd = folderWith({ "staging-eu": await start(), "staging-us": await start(makeTwoFaults) });
  const ended = await run(cwd, "staging-eu staging-us", { GITHUB_ACTIONS: "true" });
  expect(ended.code).toBe(1);
  expect(verdictIn(cwd, "orders-kit-report/staging-eu")).toBe("conforms");
  expect(verdictIn(cwd, "orders-kit-report/staging-us")).toBe("violates");
  expect(ended.stderr).toContain("::error title=orders-kit%3A staging-us%3A error-code::");
  expect(ended.stdout).toMatch(
    /\n ✓ staging-eu violates no clause, \d+ not proven\n ✗ staging-us violates the contract\n$/,
  );
});

test("a mistake in one target keeps no other from being judged", async ({ start }) => {
  const cwd = folderWith({ staging: await start() });
  const ended = await run(cwd, "stagging staging", { GITHUB_ACTIONS: "true" });
  expect(ended.code).toBe(2);
  expect(ended.stderr).toMatch(/^There is no target "stagging"/);
  expect(ended.stderr).toContain("\n::error title=orders-kit%3A exit code 2::There is no target");
  expect(verdictIn(cwd, "orders-kit-report/staging")).toBe("conforms");
});

test("a report of another target is not replaced without a word", async ({ start }) => {
  const cwd = folderWith({ one: await start(), other: await start() });
  expect((await run(cwd, "one")).stderr).toBe("");
  expect((await run(cwd, "one")).stderr).toBe("");
  expect((await run(cwd, "other")).stderr).toMatch(
    /orders-kit-report had the report of one, which this one replaces\. --report DIR /,
  );
});
