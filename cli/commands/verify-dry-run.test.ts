/**
 * `orders-kit verify --dry-run` prints what a run would send, and sends, runs and writes nothing.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import net from "node:net";
import { join } from "node:path";
import stringWidth from "fast-string-width";
import { expect } from "playwright/test";
import { planRun } from "../../contract-tests/run/plan-run.ts";
import { runAgainst } from "../../contract-tests/run/run-target.ts";
import type { TargetOptions } from "../../contract-tests/targets/open-target.ts";
import { openTarget } from "../../contract-tests/targets/open-target.ts";
import { test as base } from "../../contract-tests/testing/closing.ts";
import { KEY } from "../../contract-tests/testing/key-leaks.ts";
import { listening } from "../../contract-tests/testing/servers/servers.ts";
import { temporaryFolder } from "../../contract-tests/testing/temporary-folder.ts";
import { startMock } from "../../mock/http/server.ts";
import { folderWith } from "../testing/deployments.ts";
import { recordingIo } from "../testing/io.ts";
import { command } from "./verify.ts";

const IDS = "--pending 17 --pending 18 --pending 19 --pending 20 --shipped 4";

/** A server that counts its connections and never answers. */
const test = base.extend<{
  readonly silent: { readonly baseUrl: string; readonly connections: () => number };
}>({
  silent: async ({ open }, use) => {
    let connections = 0;
    const server = net.createServer((socket) => {
      connections++;
      socket.destroy();
    });
    const { port } = open(await listening(server));
    await use({ baseUrl: `http://127.0.0.1:${port}/v1`, connections: () => connections });
    expect(connections).toBe(0);
  },
});

async function dryRun(argv: string, cwd = temporaryFolder(), columns = 120) {
  const { io, written } = recordingIo({ cwd, columns });
  return { code: await command([...argv.split(" "), "--dry-run"], io), ...written };
}

const countIn = (text: string): number => Number(/^\s*(\d+) calls/.exec(text)?.[1]);

test("each call is printed, nothing is sent, and no key is needed", async ({ silent }) => {
  const { baseUrl } = silent;
  const { code, stdout, stderr } = await dryRun(`${baseUrl} ${IDS} --wait 60`);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/^\n 1\d\d calls, \d+ of them DELETE, \d+ without the good key\. Nothing/);
  expect(stdout).toContain(`Nothing was sent to ${baseUrl}.\n`);
  for (const id of [17, 18, 19, 20, 4])
    expect(stdout).toMatch(new RegExp(`DELETE +/store/orders/${id}( × \\d+)? +the key`));
  expect(stdout).toMatch(
    /\n pending: .*\n.*\n.*\n {3}for cancel-pending\n +\d+ {2}DELETE .* the key\n/,
  );
  expect(stdout).toMatch(/ {3}for cancel-pending, cancel-once\n.* × \d+ +the key\n/);
  expect(stdout).toMatch(/ {3}for auth-key-exact, .*\n.* no key\n/);
  expect(stdout).toContain("X-Order-Id: ");
  expect(stdout).toContain("Before these calls, --wait asks for the list each second.");
});

test("lines keep within the columns, and every call has a line", async ({ silent }) => {
  for (const columns of [60, 120]) {
    const { stdout } = await dryRun(`${silent.baseUrl} ${IDS}`, undefined, columns);
    const lines = stdout.split("\n");
    expect(lines.filter((line) => stringWidth(line) > columns || /\s$/.test(line))).toEqual([]);
    const rows = lines.filter((line) => /^ +\d+ {2}[A-Z]+ /.test(line));
    const times = rows.map((row) => Number(/ × (\d+)/.exec(row)?.[1] ?? 1));
    expect(times.reduce((sum, one) => sum + one)).toBe(countIn(stdout));
  }
});

test("--json is the list of the calls, and a list of lists for several targets", async ({
  silent: { baseUrl },
}) => {
  const cwd = folderWith({ eu: { baseUrl }, us: { baseUrl } }, { pending: [17], shipped: [4] });
  const { stdout } = await dryRun("eu", cwd);
  const one = JSON.parse((await dryRun("eu --json", cwd)).stdout);
  expect(one).toHaveLength(countIn(stdout));
  expect(one).toContainEqual({
    step: "bad-keys",
    method: "DELETE",
    path: "/store/orders/4",
    credential: "wrong",
    key: "a wrong key",
    clauses: expect.arrayContaining(["cancel-unauthorized"]),
  });
  const both = JSON.parse((await dryRun("eu us --json --read-only", cwd)).stdout);
  expect(both).toHaveLength(2);
  expect(both[0]).toHaveLength(both[1].length);

  const mistaken = await dryRun("eu uss", cwd);
  expect([mistaken.code, countIn(mistaken.stdout)]).toEqual([2, one.length]);
  expect(mistaken.stderr).toContain('no target "uss"');
});

