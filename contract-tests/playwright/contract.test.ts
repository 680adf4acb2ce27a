/** Playwright runs of `orders-kit/contract`: the same verdicts and guarantees as verify. */
import { readdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { expect } from "playwright/test";
import { CLAUSES } from "../../spec/clauses/index.ts";
import { contractOptions, deployed, echoTheKey } from "../corpus/changed-reference.ts";
import type { Deployment } from "../corpus/deployment.ts";
import { runContract, runPlaywright } from "../testing/cli-runner.ts";
import { test } from "../testing/closing.ts";
import { KEY, leaksOf } from "../testing/key-leaks.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

test.describe.configure({ timeout: 120_000 });

const WITH_KEY = { env: { ORDERS_API_KEY: KEY } };

/** For each order provided, the number of cancellations that got 204. */
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
  expect(ended.stdout).toContain(`${CLAUSES.length} passed`);
  expect(ended.code).toBe(0);
  expect(timesCancelled(deployment)).toEqual([1, 1, 1, 1]);
  expect(deployment.harmed).toEqual([]);
  expect(leaksOf(ended)).toEqual([]);
});

test("a violation fails the test of its clause, also in a retry, and no file contains the key", async ({
  open,
}) => {
  const deployment = open(await deployed(echoTheKey));
  // Playwright starts another worker after each failure: the run is not made again.
  const flags = ["--retries=1", "--trace=on", "--reporter=list,json,junit"];
  const results = join(temporaryFolder(), "results.json");
  const env = { ...WITH_KEY.env, PLAYWRIGHT_JSON_OUTPUT_NAME: results };
  const ended = await runContract([contractOptions(deployment)], flags, { env });
  expect(ended.code).toBe(1);
  expect(ended.stdout).toMatch(/error-code: .*\n(.*\n)*.*\| DELETE http:.*\/v1\/store\/orders/);
  expect(ended.stdout).toMatch(/^ *curl -i .*'http:.*\/v1\/store\/orders\/\d+'/m);
  expect(failedIn(results)).toEqual(["error-code"]);
  expect(ended.stdout).not.toMatch(/flaky/);
  expect(timesCancelled(deployment)).toEqual([1, 1, 1, 1]);
  expect(leaksOf(ended, join(results, ".."))).toEqual([]);
});

test("one fault fails one test", async ({ open }) => {
  const deployment = await deployed((service) => {
    const { members } = service;
    service.members = (...order) => ({ ...members(...order), quantity: `"${order[0].quantity}"` });
  });
  open(deployment);
  const ended = await runContract([contractOptions(deployment)], ["--workers=1"], WITH_KEY);
  expect(ended.stdout).toContain("1 failed");
  expect(ended.stdout).toContain("order-quantity: ");
});

test("of several shards one makes the run", async ({ open }) => {
  const deployment = open(await deployed());
  const blobs = temporaryFolder();
  for (const nth of [1, 2]) {
    const part = temporaryFolder();
    const flags = [
      `--shard=${nth}/2`,
      "--fully-parallel",
      "--reporter=blob",
      "--pass-with-no-tests",
    ];
    const env = { ...WITH_KEY.env, PLAYWRIGHT_BLOB_OUTPUT_DIR: part };
    const { code, stdout } = await runContract([contractOptions(deployment)], flags, { env });
    expect(code, stdout).toBe(0);
    for (const file of readdirSync(part)) renameSync(join(part, file), join(blobs, file));
  }
  const merged = await runPlaywright(["merge-reports", "--reporter=list", blobs]);
  expect(merged.stdout).toContain(`${CLAUSES.length} passed`);
  expect(timesCancelled(deployment)).toEqual([1, 1, 1, 1]);
  expect(leaksOf(merged, blobs)).toEqual([]);
});

test("without orders, tests without proof are skipped with a reason, and --grep narrows the run", async ({
  open,
}) => {
  const deployment = open(await deployed(undefined, "without ids"));
  const flags = ["--grep", "@cancel", "--reporter=json"];
  const { code, stdout } = await runContract([{ target: deployment.baseUrl }], flags, WITH_KEY);
  expect(code).toBe(0);
  expect(stdout).toContain("Provided: 0 pending orders. 4 prove every clause");
  expect(JSON.parse(stdout).stats).toMatchObject({ expected: 3, skipped: 7, unexpected: 0 });
  expect(deployment.harmed).toEqual([]);
});

test("requireProven fails a test with an unproven clause", async ({ open }) => {
  const deployment = open(await deployed(undefined, "without ids"));
  const options = {
    target: deployment.baseUrl,
    requireProven: true,
    only: ["cancel-pending"] as const,
  };
  const { code, stdout } = await runContract([options], [], WITH_KEY);
  expect(code).toBe(1);
  expect(stdout).toContain("cancel-pending: Provided: 0 pending orders.");
});

test("a refused key fails every test with the reason", async ({ open }) => {
  const deployment = open(await deployed());
  const env = { ORDERS_API_KEY: "another-key" };
  const { code, stdout } = await runContract([contractOptions(deployment)], ["--grep", "version"], {
    env,
  });
  expect(code).toBe(1);
  expect(stdout).toContain("The target rejects the API key");
});

/** The clauses whose tests have failed, in a JSON report of Playwright. */
function failedIn(file: string): string[] {
  const text = readFileSync(file, "utf8");
  const specs = [...text.matchAll(/"title": "([a-z-]+): [^\n]*\n\s*"ok": (true|false)/g)];
  return specs.flatMap(([, id = "", ok]) => (ok === "false" ? [id] : []));
}
