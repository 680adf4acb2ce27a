/**
 * The tests of `orders-kit/contract` report the same verdicts and keep the same guarantees as
 * verify.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "playwright/test";
import {
  contractOptions,
  deployed,
  echoTheKey,
  makeTwoFaults,
} from "../corpus/changed-reference.ts";
import { test } from "../testing/closing.ts";
import { KEY, leaksOf } from "../testing/key-leaks.ts";
import { runContract } from "../testing/servers/cli-runner.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { clausesThat, tellContract } from "../testing/told-clauses.ts";

test.describe.configure({ timeout: 120_000 });

const WITH_KEY = { env: { ORDERS_API_KEY: KEY } };

test("a violation fails the test of its clause, also in a retry, and no file contains the key", async ({
  open,
}) => {
  const deployment = open(await deployed(echoTheKey));
  const flags = ["--retries=1", "--trace=on", "--reporter=list,json,junit"];
  const ended = await tellContract(contractOptions(deployment), flags, WITH_KEY);
  expect(ended.code).toBe(1);
  expect(ended.stdout).toMatch(/error-code: .*\n(.*\n)*.*\| GET http:.*\/v1\/store\/orders/);
  expect(ended.stdout).toMatch(/^ *curl -i .*'http:.*\/v1\/store\/orders'$/m);
  expect(clausesThat("unexpected", ended)).toEqual(["error-code"]);
  expect(ended.stdout).not.toMatch(/flaky/);
  expect(leaksOf(ended, ended.results)).toEqual([]);

  // The first test has the report, and all are in the file of the user.
  const { told } = ended;
  const attached = told.flatMap(({ id, attachments }) => attachments.map((name) => [id, name]));
  expect(attached).toEqual([
    ["auth-good-key", "report.html"],
    ["auth-good-key", "report.json"],
  ]);
  expect(new Set(told.map(({ file }) => file))).toEqual(new Set(["targets.spec.ts"]));
});

test("without orders, tests without proof are skipped with a reason, and --grep narrows the run", async ({
  open,
}) => {
  const deployment = open(await deployed(undefined, "without ids"));
  const target = { target: deployment.baseUrl };
  const ended = await tellContract(target, ["--grep", "@cancel"], WITH_KEY);
  expect(ended.code).toBe(0);
  const skipped = ended.told.filter(({ status }) => status === "skipped");
  expect(skipped).toHaveLength(7);
  expect(skipped[0]?.why).toContain("Provided: 0 pending orders. 4 prove every clause");
  expect(clausesThat("expected", ended)).toHaveLength(3);
  const malformed = ended.told.find(({ id }) => id === "cancel-malformed-refused");
  expect(malformed?.part).toMatch(/^[1-9]\d* of \d+ texts$/);
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

/** Makes a folder with the target `staging` and its known violations. */
function folderWith(staging: object, known: readonly object[] = []): string {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "orders-kit.yaml"), JSON.stringify({ targets: { staging } }));
  writeFileSync(join(cwd, "orders-kit.known.yaml"), JSON.stringify({ staging: known }));
  return cwd;
}

test("a known violation is a skipped test with its reason", async ({ open }) => {
  const { target: url, ...options } = contractOptions(open(await deployed(makeTwoFaults)));
  const cwd = folderWith({ url }, [
    { clause: "order-quantity", reason: "ORD-7" },
    { clause: "error-code", reason: "ORD-8" },
    { clause: "list-ok", reason: "ORD-9" },
  ]);
  const ended = await tellContract({ ...options, target: "staging" }, [], { ...WITH_KEY, cwd });
  expect(ended.code).toBe(0);
  const skipped = ended.told.filter(({ why }) => why?.startsWith("Known: "));
  expect(skipped.map(({ id, why }) => [id, why])).toEqual([
    ["order-quantity", "Known: ORD-7"],
    ["error-code", "Known: ORD-8"],
  ]);
});

test("a run for some clauses has their tests alone, and fails with requireProven of orders-kit.yaml unless the option says no", async ({
  open,
}) => {
  const deployment = open(await deployed(undefined, "without ids"));
  const cwd = folderWith({ url: deployment.baseUrl, requireProven: true });
  const options = { target: "staging", only: ["cancel-pending", "list-ok"] } as const;
  for (const [more, code, status] of [
    [{}, 1, "unexpected"],
    [{ requireProven: false }, 0, "skipped"],
  ] as const) {
    const ended = await tellContract({ ...options, ...more }, [], { ...WITH_KEY, cwd });
    expect(ended.code).toBe(code);
    expect(ended.told.map((one) => [one.id, one.status])).toEqual([
      ["list-ok", "expected"],
      ["cancel-pending", status],
    ]);
  }
  // A whole run sends 65.
  expect(deployment.log.length).toBeLessThan(20);

  const unknown = { target: "mock", only: ["list-okay"] as never };
  const { stderr } = await runContract([unknown], ["--list"]);
  expect(stderr).toContain('There is no clause "list-okay".');
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
