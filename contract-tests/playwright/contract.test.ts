/** Playwright runs of `orders-kit/contract`: the same verdicts and guarantees as verify. */
import { readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "playwright/test";
import { CLAUSES } from "../../spec/clauses/index.ts";
import { contractOptions, deployed, echoTheKey } from "../corpus/changed-reference.ts";
import type { Deployment } from "../corpus/deployment.ts";
import { json } from "../corpus/replies.ts";
import { runContract, runPlaywright, startVerify } from "../testing/cli-runner.ts";
import { test } from "../testing/closing.ts";
import { KEY, leaksOf } from "../testing/key-leaks.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

test.describe.configure({ timeout: 120_000 });

const WITH_KEY = { env: { ORDERS_API_KEY: KEY } };

/** A folder with the target `staging`, whose commands are recorded in the order in which they have run. */
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
  expect(testsOf(results, "unexpected")).toEqual(["error-code"]);
  expect(ended.stdout).not.toMatch(/flaky/);
  expect(timesCancelled(deployment)).toEqual([1, 1, 1, 1]);
  expect(leaksOf(ended, join(results, ".."))).toEqual([]);
});

/** A service with two faults, each of which violates one clause. */
const deployedWithTwoFaults = () =>
  deployed((service) => {
    const { members } = service;
    service.members = (...order) => ({ ...members(...order), quantity: `"${order[0].quantity}"` });
    service.unauthorized = () => json(401, '{"code":7,"message":"No.","status":401}');
  });

for (const flags of [["--workers=1"], ["--workers=4", "--fully-parallel", "--retries=2"]])
  test(`two faults are two failed tests, with one setup and one teardown: ${flags.join(" ")}`, async ({
    open,
  }) => {
    const deployment = open(await deployedWithTwoFaults());
    const { cwd, commands } = targetWithSetup(deployment);
    const results = join(cwd, "results.json");
    const env = { ...WITH_KEY.env, PLAYWRIGHT_JSON_OUTPUT_NAME: results };
    const { code } = await runContract(
      [{ target: "staging", lingerMs: 0 }],
      [...flags, "--reporter=json"],
      { cwd, env },
    );
    expect(code).toBe(1);
    expect(testsOf(results, "unexpected")).toEqual(["order-quantity", "error-code"]);
    expect(commands()).toEqual(["setup", "teardown"]);
    expect(timesCancelled(deployment)).toEqual([1, 1, 1, 1]);
  });

test("the first test has the report, each violated clause its exchanges, and all are in the file of the user", async ({
  open,
}) => {
  const deployment = open(await deployedWithTwoFaults());
  const results = join(temporaryFolder(), "results.json");
  const env = { ...WITH_KEY.env, PLAYWRIGHT_JSON_OUTPUT_NAME: results };
  await runContract([contractOptions(deployment)], ["--reporter=json"], { env });
  const attached = specsOf(results).flatMap(({ id, attachments }) =>
    attachments.filter((name) => name !== "error-context").map((name) => [id, name]),
  );
  expect(attached).toEqual([
    ["auth-good-key", "report.html"],
    ["auth-good-key", "report.json"],
    ["order-quantity", "exchanges.txt"],
    ["error-code", "exchanges.txt"],
  ]);
  expect(new Set(specsOf(results).map(({ file }) => file))).toEqual(new Set(["targets.spec.ts"]));
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

test("a violation fails the run also where the test of its headline is not selected", async ({
  open,
}) => {
  const deployment = open(
    await deployed((service) => {
      service.isAuthorized = () => true;
    }, "without ids"),
  );
  const flags = ["--grep", "auth-key-exact|list-ok", "--retries=1"];
  const { code, stdout } = await runContract([{ target: deployment.baseUrl }], flags, WITH_KEY);
  expect(stdout).toContain("auth-key-exact is violated, which follows from ");
  expect(code).toBe(1);
});

test("`only` sends what --only sends, and an unknown clause is an error before the run", async ({
  open,
}) => {
  const only = ["list-ok"] as const;
  const counts: number[] = [];
  for (const start of [
    ({ baseUrl }: Deployment) => runContract([{ target: baseUrl, only }], [], WITH_KEY),
    ({ baseUrl }: Deployment) => startVerify([baseUrl, "--only", ...only], WITH_KEY),
  ]) {
    const deployment = open(await deployed(undefined, "without ids"));
    expect(await start(deployment)).toMatchObject({ code: 0 });
    counts.push(deployment.log.length);
  }
  expect(counts[0]).toBe(counts[1]);

  const { stderr } = await runContract([{ only: ["list-okay"] as never }], ["--list"]);
  expect(stderr).toContain('There is no clause "list-okay".');
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
  const start = (onStart: (pid: number) => void) =>
    runContract([{ target: "staging", lingerMs: 0 }], [], { ...WITH_KEY, cwd, onStart });
  await start((pid) => {
    stop = () => process.kill(pid, "SIGINT");
  });
  expect(commands()).toEqual(["setup", "teardown"]);
  stop = () => {};
  const { stdout } = await start(() => {});
  expect(stdout).toContain(`${CLAUSES.length} passed`);
  expect(commands()).toEqual(["setup", "teardown", "setup", "teardown"]);
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

test("a refused key fails one test with the reason, which the others are skipped with", async ({
  open,
}) => {
  const deployment = open(await deployed());
  const env = { ORDERS_API_KEY: "another-key" };
  const flags = ["--grep", "@list", "--retries=1"];
  const { code, stdout } = await runContract([contractOptions(deployment)], flags, { env });
  expect(code).toBe(1);
  expect(stdout).toContain("Not judged: The target rejects the API key");
  expect(stdout).toContain("1 failed");
  expect(stdout).toContain("5 skipped");
});

interface Spec {
  readonly id: string;
  readonly file: string;
  readonly status: "expected" | "unexpected" | "skipped" | "flaky";
  readonly attachments: readonly string[];
}

/** The tests in a JSON report of Playwright; `id` is the clause. */
function specsOf(file: string): Spec[] {
  interface Suite {
    readonly suites?: readonly Suite[];
    readonly specs?: readonly {
      readonly title: string;
      readonly file: string;
      readonly tests: readonly {
        readonly status: Spec["status"];
        readonly results: readonly { readonly attachments: readonly { readonly name: string }[] }[];
      }[];
    }[];
  }
  const all = ({ suites = [], specs = [] }: Suite): Spec[] => [
    ...specs.map(({ title, file, tests: [test] }) => ({
      id: title.split(":")[0]!,
      file,
      status: test!.status,
      attachments: test!.results[0]!.attachments.map(({ name }) => name),
    })),
    ...suites.flatMap(all),
  ];
  return all(JSON.parse(readFileSync(file, "utf8")));
}

/** The clauses whose tests have a status. */
function testsOf(file: string, wanted: Spec["status"]): string[] {
  return specsOf(file).flatMap(({ id, status }) => (status === wanted ? [id] : []));
}
