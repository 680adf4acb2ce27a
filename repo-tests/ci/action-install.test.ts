/** The step of action.yml that installs: npm builds orders-kit from the action's own checkout. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import { temporaryFolder } from "../../contract-tests/testing/temporary-folder.ts";
import { runStep, verify } from "./action-steps.ts";

test("installs into the temporary folder, once, and judges from there", async () => {
  test.setTimeout(240_000);
  const RUNNER_TEMP = temporaryFolder();
  const first = await runStep("install", { RUNNER_TEMP });
  const { home = "" } = first.outputs;
  expect(first.code, first.log).toBe(0);
  expect(readdirSync(first.workspace)).toEqual([]);
  expect(readdirSync(RUNNER_TEMP).map((name) => join(RUNNER_TEMP, name))).toEqual([home]);
  const main = join(home, "dist/cli/main.js");
  const { mtimeMs } = statSync(main);

  const second = await runStep("install", { RUNNER_TEMP });
  expect(second).toMatchObject({ code: 0, outputs: { home } });
  expect(statSync(main).mtimeMs).toBe(mtimeMs);

  const judged = await verify({
    ORDERS_KIT: main,
    INPUT_TARGET: "mock",
    INPUT_REQUIRE_PROVEN: "true",
  });
  expect(judged).toMatchObject({ code: 0, outputs: { verdict: "conforms" } });
});
