/** Prism as a process of the command line. Needs dist/. */
import { existsSync } from "node:fs";
import { expect, test } from "playwright/test";
import { deployed, provideFlags } from "../../contract-tests/corpus/changed-reference.ts";
import { EnvironmentWatch } from "../../contract-tests/corpus/environment-watch.ts";
import { CLI, isRunning, startVerify } from "../../contract-tests/testing/cli-runner.ts";
import { KEY, keyIn } from "../../contract-tests/testing/key-leaks.ts";
import { launch, outputOf } from "../../contract-tests/testing/processes.ts";
import { temporaryFolder } from "../../contract-tests/testing/temporary-folder.ts";

test.describe.configure({ timeout: 60_000 });

test("Prism, the only process that a run may start, never has the key", async () => {
  test.skip(!existsSync("/proc/self/environ"), "There is no /proc here.");
  const watch = new EnvironmentWatch();
  const deployment = await deployed((service) => watch.on(service));
  const ended = await startVerify([...provideFlags(deployment), "--through-prism"], {
    env: {
      ORDERS_API_KEY: KEY,
      COPY_OF_IT: `Bearer ${KEY}`,
      ENCODED: Buffer.from(`:${KEY}`).toString("base64"),
    },
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
  const argv = [CLI, "proxy", "http://127.0.0.1:1/v1", "--port", "0"];
  const proxy = launch(process.execPath, argv, temporaryFolder(), process.env);
  const pid = Number(/process (\d+)/.exec(await outputOf(proxy, /process \d+/))?.[1]);
  expect(isRunning(pid)).toBe(true);
  proxy.kill("SIGKILL");
  await expect.poll(() => isRunning(pid)).toBe(false);
});
