/** Prism as a process of the command line. Needs dist/. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { expect, test } from "playwright/test";
import { deployed, provideFlags } from "../../contract-tests/corpus/changed-reference.ts";
import { EnvironmentWatch } from "../../contract-tests/corpus/environment-watch.ts";
import { CLI, isRunning, runVerify } from "../../contract-tests/testing/cli-runner.ts";
import { KEY, keyIn } from "../../contract-tests/testing/key-leaks.ts";
import { temporaryFolder } from "../../contract-tests/testing/temporary-folder.ts";

test.describe.configure({ timeout: 60_000 });

test("Prism, the only process that a run may start, never has the key", async () => {
  test.skip(!existsSync("/proc/self/environ"), "There is no /proc here.");
  const watch = new EnvironmentWatch();
  const deployment = await deployed((service) => watch.on(service));
  const ended = await runVerify([...provideFlags(deployment), "--through-prism"], {
    env: { ORDERS_API_KEY: KEY, COPY_OF_IT: `Bearer ${KEY}`, ENCODED: Buffer.from(`:${KEY}`).toString("base64") },
    onStart: (pid) => {
      watch.root = pid;
    },
  });
  await deployment.close();
  expect(ended.code).toBe(0);
  expect(watch.seen.size).toBeGreaterThanOrEqual(1);
  for (const visible of watch.seen.values()) expect(keyIn(visible)).toBeUndefined();
});

test("Prism ends when its parent is killed", async () => {
  const folder = temporaryFolder();
  const proxy = spawn(process.execPath, [CLI, "proxy", "http://127.0.0.1:1/v1", "--port", "0"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "ignore"],
  });
  let output = "";
  proxy.stdout.on("data", (chunk) => {
    output += chunk;
  });
  const pid = () => Number(/process (\d+)/.exec(output)?.[1]);
  await expect.poll(pid, { timeout: 20_000 }).toBeGreaterThan(0);
  expect(isRunning(pid())).toBe(true);
  proxy.kill("SIGKILL");
  await expect.poll(() => isRunning(pid())).toBe(false);
});
