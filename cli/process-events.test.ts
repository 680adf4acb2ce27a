/** The command line as a process that breaks, or is ended. Needs dist/. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import { CLI, isRunning } from "../contract-tests/testing/cli-runner.ts";
import { ended, launch, outputOf } from "../contract-tests/testing/processes.ts";
import { temporaryFolder } from "../contract-tests/testing/temporary-folder.ts";
import { parseJson } from "../spec/json/json.ts";

/** Milliseconds between two looks at a process: Playwright's own intervals grow to a second. */
const SOON = { intervals: [20] };
const ENV = { PATH: process.env.PATH, ORDERS_API_KEY: "sk_live_4711" };
/** Throws where nothing catches it, once the file `begun` is there. */
const BROKEN = `data:text/javascript,${encodeURIComponent(`
  import { existsSync } from "node:fs";
  const timer = setInterval(() => {
    if (!existsSync("begun")) return;
    clearInterval(timer);
    throw new Error("ours, " + process.env.ORDERS_API_KEY);
  }, 5).unref();
`)}`;

async function run(
  folder: string,
  argv: readonly string[],
  {
    node = [],
    signal,
  }: { readonly node?: readonly string[]; readonly signal?: NodeJS.Signals } = {},
) {
  const child = launch(process.execPath, [...node, CLI, ...argv], folder, ENV);
  const end = ended(child);
  if (signal !== undefined) {
    await expect.poll(() => existsSync(join(folder, "begun")), SOON).toBe(true);
    child.kill(signal);
  }
  return end;
}

/** A folder with a target that has a `setup` and a `teardown`. */
function folderWith(setup: string, teardown = "touch torn-down"): string {
  const folder = temporaryFolder();
  const target = { url: "http://127.0.0.1:1/v1", setup, teardown };
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
  const { code, stderr } = await run(folder, ["verify", "staging"], { node: ["--import", BROKEN] });
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
    expect(await run(folder, ["verify", "staging"], { signal })).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("[interrupted]"),
    });
    expect(readdirSync(folder)).toContain("torn-down");
    const grandchild = Number(readFileSync(join(folder, "begun"), "utf8"));
    await expect.poll(() => isRunning(grandchild), SOON).toBe(false);
  });

test("Ctrl+C through npm, which comes twice, is one; a later one ends teardown, too", async () => {
  const announce = (name: string) => `echo $$ >${name}.draft; mv ${name}.draft ${name}`;
  const folder = folderWith("touch begun; sleep 60", `${announce("tearing-down")}; sleep 60; true`);
  const child = launch(process.execPath, [CLI, "verify", "staging"], folder, ENV);
  const end = ended(child);
  await expect.poll(() => existsSync(join(folder, "begun")), SOON).toBe(true);
  child.kill("SIGINT");
  child.kill("SIGINT");
  await expect.poll(() => existsSync(join(folder, "tearing-down")), SOON).toBe(true);
  await expect.poll(() => child.kill("SIGINT") && child.exitCode, SOON).not.toBe(null);
  expect((await end).code).toBe(3);
  const teardown = Number(readFileSync(join(folder, "tearing-down"), "utf8"));
  await expect.poll(() => isRunning(teardown), SOON).toBe(false);
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
