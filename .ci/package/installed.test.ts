/** The package in empty folders: what it can do there, and what it says where a peer is missing. */
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import ts from "typescript";
import { type Consumer, createConsumer, MANIFEST } from "./consumer.ts";
import { expect, test } from "./installed.ts";
import { TRIALS } from "./trials.ts";

// The folders are installed once.
test.describe.configure({ mode: "default", timeout: 60_000 });

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

const PLAYWRIGHT =
  "Playwright is not installed: there is no playwright in node_modules. Run npm install --save-dev playwright.\n";
const MSW = "msw is not installed: there is no msw in node_modules. Run npm install --save-dev msw.\n";
const PRISM = /^Prism is not installed: .* Run npm install .*@stoplight\/prism-cli\S*\.\n$/;
for (const [argv, stderr] of [
  ["verify", PLAYWRIGHT],
  ["compare mock msw", PLAYWRIGHT],
  ["init public", MSW],
  ["proxy http://127.0.0.1:9/v1 --port 0", PRISM],
] as const)
  test(`orders-kit ${argv} says which peer is missing`, async ({ bare }) => {
    const end = await bare.run("orders-kit", ...argv.split(" "));
    expect(end).toEqual({ code: 2, stdout: "", stderr: expect.stringMatching(stderr) });
  });

test("with Playwright alone, verify msw says that msw is missing, and --through-prism that Prism is", async ({
  folder,
  tarball,
}) => {
  const packages = [tarball.path, `playwright@${MANIFEST.devDependencies.playwright}`];
  const { run } = await createConsumer(join(folder, "playwright"), { packages });
  expect(await run("orders-kit", "verify", "msw")).toEqual({ code: 2, stdout: "", stderr: MSW });
  expect(await run("orders-kit", "verify", "--through-prism")).toEqual({
    code: 2,
    stdout: "",
    stderr: expect.stringMatching(PRISM),
  });
});

const STRICT = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  target: "es2023",
  lib: ["es2023", "dom", "dom.iterable"],
  noEmit: true,
};
for (const [resolution, module] of [
  ["nodenext", "nodenext"],
  ["bundler", "preserve"],
] as const)
  test(`a program in TypeScript uses every export, under ${resolution}`, async ({ whole }) => {
    expect(await compile(whole, "every-export.ts", { ...STRICT, module, types: ["node"] })).toBe("");
  });

test("a page in TypeScript needs no types of Node", async ({ whole }) => {
  expect(await compile(whole, "page.ts", { ...STRICT, module: "preserve", types: [] })).toBe("");
});

async function compile({ run, folder }: Consumer, file: string, compilerOptions: object): Promise<string> {
  const project = `tsconfig.${file}.json`;
  await writeFile(join(folder, project), JSON.stringify({ compilerOptions, files: [file] }));
  const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  return (await run("node", tsc, "--project", project)).stdout;
}

test("the program above does use every export", async ({ whole: { folder } }) => {
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
