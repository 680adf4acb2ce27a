/** The command line as a process that breaks or is ended. Needs dist/. */
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import { CLI, isRunning } from "../contract-tests/testing/servers/cli-runner.ts";
import { ended, launch, outputOf } from "../contract-tests/testing/servers/processes.ts";
import { listening } from "../contract-tests/testing/servers/servers.ts";
import { temporaryFolder } from "../contract-tests/testing/temporary-folder.ts";
import { parseJson } from "../spec/json/json.ts";

/** How often we look at a process, in milliseconds: Playwright's own intervals grow to a second. */
const SOON = { intervals: [20] };
const ENV = { PATH: process.env.PATH, ORDERS_API_KEY: "sk_live_4711" };
/** Throws an uncaught error once the file `begun` exists. */
const BROKEN = `data:text/javascript,${encodeURIComponent(`
  import { existsSync } from "node:fs";
  const timer = setInterval(() => {
    if (!existsSync("begun")) return;
    clearInterval(timer);
    throw new Error("ours, " + process.env.ORDERS_API_KEY);
  }, 5).unref();
`)}`;

/** Waits for a file that a command of the target makes. */
const made = (folder: string, name: string) =>
  expect.poll(() => existsSync(join(folder, name)), SOON).toBe(true);

/** Judges the target of the folder, and sends the signal once the file `begun` exists. */
async function interrupted(folder: string, signal: NodeJS.Signals) {
  const child = launch(process.execPath, [CLI, "verify", "staging"], folder, ENV);
  const end = ended(child);
  await made(folder, "begun");
  child.kill(signal);
  return end;
}

/** Creates a folder with a target that has a `setup` and a `teardown`. */
function folderWith(setup: string, teardown = "touch torn-down", port = 1): string {
  const folder = temporaryFolder();
  const target = { url: `http://127.0.0.1:${port}/v1`, setup, teardown };
  writeFileSync(join(folder, "orders-kit.yaml"), JSON.stringify({ targets: { staging: target } }));
  return folder;
}

test("an output that cannot be written costs the output, and no report", async () => {
  test.skip(!existsSync("/dev/full"), "only Linux has /dev/full");
  const folder = temporaryFolder();
  const command = `"${process.execPath}" "${CLI}" verify mock >/dev/full`;
  const { code, stderr } = await ended(launch("sh", ["-c", command], folder, ENV));
  expect(code).toBe(3);
  expect(stderr).toContain("[output-not-written]");
  const report = readFileSync(join(folder, "orders-kit-report/mock/report.json"), "utf8");
  expect(report).toContain('"verdict": "conforms"');
});

test("what nothing catches ends with 3, after teardown, and without the key", async () => {
  const folder = folderWith("touch begun; sleep 60");
  const argv = ["--import", BROKEN, CLI, "verify", "staging"];
  const { code, stderr } = await ended(launch(process.execPath, argv, folder, ENV));
  expect(code).toBe(3);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the notation of a shell
  expect(stderr).toContain("Please report this:\nError: ours, ${ORDERS_API_KEY}");
  expect(stderr).not.toContain("sk_live_4711");
  expect(existsSync(join(folder, "torn-down"))).toBe(true);
});

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  test(`${signal} in setup ends all that it has started, and teardown runs`, async () => {
    const folder = folderWith(
      "sh -c 'echo $$ >begun.draft; mv begun.draft begun; sleep 60; true'; true",
    );
    const { code, stderr } = await interrupted(folder, signal);
    expect(code).toBe(3);
    expect(stderr).toContain("[interrupted]");
    expect(readdirSync(folder)).toContain("torn-down");
    const grandchild = Number(readFileSync(join(folder, "begun"), "utf8"));
    await expect.poll(() => isRunning(grandchild), SOON).toBe(false);
  });

test("a signal while the first request is not answered leaves time for teardown", async () => {
  const silent = createServer(() => writeFileSync(join(folder, "begun"), ""));
  const { port } = await listening(silent);
  const folder = folderWith("echo '{}'", "touch torn-down", port);
  const { code, stdout } = await interrupted(folder, "SIGTERM").finally(() => silent.close());
  expect(code).toBe(3);
  expect(stdout).toMatch(/it was\s+interrupted/);
  expect(existsSync(join(folder, "torn-down"))).toBe(true);
});

test("Ctrl+C through npm, which comes twice, is one; a later one ends teardown, too", async () => {
  const announce = (name: string) => `echo $$ >${name}.draft; mv ${name}.draft ${name}`;
  const folder = folderWith("touch begun; sleep 60", `${announce("tearing-down")}; sleep 60; true`);
  const child = launch(process.execPath, [CLI, "verify", "staging"], folder, ENV);
  const end = ended(child);
  await made(folder, "begun");
  child.kill("SIGINT");
  child.kill("SIGINT");
  await made(folder, "tearing-down");
  await expect.poll(() => child.kill("SIGINT") && child.exitCode, SOON).not.toBe(null);
  expect((await end).code).toBe(3);
  const teardown = Number(readFileSync(join(folder, "tearing-down"), "utf8"));
  await expect.poll(() => isRunning(teardown), SOON).toBe(false);
});

test("what has not ended 10 s after a signal is ended with 3, but teardown goes on to its end", async () => {
  const folder = folderWith("touch begun; sleep 60", "sleep 12; echo; echo; touch torn-down");
  const { code, stderr } = await interrupted(folder, "SIGTERM");
  expect(code).toBe(3);
  expect(stderr).toMatch(/^orders-kit was asked to end, and did not within 10 s\.$/m);
  expect(existsSync(join(folder, "torn-down"))).toBe(false);
  await made(folder, "torn-down");
});

test("a mock ends at once, whatever connections are open", async () => {
  const folder = temporaryFolder();
  const child = launch(process.execPath, [CLI, "mock", "--json", "--port", "0"], folder, ENV);
  const end = ended(child);
  const { baseUrl } = parseJson(await outputOf(child, /"ready":true.*\n/)) as { baseUrl: string };
  const socket = connect(Number(new URL(baseUrl).port), "127.0.0.1").on("error", () => {});
  await once(socket, "connect");
  socket.write("GET /v1/store/orders HTTP/1.1\r\n");
  await fetch(baseUrl);
  child.kill("SIGTERM");
  expect(await end).toMatchObject({ code: 0, stderr: "" });
});

test("a mock of npm start ends with the shell that npm has started", async () => {
  test.skip(process.platform === "win32", "there a signal ends the process itself");
  const command = `"${process.execPath}" "${CLI}" mock --json --port 0; true`;
  const env = { PATH: process.env.PATH, npm_lifecycle_event: "start" };
  const shell = launch("sh", ["-c", command], process.cwd(), env);
  const { adminUrl } = parseJson(await outputOf(shell, /"ready":true.*\n/)) as { adminUrl: string };
  expect((await fetch(`${adminUrl}/health`)).status).toBe(200);
  shell.kill("SIGTERM");
  await expect.poll(() => fetch(`${adminUrl}/health`).catch(() => "ended"), SOON).toBe("ended");
});
