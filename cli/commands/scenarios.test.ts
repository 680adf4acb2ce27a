import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import { temporaryFolder } from "../../contract-tests/testing/temporary-folder.ts";
import { scenarios } from "../../scenarios/index.ts";
import { runCommand } from "../testing/io.ts";
import { command as scenariosCommand } from "./scenarios.ts";

const run = (...argv: string[]) => runCommand(scenariosCommand, ...argv);

test("without an argument it lists the scenarios", async () => {
  const { exitCode, stdout, stderr } = await run();
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  for (const { name, description } of Object.values(scenarios)) {
    expect(description, name).not.toBe("");
    expect(stdout).toMatch(
      new RegExp(`^  ${name} +[\\d,]+ orders  ${description.slice(0, 20)}`, "m"),
    );
  }
});

test("every file is checked, also after a wrong one", async () => {
  const folder = temporaryFolder();
  const [valid, wrong] = [join(folder, "shop.yaml"), join(folder, "typo.yaml")];
  const faults = "faults: [{ delay: 5 }, { status: 503 }]";
  writeFileSync(valid, `key: { expiresAfter: 1 }\n${faults}\norders: { count: 1 }`);
  writeFileSync(wrong, "orders:\n  cuont: 3\n");
  const stdout = `${valid}: valid: 1 order, a key for 1 call, 2 faults.\n`;
  expect(await run(valid)).toEqual({ exitCode: 0, stdout, stderr: "" });
  const both = await run(wrong, valid);
  expect(both).toMatchObject({ exitCode: 2, stdout });
  expect(both.stderr).toContain(`${wrong}:2:3 "cuont" is not a valid key. Did you mean count?`);
});
