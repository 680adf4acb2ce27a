/** The package in empty folders: what it can do there, and what it says where a peer is missing. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import ts from "typescript";
import { PROBLEMS } from "../../spec/problems.ts";
import { createConsumer, MANIFEST } from "./consumer.ts";
import { expect, test } from "./installed.ts";
import { TRIALS } from "./trials.ts";

// The folders are installed once.
test.describe.configure({ mode: "default", timeout: 120_000 });

for (const [name, attempt] of Object.entries(TRIALS))
  if (name !== "through Prism") test(`${name}, on this Node`, ({ whole }) => attempt(whole));

test("the lists of clauses and of scenarios, and the version", async ({ bare }) => {
  expect(await bare.run("orders-kit", "clauses")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("list-ok"),
  });
  expect(await bare.run("orders-kit", "scenarios")).toMatchObject({ code: 0, stdout: expect.stringContaining("slow") });
  expect(await bare.run("orders-kit", "--version")).toMatchObject({ code: 0, stdout: `${MANIFEST.version}\n` });
});

test("without any peer there is still the mock, and the entries that need none", async ({ bare }) => {
  expect(await readFile(join(bare.folder, "package-lock.json"), "utf8")).not.toMatch(
    /node_modules\/(?:msw|playwright|@stoplight)/,
  );
  await TRIALS.mock?.(bare);
  for (const name of ["orders-kit", "orders-kit/fixtures", "orders-kit/scenarios"])
    expect(await bare.run("node", "--input-type=module", "-e", `await import("${name}")`)).toMatchObject({ code: 0 });
});

for (const [argv, { told, exitCode }] of [
  ["verify", PROBLEMS.playwrightMissing()],
  ["compare mock msw", PROBLEMS.playwrightMissing()],
  ["init public", PROBLEMS.mswMissing()],
  ["proxy http://127.0.0.1:9/v1 --port 0", PROBLEMS.prismMissing()],
] as const)
  test(`orders-kit ${argv} says which peer is missing`, async ({ bare }) => {
    const end = await bare.run("orders-kit", ...argv.split(" "));
    expect(end).toEqual({ code: exitCode, stdout: "", stderr: `${told}\n` });
  });

test("with Playwright alone, verify msw says that msw is missing, and --through-prism that Prism is", async ({
  folder,
  tarball,
}) => {
  const packages = [tarball.path, `playwright@${MANIFEST.devDependencies.playwright}`];
  const { run } = await createConsumer(join(folder, "playwright"), { packages });
  for (const [argv, { told, exitCode }] of [
    ["msw", PROBLEMS.mswMissing()],
    ["--through-prism", PROBLEMS.prismMissing()],
  ] as const)
    expect(await run("orders-kit", "verify", argv)).toEqual({ code: exitCode, stdout: "", stderr: `${told}\n` });
});

test("the program whose types are checked uses every export", async ({ whole: { folder } }) => {
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
