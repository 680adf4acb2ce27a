/** The package in projects that have installed it, with its peers and without. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import ts from "typescript";
import { deployed, handOver } from "../../contract-tests/corpus/changed-reference.ts";
import { KEY } from "../../contract-tests/testing/key-leaks.ts";
import { MANIFEST } from "../manifest.ts";
import { ended, launch } from "../processes.ts";
import { expect, test } from "./installation.ts";
import { TRIALS } from "./trials.ts";

for (const [name, attempt] of Object.entries(TRIALS))
  test(`${name}, on this Node`, async ({ complete }) => {
    await expect(attempt(complete)).resolves.toBeUndefined();
  });

test("without any peer, the mock and the entries that need none work", async ({ alone }) => {
  const packages = await readdir(join(alone.folder, "node_modules"));
  expect(packages.filter((name) => /^(?:msw|playwright|@stoplight)/.test(name))).toEqual([]);
  for (const name of ["orders-kit", "orders-kit/json", "orders-kit/fixtures", "orders-kit/scenarios"])
    expect(await alone.run("node", "--input-type=module", "-e", `await import("${name}")`)).toMatchObject({ code: 0 });
  expect(await alone.run("orders-kit", "--version")).toMatchObject({ code: 0, stdout: `${MANIFEST.version}\n` });
  await TRIALS.mock?.(alone);
});

test("without any peer, verify judges an address", async ({ alone }) => {
  const deployment = await deployed();
  const env = { ...alone.env, ORDERS_API_KEY: KEY };
  const flags = [...handOver(deployment), "--linger", "0", "--require-proven"];
  const { code, stdout } = await ended(launch("orders-kit", ["verify", ...flags], alone.folder, env));
  await deployment.close();
  expect(stdout).toContain("conforms to the contract");
  expect(code).toBe(0);
});

test("the program whose types are checked uses every export", async ({ complete: { folder } }) => {
  const text = await readFile(join(folder, "every-export.ts"), "utf8");
  const entries = Object.values(MANIFEST.exports).flatMap((entry) => (typeof entry === "object" ? entry.types : []));
  const files = entries.map((entry) => join(folder, "node_modules/orders-kit", entry));
  const program = ts.createProgram(files, { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022 });
  const checker = program.getTypeChecker();
  const names = files.flatMap((file) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(file) as ts.SourceFile);
    return checker.getExportsOfModule(module as ts.Symbol).map(({ name }) => name);
  });
  expect(names.length).toBeGreaterThan(40);
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
});
