/**
 * However Playwright distributes and repeats the tests of `orders-kit/contract`, they share one
 * run.
 */
import { readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "playwright/test";
import { CLAUSES } from "../../spec/clauses/index.ts";
import { isOptionalClause } from "../../spec/schema/fields.ts";
import { contractOptions, deployed, makeTwoFaults } from "../corpus/changed-reference.ts";
import { isWhole } from "../corpus/chosen.ts";
import type { Deployment } from "../corpus/deployment.ts";
import { test } from "../testing/closing.ts";
import { KEY, leaksOf } from "../testing/key-leaks.ts";
import { runContract, runPlaywright } from "../testing/servers/cli-runner.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { clausesThat, tellContract } from "../testing/told-clauses.ts";

test.describe.configure({ timeout: 120_000 });

const WITH_KEY = { env: { ORDERS_API_KEY: KEY } };
/** The reference has none of the optional fields. */
const PROVEN = CLAUSES.filter(({ id }) => !isOptionalClause(id)).length;
const STAGING = { target: "staging", linger: 0 };

/** Makes a folder with the target `staging`, whose commands are logged in order. */
function targetWithSetup({ baseUrl, pending, shipped }: Deployment) {
  const cwd = temporaryFolder();
  const ids = JSON.stringify({ pending: pending.map(String), shipped: shipped.map(String) });
  const entry = {
    url: baseUrl,
    setup: `echo setup >> commands.log && echo '${ids}'`,
    teardown: "echo teardown >> commands.log",
  };
  writeFileSync(join(cwd, "orders-kit.yaml"), JSON.stringify({ targets: { staging: entry } }));
  const commands = (): string[] =>
    readFileSync(join(cwd, "commands.log"), "utf8").trim().split("\n");
  return { cwd, commands };
}

/** Counts the cancellations with 204 for each provided order. */
function timesCancelled({ log, pending }: Deployment): number[] {
  return pending.map((id) => log.filter(({ cancelled }) => cancelled === id).length);
}

test("a conforming deployment passes in four parallel workers, and each order is cancelled once", async ({
  open,
}) => {
  const deployment = open(await deployed());
  const ended = await runContract(
    [contractOptions(deployment)],
    ["--workers=4", "--fully-parallel"],
    WITH_KEY,
  );
  expect(ended.stdout).toContain(`${PROVEN} passed`);
  expect(ended.code).toBe(0);
  expect(timesCancelled(deployment)).toEqual([1, 1, 1, 1]);
  expect(deployment.harmed).toEqual([]);
  expect(leaksOf(ended)).toEqual([]);
});

// Playwright starts a new worker after each failure. The run takes longer than a test's time-out.
test("two faults are two failed tests, with one setup and one teardown", async ({ open }) => {
  const deployment = open(await deployed(makeTwoFaults));
  const { cwd, commands } = targetWithSetup(deployment);
  const flags = ["--workers=4", "--fully-parallel", "--retries=2", "--timeout=50"];
  const ended = await tellContract(STAGING, flags, { ...WITH_KEY, cwd });
  expect(ended.code).toBe(1);
  expect(clausesThat("unexpected", ended)).toEqual(["order-quantity", "error-code"]);
  expect(commands()).toEqual(["setup", "teardown"]);
  expect(timesCancelled(deployment)).toEqual([1, 1, 1, 1]);
});

test("of several shards one makes the run, and has all tests", async ({ open }) => {
  test.skip(!isWhole, "npm run check:long runs it");
  const deployment = open(await deployed());
  const blobs = temporaryFolder();
  const passed: boolean[] = [];
  for (const nth of [1, 2]) {
    const part = temporaryFolder();
    const flags = [
      `--shard=${nth}/2`,
      "--fully-parallel",
      "--reporter=list,blob",
      "--pass-with-no-tests",
    ];
    const env = { ...WITH_KEY.env, PLAYWRIGHT_BLOB_OUTPUT_DIR: part };
    const { code, stdout } = await runContract([contractOptions(deployment)], flags, { env });
    expect(code, stdout).toBe(0);
    passed.push(stdout.includes(`${PROVEN} passed`));
    for (const file of readdirSync(part)) renameSync(join(part, file), join(blobs, file));
  }
  expect(passed.toSorted()).toEqual([false, true]);
  expect(timesCancelled(deployment)).toEqual([1, 1, 1, 1]);

  const merged = await runPlaywright(["merge-reports", "--reporter=list", blobs]);
  expect(merged.stdout).toContain(`${PROVEN} passed`);
  expect(leaksOf(merged, blobs)).toEqual([]);
});

test("with --repeat-each, each repetition is a run of its own", async ({ open }) => {
  test.skip(!isWhole, "npm run check:long runs it");
  const deployment = open(await deployed());
  const { cwd, commands } = targetWithSetup(deployment);
  const flags = ["--repeat-each=2", "--workers=1", "--grep", "@versioning"];
  await runContract([STAGING], flags, { ...WITH_KEY, cwd });
  expect(commands()).toEqual(["setup", "teardown", "setup", "teardown"]);
});

test("a run that is stopped tears down, and the next one is a run of its own", async ({ open }) => {
  let stop = (): void => {};
  const deployment = open(
    await deployed((service) => {
      const { answer } = service;
      service.answer = (request) => {
        stop();
        return answer(request);
      };
    }),
  );
  const { cwd, commands } = targetWithSetup(deployment);
  const onStart = (pid: number): void => {
    stop = () => process.kill(pid, "SIGINT");
  };
  await runContract([STAGING], [], { ...WITH_KEY, cwd, onStart });
  expect(commands()).toEqual(["setup", "teardown"]);

  stop = () => {};
  const { stdout } = await runContract([STAGING], [], { ...WITH_KEY, cwd });
  expect(stdout).toContain(`${PROVEN} passed`);
  expect(commands()).toEqual(["setup", "teardown", "setup", "teardown"]);
});