test("flags and settings decide what is sent: read-only, production, --only, --gentle, --disposable", async ({
  silent: { baseUrl },
}) => {
  const cwd = folderWith({ eu: { baseUrl }, prod: { baseUrl } }, { pending: [17], shipped: [4] });
  const whole = await dryRun("eu", cwd);
  const only = await dryRun("eu --only cancel-pending", cwd);
  expect(countIn(only.stdout)).toBeLessThan(countIn(whole.stdout) / 2);
  expect(only.stdout).toContain("/store/orders/17 ");
  expect(countIn((await dryRun("eu --thorough", cwd)).stdout)).toBeGreaterThan(300);
  expect((await dryRun("eu --gentle", cwd)).stdout).toMatch(/ \d without the good key/);

  for (const argv of ["eu --read-only", "prod"])
    expect((await dryRun(argv, cwd)).stdout).toMatch(/, 0 of them DELETE, (?!.* {2}DELETE )/s);
  expect((await dryRun("prod", cwd)).stderr).toContain("production target");
  const written = await dryRun("prod --allow-production-writes", cwd);
  expect(countIn(written.stdout)).toBe(countIn(whole.stdout));

  const disposable = await dryRun(`${baseUrl} --disposable`);
  expect(disposable.stdout).toContain("The run also cancels orders that the list shows");
  expect(disposable.stdout).toMatch(/DELETE +\/store\/orders\/73000\d\d +the key\n/);
  expect(whole.stdout).not.toContain("The run also");
});

test("no command of the target runs, orders of a mock stand for those of setup, and no file is touched", async ({
  silent: { baseUrl },
}) => {
  const cwd = temporaryFolder();
  const ran = (name: string) => `touch ${name}; echo {}`;
  const target = {
    ...{ url: baseUrl, keyCommand: ran("key"), setup: ran("setup"), teardown: ran("teardown") },
    headers: { "X-Gateway": "hidden-value-4711" },
    absent: ["7300001"],
  };
  writeFileSync(join(cwd, "orders-kit.yaml"), JSON.stringify({ targets: { staging: target } }));
  mkdirSync(join(cwd, "orders-kit-report/staging"), { recursive: true });
  writeFileSync(join(cwd, "orders-kit-report/staging/report.json"), "{}");
  const { code, stdout, stderr } = await dryRun("staging", cwd);
  expect([code, stderr]).toEqual([0, ""]);
  const stands = "Orders 7300002, 7300003, 7300004, 7300005, 7300010 stand for those that setup";
  expect(stdout).toContain(stands);
  expect(stdout).toMatch(/DELETE +\/store\/orders\/7300005( × \d+)? +the key/);
  expect(stdout).toContain("header fields: X-Gateway.");
  expect(stdout).not.toContain("hidden-value");
  expect(readdirSync(cwd).toSorted()).toEqual(["orders-kit-report", "orders-kit.yaml"]);
  expect(readFileSync(join(cwd, "orders-kit-report/staging/report.json"), "utf8")).toBe("{}");
});

test("mistakes are those of verify, and what needs a run is refused", async ({ silent }) => {
  for (const [flags, code] of [
    ["--pending 17 --shipped 17", "both-pending-and-shipped"],
    ["--api-key-env sk-4711", "bad-key-variable"],
    ["--accept ORD-1", "dry-run"],
    ["--save-scenario s.yaml", "dry-run"],
    ["--through-prism", "dry-run"],
    ["--report out", "dry-run"],
  ] as const) {
    const cwd = temporaryFolder();
    const ended = await dryRun(`${silent.baseUrl} ${flags}`, cwd);
    expect([flags, ended.code, ended.stdout]).toEqual([flags, 2, ""]);
    expect(ended.stderr).toContain(`[${code}]\n`);
    expect(existsSync(join(cwd, "out"))).toBe(false);
  }
});

for (const [pending, shipped] of [
  [4, 1],
  [1, 0],
  [0, 0],
] as const)
  test(`with ${pending} pending and ${shipped} shipped orders, a conforming service gets the calls of the plan`, async ({
    open,
  }) => {
    const mock = open(await startMock({ port: 0, apiKeys: [KEY], scenario: "default" }));
    const options: TargetOptions = {
      target: mock.baseUrl,
      pending: mock.orders("pending").ids.slice(0, pending),
      shipped: mock.orders("shipped").ids.slice(0, shipped),
      env: { ORDERS_API_KEY: KEY },
    };
    const planned = (await planRun(options)).calls;

    const target = open(await openTarget(options));
    const sent: string[] = [];
    const send: typeof target.send = (call) => {
      sent.push(`${call.method} ${call.credential}`);
      return target.send(call);
    };
    const settings = { ...target.settings, linger: 0 };
    const { broken } = await runAgainst({ ...target, send, settings }, options);
    expect(broken).toEqual([]);
    const ofPlan = planned.map(({ method, credential }) => `${method} ${credential}`);
    expect(sent.toSorted()).toEqual(ofPlan.toSorted());
  });
