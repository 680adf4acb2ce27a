import { readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import { temporaryFolder } from "../../contract-tests/testing/temporary-folder.ts";
import { runCommand } from "../testing/io.ts";
import { command as initCommand } from "./init.ts";

const run = (...argv: string[]) => runCommand(initCommand, ...argv);

test("the script of the installed msw is copied into the folder, which is created when it is missing", async () => {
  const target = join(temporaryFolder(), "app", "public");
  const { exitCode, stdout, stderr } = await run(target);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  expect(stdout).toContain("await worker.start();");
  const own = createRequire(import.meta.url).resolve("msw/mockServiceWorker.js");
  expect(await readFile(join(target, "mockServiceWorker.js"), "utf8")).toBe(
    await readFile(own, "utf8"),
  );
  expect((await run(target)).exitCode).toBe(0);
});

test("a script of anyone else, or a link, is not replaced", async () => {
  const folder = temporaryFolder();
  const path = join(folder, "mockServiceWorker.js");
  const elsewhere = join(folder, "elsewhere.js");
  await writeFile(elsewhere, "mine");
  for (const put of [() => writeFile(path, "mine"), () => symlink(elsewhere, path)]) {
    await put();
    expect(await run(folder)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("[foreign-file]"),
    });
    expect(await readFile(path, "utf8")).toBe("mine");
    await rm(path);
  }
});
