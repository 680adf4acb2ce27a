/** Playwright's own way to judge a deployment: the same guarantees, without our command. */
import { existsSync, mkdirSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import type { Deployment } from "./corpus/deployment.ts";
import { deployed, KEY, keyIn, leaksOf, playwright, tellTales, temporaryFolder, Watch } from "./whole-way.ts";

test.describe.configure({ timeout: 90_000 });

const environment = ({ baseUrl, pending, shipped }: Deployment): Record<string, string> => ({
  ORDERS_API_KEY: KEY,
  ORDERS_KIT_TARGET: baseUrl,
  ORDERS_KIT_PENDING: pending.join(","),
  ORDERS_KIT_SHIPPED: shipped.join(", "),
});

test("a sound deployment passes, with the reports of verify, and no worker holds the key", async () => {
  test.skip(!existsSync("/proc/self/environ"), "There is no /proc here.");
  const watch = new Watch();
  const deployment = await deployed((service) => watch.on(service));
  const ended = await playwright(["test", "--project=contract", "--output", temporaryFolder()], {
    env: environment(deployment),
    onStart: (pid) => {
      watch.root = pid;
    },
  });
  await deployment.close();
  expect(ended.code).toBe(0);
  expect(ended.report?.clauses.filter(({ verdict }) => verdict !== "held")).toEqual([]);
  expect(leaksOf(ended)).toEqual([]);
  expect(watch.seen.size).toBeGreaterThanOrEqual(1);
  for (const told of watch.seen.values()) expect(keyIn(told)).toBeUndefined();
  expect(deployment.harmed).toEqual([]);
});

test("a violation fails its test with the clause, the request, the response and a curl line, and no key", async () => {
  const deployment = await deployed(tellTales);
  const output = temporaryFolder();
  const ended = await playwright(
    [
      "test",
      "--project=contract",
      "--grep",
      "auth-list",
      "--trace",
      "on",
      "--output",
      output,
      "--reporter=list,json,junit",
    ],
    { env: { ...environment(deployment), PLAYWRIGHT_JSON_OUTPUT_NAME: join(output, "results.json") } },
  );
  await deployment.close();
  expect(ended.code).toBe(1);
  expect(ended.stdout).toContain("error-code: ");
  expect(ended.stdout).toMatch(/\| GET http:.*\/v1\/store\/orders/);
  expect(ended.stdout).toMatch(/^ *curl -i .*'http:.*\/v1\/store\/orders'/m);
  expect(ended.stdout).not.toMatch(/contract\.spec\.ts:\d+:\d+\)?$/m);
  expect(leaksOf(ended, output)).toEqual([]);
});

test("shards judge their part each, and their merged blobs the whole", async () => {
  const deployment = await deployed();
  const blobs = temporaryFolder();
  for (const shard of ["1/3", "2/3", "3/3"]) {
    const part = temporaryFolder();
    const { code, report } = await playwright(
      ["test", "--project=contract", `--shard=${shard}`, "--reporter=blob", "--output", temporaryFolder()],
      { env: { ...environment(deployment), PLAYWRIGHT_BLOB_OUTPUT_DIR: part } },
    );
    expect(code).toBe(0);
    expect(report).toBeUndefined();
    mkdirSync(blobs, { recursive: true });
    for (const file of readdirSync(part)) renameSync(join(part, file), join(blobs, file));
  }
  await deployment.close();
  const merged = await playwright(["merge-reports", "--reporter", "./contract-tests/playwright-reporter.ts", blobs]);
  expect(merged.code).toBe(0);
  expect(merged.report?.verdict).toBe("conforms");
  expect(merged.report?.target.url).toBe(deployment.baseUrl);
  expect(merged.report?.clauses.filter(({ verdict }) => verdict === "violated")).toEqual([]);
  expect(merged.report?.clauses.filter(({ verdict }) => verdict === "held").length).toBeGreaterThan(30);
  expect(leaksOf(merged, blobs)).toEqual([]);
  expect(deployment.harmed).toEqual([]);
});

test("a key that is refused ends the run before it starts, with the reason", async () => {
  const deployment = await deployed();
  const env = { ...environment(deployment), ORDERS_API_KEY: "another-key" };
  const { code, stdout, stderr } = await playwright(["test", "--project=contract", "--output", temporaryFolder()], {
    env,
  });
  await deployment.close();
  expect(code).toBe(1);
  expect(`${stdout}${stderr}`).toContain("The target refuses the key that should be good");
});
