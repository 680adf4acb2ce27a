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
  const strict = folderWith({ staging: sound }, { strict: true });
  expect(await runInto(command, ["staging"], { cwd: strict, env })).toMatchObject({ code: 0 });
  const proven = folderWith({ staging: sound }, { requireProven: true });
  expect(await runInto(command, ["staging"], { cwd: proven, env })).toMatchObject({ code: 4 });

  const disputable = await start((service) => {
    const { answer } = service;
    service.answer = async (request) => {
      const reply = await answer(request);
      return { ...reply, headers: reply.headers.concat([["X-Key-Seen", KEY]]) };
    };
  });
  const cwd = folderWith({ staging: disputable }, { strict: true });
  const { code, report } = await runInto(command, ["staging"], { cwd, env });
  expect(report?.verdict).toBe("conforms");
  expect(report?.advice).not.toEqual([]);
  expect(code).toBe(1);
});

test("the rate of the file is that of the run", async ({ start }) => {
  const deployment = await start();
  const slow = folderWith({ staging: deployment }, { rate: 20 });
  const began = performance.now();
  await verify({ target: "staging", cwd: slow, env, only: ["list-ok"], linger: 0 });
  expect(performance.now() - began).toBeGreaterThan(100);
});

test("a file above the current folder is found in the repository, and its commands run beside it", async ({
  start,
}) => {
  const deployment = await start();
  const root = folderWith(
    { staging: deployment },
    { setup: "pwd >> log; echo {}", teardown: "pwd >> log" },
  );
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
  const deployment = await start();
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, "ci"));
  const write = (settings: string): void =>
    writeFileSync(join(cwd, "ci/gate.yaml"), `targets:\n  staging:\n    ${settings}\n`);
  const argv = ["staging", "--config", "ci/gate.yaml"];

  write(`url: ${deployment.baseUrl}\n    linger: 0`);
  expect(await runInto(command, argv, { cwd, env })).toMatchObject({ code: 0 });
  expect((await verify({ target: "staging", config: "ci/gate.yaml", cwd, env })).verdict).toBe(
    "conforms",
  );

  const errors: string[] = [];
  for (const settings of ["url: ftp://h/v1", "rate: fast", "url: http://h/v1\n    ca: own.pem"]) {
    write(settings);
    errors.push((await runInto(command, argv, { cwd, env })).stderr);
  }
  const named = join("ci", "gate.yaml");
  expect(errors[0]).toContain(`The url of staging in ${named}, ftp://h/v1, cannot be used`);
  expect(errors[1]).toContain(named);
  expect(errors[1]).toContain("Expected a number from 0.001 to 999999.");
  expect(errors[2]).toContain(`ca cannot use the file ${join("ci", "own.pem")}`);

  const { stderr } = await runInto(command, ["staging", "--config", "no.yaml"], { cwd, env });
  expect(stderr).toContain("no.yaml cannot be read");
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
  const cwd = folderWith(
    { staging: { baseUrl: "http://127.0.0.1:1/v1" } },
    {
      setup: "touch set-up; echo {}",
    },
  );
  const { code, report } = await runInto(command, ["staging", "--wait", "0.01"], { cwd, env });
  expect(code).toBe(3);
  expect(report?.why).toMatch(/^Not up within 0\.01 s\. The target cannot be reached/);
  expect(existsSync(join(cwd, "set-up"))).toBe(false);
  expect(new Set(report?.clauses.map(({ why }) => why))).toEqual(
    new Set([`The run ended before its first step: ${report?.why}`]),
  );
});

test("a setup that fails is a run that is not judged, with its reports, after teardown", async ({
  start,
}) => {
  const deployment = await start();
  const cwd = folderWith(
    { staging: deployment },
    {
      setup: `echo "no shop for ${KEY}" >&2; exit 4`,
      teardown: "touch torn-down",
    },
  );
  const { code, report, dir, stdout } = await runInto(command, ["staging"], { cwd, env });
  expect(code).toBe(3);
  expect(report).toMatchObject({ verdict: "not-judged", requests: 0 });
  expect(report?.why).toMatch(/^The setup command failed \(exit code 4: no shop for \$\{ORDERS/);
  for (const text of [stdout, readFileSync(join(dir, "junit.xml"), "utf8")]) {
    expect(text).toContain("The setup command failed");
    expect(text).not.toContain(KEY);
  }
  expect(readFileSync(join(cwd, "torn-down"), "utf8")).toBe("");
  expect(deployment.log).toEqual([]);
});

test("the help of verify has at most 22 flags, and what is gone names what takes its place", async () => {
  const { stdout } = await runCommand(command, "--help");
  const flags = [...stdout.matchAll(/^ {2}--([\w-]+)/gm)].map(([, name = ""]) => name);
  expect(flags.length).toBeLessThanOrEqual(22);
  expect(flags).toEqual(expect.arrayContaining(["rate", "wait", "accept", "save-scenario"]));

  const gone = await runCommand(command, "mock", "--learn", "x.yaml");
  expect(gone.stderr).toContain("orders-kit verify has no flag --learn. --save-scenario FILE");
  const cwd = folderWith({ staging: { baseUrl: "http://h/v1" } }, { keyEnv: "A" });
  expect((await runInto(command, ["staging"], { cwd, env })).stderr).toContain(
    '"keyEnv" is not a valid key. It is apiKeyEnv.',
  );
});

test("a variable of another target need not be set", async ({ start }) => {
  const { baseUrl } = await start();
  const cwd = temporaryFolder();
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the notation of the file
  const targets = { eu: { url: baseUrl, linger: 0 }, us: { url: "https://${US_HOST}/v1" } };
  writeFileSync(join(cwd, "orders-kit.yaml"), JSON.stringify({ targets }));
  expect(await runInto(command, ["eu"], { cwd, env })).toMatchObject({ code: 0 });
  const { code, stderr } = await runInto(command, ["us"], { cwd, env });
  expect(code).toBe(2);
  expect(stderr).toMatch(/^orders-kit\.yaml:1:\d+ The variable US_HOST is not set\./);
});

test("a teardown that fails is a note, which GitHub shows beside the job", async ({ start }) => {
  const cwd = folderWith({ staging: await start() }, { setup: "echo {}", teardown: "exit 3" });
  const note = "The teardown command failed (exit code 3): exit 3";
  const local = await runInto(command, ["staging"], { cwd, env });
  expect(local).toMatchObject({ code: 0, stderr: `${note}\n` });
  const inJob = await runInto(command, ["staging"], { cwd, env: { ...env, GITHUB_ACTIONS: "1" } });
  expect(inJob.stderr).toContain(`::warning title=orders-kit%3A note::${note}\n`);
});
