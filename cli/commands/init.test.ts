import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, expect } from "playwright/test";
import { runCommand } from "../testing/io.ts";
import { initCommand } from "./init.ts";

const test = base.extend<{ folder: string }>({
  folder: async ({ browserName: _ }, use) => {
    const folder = await mkdtemp(join(tmpdir(), "orders-kit-init-"));
    await use(folder);
    await rm(folder, { recursive: true });
  },
});

const run = (...argv: string[]) => runCommand(initCommand, ...argv);

test("the script of the installed msw is copied into the folder, which is created when it is missing", async ({
  folder,
}) => {
  const target = join(folder, "app", "public");
  const { exitCode, stdout, stderr } = await run(target);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  expect(stdout).toContain("await worker.start();");
  const own = createRequire(import.meta.url).resolve("msw/mockServiceWorker.js");
  expect(await readFile(join(target, "mockServiceWorker.js"), "utf8")).toBe(await readFile(own, "utf8"));
  expect((await run(target)).exitCode).toBe(0);
});

test("a folder that cannot be written is named, with the fix", async ({ folder }) => {
  const file = join(folder, "file");
  await writeFile(file, "");
  const { exitCode, stdout, stderr } = await run(file);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
  expect(stderr).toContain(`The service worker script cannot be written to ${file} (a file has that name, EEXIST).`);
});

test("a script of anyone else, or a link, is not replaced", async ({ folder }) => {
  const path = join(folder, "mockServiceWorker.js");
  const elsewhere = join(folder, "elsewhere.js");
  await writeFile(elsewhere, "mine");
  for (const put of [() => writeFile(path, "mine"), () => symlink(elsewhere, path)]) {
    await put();
    expect(await run(folder)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("[foreign-file]") });
    expect(await readFile(path, "utf8")).toBe("mine");
    await rm(path);
  }
});

test("--help says what it takes", async () => {
  expect(await run("--help")).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("init DIR"), stderr: "" });
});

for (const [argv, message] of [
  [[], "orders-kit init needs the folder that your app serves at its root"],
  [["--save"], "orders-kit init has no flag --save"],
  [["public", "static"], 'orders-kit init does not take the argument "static"'],
] as const)
  test(`init ${argv.join(" ")} ends with the fix on one line`, async () => {
    const { exitCode, stdout, stderr } = await run(...argv);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toContain(message);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });
