/**
 * `npm run matrix`: tries the package on several versions of Node, each with versions of its peers, and writes the results
 * into docs/speed.md; with `--check` it writes nothing and fails when that page is out of date. Node comes from npm, too.
 * With `--newest` it tries only the newest version of each peer, and writes nothing.
 */
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { ended, environment, launch } from "../../contract-tests/testing/processes.ts";
import { temporaryFolder } from "../../contract-tests/testing/temporary-folder.ts";
import { markdownTable, replaceSections } from "../../spec/generate/pages.ts";
import { MANIFEST, ROOT } from "../manifest.ts";
import { createConsumer, npmInstall, pack } from "./installation.ts";
import { TRIALS } from "./trials.ts";

/** The oldest versions that the package allows, those between, and the newest. `tests`: whether those of what uses Prism run as well. */
const ROWS = [
  {
    node: "20.19.0",
    msw: "2.15.0",
    prism: "5.14.2",
    playwright: "1.42.1",
    typescript: "5.0.4",
    tests: false,
  },
  {
    node: "22.12.0",
    msw: "3.0.5",
    prism: "5.14.2",
    playwright: "1.65.1",
    typescript: "5.9.3",
    tests: true,
  },
  {
    node: "24.21.0",
    msw: "3.0.5",
    prism: "5.16.0",
    playwright: "1.65.1",
    typescript: "7.0.2",
    tests: true,
  },
];

type Row = (typeof ROWS)[number];

const NEWEST: Row = {
  ...ROWS.at(-1)!,
  msw: "latest",
  prism: "latest",
  playwright: "latest",
  typescript: "latest",
};

type Tried = Awaited<ReturnType<typeof tryRow>>;

function tableOf(tried: readonly Tried[]): string {
  const names = [...new Set(tried.flatMap(({ outcomes }) => [...outcomes.keys()]))];
  const heads = ["Node", "msw", "Prism", "Playwright", "TypeScript", ...names];
  const lines = tried.map(({ row: { node, msw, prism, playwright, typescript }, outcomes }) => {
    const marks = names.map((name) =>
      !outcomes.has(name) ? "" : outcomes.get(name) === undefined ? "✓" : "✗",
    );
    return [node, msw, prism, playwright, typescript, ...marks];
  });
  return markdownTable(heads, lines);
}

const PLATFORM = `node-${process.platform}-${process.arch}`;

/** The folder of a Node's program, fetched when it is not there yet. */
async function findNode(version: string): Promise<string> {
  const folder = join(ROOT, "node_modules/.cache/orders-kit", `node-${version}`);
  const bin = join(folder, "node_modules", PLATFORM, "bin");
  if (existsSync(bin)) return bin;
  await npmInstall(folder, [`${PLATFORM}@${version}`]);
  return bin;
}

async function tryRow(row: Row, tarball: string, folder: string) {
  const bin = await findNode(row.node);
  const packages = [
    tarball,
    `msw@${row.msw}`,
    `@stoplight/prism-cli@${row.prism}`,
    `playwright@${row.playwright}`,
    `typescript@${row.typescript}`,
    `@types/node@${MANIFEST.devDependencies["@types/node"]}`,
  ];
  const consumer = await createConsumer(folder, packages, bin);
  const { stdout } = await consumer.run("node", "--version");
  if (stdout.trim() !== `v${row.node}`)
    throw new Error(`It is Node ${stdout.trim()} that is tried, not ${row.node}.`);
  /** By the name of what was tried: why it failed, undefined when it did not. */
  const outcomes = new Map<string, string | undefined>();
  for (const [name, attempt] of Object.entries(TRIALS))
    outcomes.set(name, await whyNot(attempt(consumer)));
  outcomes.set("adapters", await whyNot(runTests(bin, ["mock/testing/adapters.test.ts"])));
  if (row.tests) {
    const env = { ORDERS_KIT_PRISM: join(folder, "node_modules/@stoplight/prism-cli") };
    // They compare the messages of Prism word for word.
    const paths = ["contract-tests/prism", "contract-tests/proxy"];
    outcomes.set("tests on Prism", await whyNot(runTests(bin, paths, env)));
  }
  return { row, outcomes };
}

/** Unit tests of this repository, on another Node. */
async function runTests(
  bin: string,
  paths: readonly string[],
  env: Record<string, string> = {},
): Promise<void> {
  const playwright = join(
    dirname(createRequire(import.meta.url).resolve("playwright/package.json")),
    "cli.js",
  );
  // Playwright empties its output folder, and tests of this Node run at the same time.
  const own = ["--reporter=line", "--output", temporaryFolder()];
  const argv = [playwright, "test", "--project=unit", "--project=programs", ...own, ...paths];
  const { code, stdout, stderr } = await ended(
    launch("node", argv, ROOT, { ...environment(bin), ...env }),
  );
  if (code !== 0) throw new Error(`${stdout}${stderr}`.slice(-4000));
}

function whyNot(attempt: Promise<void>): Promise<string | undefined> {
  return attempt.then(
    () => undefined,
    (error: Error) => error.message,
  );
}

const folder = temporaryFolder();
const { path } = await pack(folder);
const tried: Tried[] = [];
const isNewest = process.argv.includes("--newest");
for (const row of isNewest ? [NEWEST] : ROWS) {
  const begun = performance.now();
  const one = await tryRow(row, path, join(folder, row.node));
  tried.push(one);
  console.error(`Node ${row.node}: ${Math.round((performance.now() - begun) / 1000)} s`);
  for (const [name, why] of one.outcomes)
    if (why !== undefined) console.error(`  ${name} fails: ${why}`);
  if ([...one.outcomes.values()].some((why) => why !== undefined)) process.exitCode = 1;
}
console.log(tableOf(tried));
if (!isNewest) {
  const file = join(ROOT, "docs/speed.md");
  const page = await readFile(file, "utf8");
  const changed = replaceSections(page, { matrix: tableOf(tried) });
  if (!process.argv.includes("--check")) await writeFile(file, changed);
  else if (changed !== page) {
    console.error("docs/speed.md is out of date. Run: npm run matrix");
    process.exitCode = 1;
  }
}
