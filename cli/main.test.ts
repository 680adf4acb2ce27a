/** The command as a process. Needs dist/. */
import { spawnSync } from "node:child_process";
import { expect, test } from "playwright/test";
import { CLI } from "../contract-tests/testing/cli-runner.ts";

test("the exit code of a command is that of the process", () => {
  const { status, stderr } = spawnSync(process.execPath, [CLI, "verfy"], { encoding: "utf8" });
  expect(status).toBe(2);
  expect(stderr).toContain('orders-kit has no command "verfy"');
});
