/** The command line as a process. Needs dist/. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "playwright/test";

const CLI = fileURLToPath(new URL("dist/cli.js", import.meta.url));
const run = (...argv: string[]) => spawnSync(process.execPath, [CLI, ...argv], { encoding: "utf8" });

test("says what it can do, and which version it is", () => {
  const help = run("--help");
  expect(help.status).toBe(0);
  for (const command of ["mock", "verify", "clauses"]) expect(help.stdout).toMatch(new RegExp(`^  ${command} `, "m"));
  expect(run().stdout).toBe(help.stdout);
  expect(run().status).toBe(2);
  const { version } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"));
  expect(run("--version").stdout).toBe(`${version}\n`);
});

for (const [command, flag] of [
  ["mock", "--port 4010"],
  ["verify", "--pending ID"],
  ["proxy", "--fail-on-violation"],
  ["compare", "--read-only"],
  ["clauses", "--json"],
  ["scenarios", "[FILE.yaml]..."],
  ["init", "DIR"],
] as const)
  test(`${command} --help says what it takes`, () => {
    const { status, stdout, stderr } = run(command, "--help");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(new RegExp(`^Usage: orders-kit ${command}`));
    expect(stdout).toContain(flag);
  });

test("an unknown command is one line with the closest one", () => {
  const { status, stdout, stderr } = run("verfy");
  expect(status).toBe(2);
  expect(stdout).toBe("");
  expect(stderr).toMatch(/^orders-kit has no command "verfy"\. Did you mean verify\?.*\n$/);
});

test("a reader that has read enough is no error", () => {
  const { stderr } = spawnSync("/bin/sh", ["-c", `"${process.execPath}" "${CLI}" clauses | true`], {
    encoding: "utf8",
  });
  expect(stderr).toBe("");
});
