/** Which orders-kit the action uses. npm is a script here that writes down how it was called. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "playwright/test";
import { KEY, keyIn } from "../../contract-tests/testing/key-leaks.ts";
import { environment } from "../../contract-tests/testing/processes.ts";
import { temporaryFolder } from "../../contract-tests/testing/temporary-folder.ts";
import { runStep } from "./action-steps.ts";

/** It makes the command that npm links, unless it is to install another package. */
const NPM = `#!/bin/bash
printf '%s\\n' "$@" >"\${3%/*}/arguments"
env >"\${3%/*}/environment"
[[ $NPM_TEST_OTHER ]] && exit
mkdir -p "$3/node_modules/.bin"
printf '#!/bin/sh\\n' >"$3/node_modules/.bin/orders-kit"
chmod +x "$3/node_modules/.bin/orders-kit"
`;

/** A workspace with these files, from which the step runs in a folder. */
async function install(
  files: readonly string[],
  variables: Readonly<Record<string, string>> = {},
  folder = ".",
) {
  const [workspace, bin, RUNNER_TEMP] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
  writeFileSync(join(bin, "npm"), NPM, { mode: 0o755 });
  for (const file of files) {
    mkdirSync(dirname(join(workspace, file)), { recursive: true });
    writeFileSync(join(workspace, file), "");
  }
  mkdirSync(join(workspace, folder), { recursive: true });
  const { PATH = "" } = environment(bin);
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

test("uses the node_modules nearest to the working directory, and installs nothing", async () => {
  const near = `services/orders/${BIN}`;
  for (const [files, folder, command] of [
    [[BIN, TARBALL], ".", BIN],
    [[BIN], "services/orders", BIN],
    [[BIN, near], "services/orders", near],
  ] as const)
    expect(await install(files, {}, folder)).toMatchObject({ code: 0, command, argv: "" });
});

test("installs the tarball of the workspace, from any folder of it", async () => {
  const step = await install([TARBALL], {}, "a b/[c]");
  expect(step).toMatchObject({ code: 0, installed: TARBALL });
});

for (const INPUT_PACKAGE of [
  "./vendor/kit.tgz",
  // Neither a flag nor code.
  "--ignore-scripts=false",
  "$(touch x) `touch x` *; touch x",
])
  test(`installs ${INPUT_PACKAGE} outside the workspace, without scripts, whatever is there`, async () => {
    const step = await install([BIN, TARBALL], { INPUT_PACKAGE });
    expect(step).toMatchObject({ code: 0, installed: INPUT_PACKAGE });
    expect(step.command).toMatch(/^TEMP\/orders-kit\.\w+\/node_modules\/\.bin\/orders-kit$/);
    const argv = step.argv.trim().split("\n");
    expect(argv).toContain("--ignore-scripts");
    expect(argv.slice(-2)).toEqual(["--", INPUT_PACKAGE]);
  });

for (const [title, files, variables, fix] of [
  ["nothing is there", [], {}, /not in the workspace. Install it before .*input package/],
  ["two tarballs are there", [TARBALL, "orders-kit-0.2.0.tgz"], {}, /several tarballs.*Name one/],
  [
    "the package is another one",
    [],
    { INPUT_PACKAGE: "./x.tgz", NPM_TEST_OTHER: "1" },
    /has no command orders-kit/,
  ],
] as const)
  test(`says the fix if ${title}`, async () => {
    const step = await install(files, variables);
    expect(step).toMatchObject({ code: 2, outputs: {} });
    expect(step.log).toMatch(fix);
  });

for (const name of ["orders-kit@latest", " orders-kit "])
  test(`a package that is named as in the registry is refused: "${name}"`, async () => {
    const step = await install([], { INPUT_PACKAGE: name });
    expect(step).toMatchObject({ code: 2, outputs: {}, argv: "" });
    expect(step.log).toContain("not published yet");
  });

test("uses nothing that is above the workspace", async () => {
  const above = temporaryFolder();
  for (const folder of ["workspace", dirname(BIN)])
    mkdirSync(join(above, folder), { recursive: true });
  for (const file of [BIN, TARBALL]) writeFileSync(join(above, file), "");
  const variables = { RUNNER_TEMP: temporaryFolder(), INPUT_PACKAGE: "" };
  const { code, outputs, log } = await runStep("install", variables, join(above, "workspace"));
  expect({ code, outputs }).toEqual({ code: 2, outputs: {} });
  expect(log).toContain("not in the workspace");
});

test("npm gets its own settings, and no key, whatever its variable is called", async () => {
  const own = { npm_config_registry: "https://npm.example/", HTTPS_PROXY: "http://proxy.example" };
  const keys = { ORDERS_API_KEY: KEY, STAGING_KEY: KEY, token: KEY, INPUT_API_KEY: KEY };
  const { code, env } = await install([TARBALL], { ...own, ...keys });
  expect(code).toBe(0);
  for (const [name, value] of Object.entries(own)) expect(env).toContain(`${name}=${value}\n`);
  expect(keyIn(env)).toBeUndefined();
});
