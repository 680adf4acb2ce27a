/** Which orders-kit the action uses. Here npm is bin/npm, which records its calls. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "playwright/test";
import { KEY, keyIn } from "../../contract-tests/testing/key-leaks.ts";
import { environment } from "../../contract-tests/testing/servers/processes.ts";
import { temporaryFolder } from "../../contract-tests/testing/temporary-folder.ts";
import { ROOT } from "../manifest.ts";
import { runStep } from "./action-steps.ts";

/** Runs the step in a folder of a workspace with these files. */
async function install(
  files: readonly string[],
  variables: Readonly<Record<string, string>> = {},
  folder = ".",
) {
  const [workspace, RUNNER_TEMP] = [temporaryFolder(), temporaryFolder()];
  for (const file of files) {
    mkdirSync(dirname(join(workspace, file)), { recursive: true });
    writeFileSync(join(workspace, file), "");
  }
  mkdirSync(join(workspace, folder), { recursive: true });
  const { PATH = "" } = environment(join(ROOT, "repo-tests/ci/bin"));
  const given = { PATH, RUNNER_TEMP, INPUT_PACKAGE: "", ...variables };
  const step = await runStep("install", given, workspace, folder);
  const written = (name: string) =>
    existsSync(join(RUNNER_TEMP, name)) ? readFileSync(join(RUNNER_TEMP, name), "utf8") : "";
  const command = step.outputs.command?.replace(`${workspace}/`, "").replace(RUNNER_TEMP, "TEMP");
  const installed = written("arguments").trim().split("\n").at(-1)?.replace(`${workspace}/`, "");
  return { ...step, command, installed, argv: written("arguments"), env: written("environment") };
}

const BIN = "node_modules/.bin/orders-kit";
const TARBALL = "orders-kit-0.1.0.tgz";

test("uses the node_modules nearest to the working directory, else the tarball of the workspace", async () => {
  const near = `services/orders/${BIN}`;
  const found = await install([BIN, near, TARBALL], {}, "services/orders");
  expect(found).toMatchObject({ code: 0, command: near, argv: "" });
  const packed = await install([TARBALL], {}, "a b/[c]");
  expect(packed).toMatchObject({ code: 0, installed: TARBALL });
});

test("installs what the input names outside the workspace, without scripts, and takes it for no code", async () => {
  const INPUT_PACKAGE = "$(touch x) `touch x` *; touch x";
  const step = await install([BIN, TARBALL], { INPUT_PACKAGE });
  expect(step).toMatchObject({ code: 0, installed: INPUT_PACKAGE });
  expect(step.command).toMatch(/^TEMP\/orders-kit\.\w+\/node_modules\/\.bin\/orders-kit$/);
  const argv = step.argv.trim().split("\n");
  expect(argv).toContain("--ignore-scripts");
  expect(argv.slice(-2)).toEqual(["--", INPUT_PACKAGE]);
});

for (const [title, files, fix] of [
  ["nothing is there", [], /not in the workspace. Install it before .*input package/],
  ["two tarballs are there", [TARBALL, "orders-kit-0.2.0.tgz"], /several tarballs.*Name one/],
] as const)
  test(`says the fix if ${title}, and installs nothing`, async () => {
    const step = await install(files);
    expect(step).toMatchObject({ code: 2, outputs: {}, argv: "" });
    expect(step.log).toMatch(fix);
  });

test("a name at the registry that is not ours yet is not installed; a package of another name, or from another place, is", async () => {
  for (const INPUT_PACKAGE of [
    "orders-kit",
    "orders-kit@latest",
    "npm:orders-kit@latest",
    "x@npm:orders-kit",
    "@me/x@NPM:orders-kit",
  ]) {
    const step = await install([], { INPUT_PACKAGE });
    expect(step, INPUT_PACKAGE).toMatchObject({ code: 2, outputs: {}, argv: "" });
    expect(step.log).toContain("not published yet");
  }
  for (const INPUT_PACKAGE of [
    "npm:@me/orders-kit",
    "orders-kit@https://host.example/orders-kit-0.1.0.tgz",
    "orders-kit@npm:@me/kit",
  ]) {
    const step = await install([], { INPUT_PACKAGE });
    expect(step).toMatchObject({ code: 0, installed: INPUT_PACKAGE });
  }
});

test("npm gets its own settings, and no key, whatever its variable is called", async () => {
  const own = { npm_config_registry: "https://npm.example/", HTTPS_PROXY: "http://proxy.example" };
  const keys = { ORDERS_API_KEY: KEY, STAGING_KEY: KEY, token: KEY, INPUT_API_KEY: KEY };
  const { code, env } = await install([TARBALL], { ...own, ...keys });
  expect(code).toBe(0);
  for (const [name, value] of Object.entries(own)) expect(env).toContain(`${name}=${value}\n`);
  expect(keyIn(env)).toBeUndefined();
});
