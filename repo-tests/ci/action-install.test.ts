/** The step of action.yml that installs, with npm itself: the package as `npm pack` makes it, from the workspace. Needs dist/. */
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "playwright/test";
import { environment, launch, succeed } from "../../contract-tests/testing/processes.ts";
import { temporaryFolder } from "../../contract-tests/testing/temporary-folder.ts";
import { MANIFEST, ROOT } from "../manifest.ts";
import { runStep, verify } from "./action-steps.ts";

test("installs the tarball of the workspace outside it, and judges from there", async () => {
  test.setTimeout(120_000);
  const [workspace, RUNNER_TEMP] = [temporaryFolder(), temporaryFolder()];
  const argv = ["pack", "--ignore-scripts", "--pack-destination", workspace];
  await succeed(launch("npm", argv, ROOT, environment()));

  const step = await runStep("install", { RUNNER_TEMP, INPUT_PACKAGE: "" }, workspace);
  const { command = "" } = step.outputs;
  expect(step.code, step.log).toBe(0);
  expect(dirname(dirname(dirname(dirname(command))))).toBe(RUNNER_TEMP);
  expect(readdirSync(workspace)).toEqual([`orders-kit-${MANIFEST.version}.tgz`]);
  // Only what it needs to run.
  const packages = readdirSync(join(dirname(command), ".."));
  expect(packages).toContain("ajv");
  expect(packages).not.toContain("typescript");

  const judged = await verify({
    ORDERS_KIT: command,
    INPUT_TARGET: "mock",
    INPUT_REQUIRE_PROVEN: "true",
  });
  expect(judged).toMatchObject({ code: 0, outputs: { verdict: "conforms" } });
});
