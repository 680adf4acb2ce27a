/**
 * `orders-kit verify` with an orders-kit.yaml: what the file says about a run, where it is found,
 * and what its commands do.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "playwright/test";
import { KEY } from "../../contract-tests/testing/key-leaks.ts";
import { temporaryFolder } from "../../contract-tests/testing/temporary-folder.ts";
import { verify } from "../../contract-tests/verify.ts";
import { folderWith, test } from "../testing/deployments.ts";
import { runCommand, runInto } from "../testing/io.ts";
import { command } from "./verify.ts";

const env = { ORDERS_API_KEY: KEY };

test("requireProven of the file fails a run, and so does strict where there is advice", async ({
  start,
}) => {
  const sound = await start();
  const disputable = await start((service) => {
    const { answer } = service;
    service.answer = async (request) => {
      const reply = await answer(request);
      return { ...reply, headers: reply.headers.concat([["X-Key-Seen", KEY]]) };
    };
  });
  for (const [staging, settings, code] of [
    [sound, { strict: true }, 0],
    [sound, { requireProven: true }, 4],
    [disputable, { strict: true }, 1],
  ] as const) {
    const cwd = folderWith({ staging }, settings);
    const ended = await runInto(command, ["staging"], { cwd, env });
    expect(ended).toMatchObject({ code, report: { verdict: "conforms" } });
  }
});

test("a file above the current folder is found in the repository, and its commands run beside it", async ({
  start,
}) => {
  const commands = { setup: "pwd >> log; echo {}", teardown: "pwd >> log" };
  const root = folderWith({ staging: await start() }, commands);
  const cwd = join(root, "packages/web");
  mkdirSync(cwd, { recursive: true });
  mkdirSync(join(root, ".git"));
  expect(await runInto(command, ["staging"], { cwd, env })).toMatchObject({ code: 0 });
  const folders = readFileSync(join(root, "log"), "utf8").trim().split("\n");
  expect(folders).toHaveLength(2);
  for (const folder of folders) expect(root).toContain(folder);

  const { stderr } = await runInto(command, ["stagin"], { cwd, env });
  expect(stderr).toContain(`"stagin": it is not in ${join("..", "..", "orders-kit.yaml")}.`);
  expect(stderr).toContain("Did you mean staging?");
});

test("--config names the file, as found from the current folder, also in its errors", async ({
  start,
}) => {
  const { baseUrl } = await start();
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, "ci"));
  for (const [settings, code, message] of [
    [`url: ${baseUrl}\n    linger: 0`, 0, ""],
    ["url: ftp://h/v1", 2, `url of staging in ${join("ci", "gate.yaml")}, ftp://h/v1, cannot be`],
    ["rate: fast", 2, `${join("ci", "gate.yaml")}:3:11 Expected a number`],
    ["url: http://h/v1\n    ca: own.pem", 2, `ca cannot use the file ${join("ci", "own.pem")}`],
  ] as const) {
    writeFileSync(join(cwd, "ci/gate.yaml"), `targets:\n  staging:\n    ${settings}\n`);
    const ended = await runInto(command, ["staging", "--config", "ci/gate.yaml"], { cwd, env });
    expect(ended.code).toBe(code);
    expect(ended.stderr).toContain(message);
  }
});

test("a run waits for a target that is not up yet before its setup, and says so", async ({
  start,
}) => {
  let [calls, callsBeforeSetup] = [0, 0];
  const deployment = await start((service) => {
    const { answer } = service;
    service.answer = async (request) => {
      if (request.headers.some(([name]) => name.toLowerCase() === "x-setup"))
        callsBeforeSetup = calls;
      return ++calls === 1 ? { status: 503, headers: [], body: Buffer.alloc(0) } : answer(request);
    };
  });
  const url = `${deployment.baseUrl}/store/orders`;
  const ask = `fetch('${url}', { headers: { 'X-Setup': '1' } }).then(() => console.log('{}'))`;
  const cwd = folderWith({ staging: deployment }, { setup: `node -e "${ask}"` });
  const shown: string[] = [];
  const report = await verify({
    target: "staging",
    cwd,
    env: { ...env, PATH: process.env.PATH },
    wait: 5,
    onProgress: ({ title }) => shown.push(title),
  });
  expect(report.verdict).toBe("conforms");
  expect(shown[0]).toBe("waiting for the target");
  expect(callsBeforeSetup).toBe(2);
});

test("where nothing is up in time, setup does not run, and the report says so", async () => {
  const staging = { baseUrl: "http://127.0.0.1:1/v1" };
  const cwd = folderWith({ staging }, { setup: "touch set-up; echo {}" });
  const { code, report } = await runInto(command, ["staging", "--wait", "0.01"], { cwd, env });
  expect(code).toBe(3);
  expect(report?.why).toMatch(/^Not up within 0\.01 s\. The target cannot be reached/);
  expect(existsSync(join(cwd, "set-up"))).toBe(false);
  const whys = report?.clauses.map(({ why }) => why);
  expect(new Set(whys)).toEqual(new Set([`The run ended before its first step: ${report?.why}`]));
});

test("a setup that fails is a run that is not judged, with its reports, after teardown", async ({
  start,
}) => {
  const deployment = await start();
  const setup = `echo "no shop for ${KEY}" >&2; exit 4`;
  const cwd = folderWith({ staging: deployment }, { setup, teardown: "touch torn-down" });
  const { code, report, dir } = await runInto(command, ["staging"], { cwd, env });
  expect(code).toBe(3);
  expect(report).toMatchObject({ verdict: "not-judged", requests: 0 });
  expect(report?.why).toMatch(/^The setup command failed \(exit code 4: no shop for \$\{ORDERS/);
  expect(readFileSync(join(dir, "junit.xml"), "utf8")).toContain("The setup command failed");
  expect(existsSync(join(cwd, "torn-down"))).toBe(true);
  expect(deployment.log).toEqual([]);
});

test("the help of verify has at most 22 flags", async () => {
  const { stdout } = await runCommand(command, "--help");
  const flags = [...stdout.matchAll(/^ {2}--([\w-]+)/gm)].map(([, name = ""]) => name);
  expect(flags.length).toBeLessThanOrEqual(22);
  expect(flags).toEqual(expect.arrayContaining(["rate", "wait", "accept", "save-scenario"]));
});

test("a variable of another target need not be set", async ({ start }) => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the notation of the file
  const cwd = folderWith({ eu: await start(), us: { baseUrl: "https://${US_HOST}/v1" } });
  expect(await runInto(command, ["eu"], { cwd, env })).toMatchObject({ code: 0 });
  const { code, stderr } = await runInto(command, ["us"], { cwd, env });
  expect(code).toBe(2);
  expect(stderr).toMatch(/^orders-kit\.yaml:1:\d+ The variable US_HOST is not set\./);
});

test("a teardown that fails is a note, which GitHub shows beside the job", async ({ start }) => {
  const cwd = folderWith({ staging: await start() }, { setup: "echo {}", teardown: "exit 3" });
  const note = "The teardown command failed (exit code 3): exit 3";
  for (const [ci, shown] of [
    [{}, `${note}\n`],
    [{ GITHUB_ACTIONS: "1" }, `::warning title=orders-kit%3A note::${note}\n`],
  ] as const) {
    const ended = await runInto(command, ["staging"], { cwd, env: { ...env, ...ci } });
    expect(ended).toMatchObject({ code: 0, stderr: expect.stringContaining(shown) });
  }
});
