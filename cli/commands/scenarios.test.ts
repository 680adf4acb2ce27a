import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, expect } from "playwright/test";
import { scenarios } from "../../scenarios/index.ts";
import { runCommand } from "../testing/io.ts";
import { scenariosCommand } from "./scenarios.ts";

const test = base.extend<{ file: (name: string, text: string) => Promise<string> }>({
  file: async ({ browserName: _ }, use) => {
    const folder = await mkdtemp(join(tmpdir(), "orders-kit-scenarios-"));
    await use(async (name, text) => {
      await writeFile(join(folder, name), text);
      return join(folder, name);
    });
    await rm(folder, { recursive: true });
  },
});

const run = (...argv: string[]) => runCommand(scenariosCommand, ...argv);

test("without an argument it lists the scenarios", async () => {
  const { exitCode, stdout, stderr } = await run();
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  for (const { name, description } of Object.values(scenarios)) {
    expect(description, name).not.toBe("");
    expect(stdout).toMatch(new RegExp(`^  ${name} +[\\d,]+ orders  ${description.slice(0, 20)}`, "m"));
  }
});

test("every file is checked, also after a wrong one", async ({ file }) => {
  const valid = await file(
    "shop.yaml",
    "key: { expiresAfter: 1 }\nfaults: [{ delay: 5 }, { status: 503 }]\norders: { count: 1 }",
  );
  const wrong = await file("typo.yaml", "orders:\n  cuont: 3\n");
  expect(await run(valid)).toEqual({
    exitCode: 0,
    stdout: `${valid}: valid: 1 order, a key for 1 call, 2 faults.\n`,
    stderr: "",
  });
  const both = await run(wrong, valid);
  expect(both).toMatchObject({ exitCode: 2, stdout: `${valid}: valid: 1 order, a key for 1 call, 2 faults.\n` });
  expect(both.stderr).toContain(`${wrong}:2:3 "cuont" is not a valid key. Did you mean count?`);
  expect(await run("/nowhere/x.yaml")).toMatchObject({ exitCode: 2, stdout: "" });
});

test("--help says how it is used", async () => {
  expect(await run("--help")).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("[FILE.yaml]") });
});

test("a flag is refused", async () => {
  expect(await run("--list")).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("has no flag --list"),
  });
});
