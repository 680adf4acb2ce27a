/** What is in the package. Needs dist/. */
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { expect, test } from "playwright/test";
import { publint } from "publint";
import ts from "typescript";
import { PAGES } from "../documents/pages.ts";
import { MANIFEST, ROOT } from "../manifest.ts";
import { tarball } from "./installation.ts";

/** Statements that do nothing when a module is loaded. */
const IDLE: readonly ((statement: ts.Statement) => boolean)[] = [
  ts.isImportDeclaration,
  ts.isExportDeclaration,
  ts.isExportAssignment,
  ts.isVariableStatement,
  ts.isFunctionDeclaration,
  ts.isClassDeclaration,
  // An assignment to what the module itself declares, such as ajv generates.
  (statement) => ts.isExpressionStatement(statement) && ts.isBinaryExpression(statement.expression),
];
const MAX_BYTES = 3_000_000;
const MAX_README_LINES = 130;

const read = (file: string): Promise<string> => readFile(join(ROOT, file), "utf8");

test("other files are those that the program or its users read", async () => {
  const { files } = tarball();
  const others = files.filter((file) => !/^dist\/.*\.(?:js|d\.ts)$/.test(file));
  expect(`${others.toSorted().join("\n")}\n`).toMatchSnapshot("files.txt");
});

test("every link and picture of its pages leads to a file that it has", () => {
  const { files } = tarball();
  const packed = PAGES.filter(({ path }) => files.includes(path));
  const links = packed.flatMap(({ path, links }) => links.map((link) => ({ path, link })));
  const local = links.filter(({ link }) => !/^(?:https?:|#)/.test(link));
  expect(local.length).toBeGreaterThan(30);
  const broken = local.filter(
    ({ path, link }) => !files.includes(join(dirname(path), link.replace(/#.*/, ""))),
  );
  expect(broken).toEqual([]);
});

test("npm runs no script of it when it is installed, and its page begins with the commands of a clone", async () => {
  expect(
    Object.keys(MANIFEST.scripts).filter((name) => /^(?:pre|post)?install$|prepare/.test(name)),
  ).toEqual([]);
  const readme = await read("README.md");
  expect(readme.split("\n").length - 1).toBeLessThanOrEqual(MAX_README_LINES);
  expect(/```sh\n(.*)/.exec(readme)?.[1]).toMatch(/^npm ci && npm start /);
});

test("it is not larger than expected", async () => {
  test
    .info()
    .annotations.push({ type: "unpacked", description: `${tarball().unpackedSize} bytes` });
  expect(tarball().unpackedSize).toBeLessThan(MAX_BYTES);
});

test("sideEffects lists the modules that act when they are imported, and no other", async () => {
  const { files } = tarball();
  const effective: string[] = [];
  for (const file of files.filter((name) => name.endsWith(".js"))) {
    const { statements } = ts.createSourceFile(file, await read(file), ts.ScriptTarget.Latest);
    if (statements.some((statement) => !IDLE.some((is) => is(statement))))
      effective.push(`./${file}`);
  }
  expect(effective.toSorted()).toEqual(MANIFEST.sideEffects);
});

test("publint finds nothing", async () => {
  const bytes = await readFile(tarball().path);
  const { messages } = await publint({
    pack: { tarball: new Uint8Array(bytes).buffer },
    strict: true,
  });
  expect(messages).toEqual([]);
});

test("the types match the scripts, for consumers that are modules", async () => {
  const { problems } = (await checkPackage(
    createPackageFromTarballData(await readFile(tarball().path)),
    {
      excludeEntrypoints: ["./openapi.yaml", "./openapi.string-ids.yaml", "./package.json"],
    },
  )) as { problems: { kind: string; resolutionKind?: string; entrypoint?: string }[] };
  // The package is for `import`: older resolutions and `require` do not count.
  const counted = problems.filter(
    ({ resolutionKind = "" }) => !["node10", "node16-cjs"].includes(resolutionKind),
  );
  expect(counted).toEqual([]);
});
