/**
 * `npm run matrix`: tries the package on several Node versions (installed from npm), each with
 * versions of its peers, and writes the results into docs/speed.md. With `--check` it writes
 * nothing and fails if that page is out of date. With `--newest` it only tries the newest version
 * of each peer, and writes nothing.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "../../contract-tests/testing/temporary-folder.ts";
import { markdownTable, replaceSections } from "../../spec/generate/pages.ts";
import { MANIFEST, ROOT } from "../manifest.ts";
import { createConsumer, npmInstall, pack } from "./installation.ts";
import { TRIALS } from "./trials.ts";

/**
 * Versions of Node, msw, Prism, Playwright and TypeScript: the oldest that the package allows, some
 * in between, and the newest.
 */
type Row = readonly [node: string, msw: string, prism: string, playwright: string, types: string];
const ROWS: readonly Row[] = [
  ["20.19.0", "2.15.0", "5.14.2", "1.42.1", "5.0.4"],
  ["22.12.0", "3.0.5", "5.14.2", "1.65.1", "5.9.3"],
  ["24.21.0", "3.0.5", "5.16.0", "1.65.1", "7.0.2"],
];
const NEWEST: Row = ["24.21.0", "latest", "latest", "latest", "latest"];

const folder = temporaryFolder();

/** Returns the folder of a Node version's program. */
async function installNode(version: string): Promise<string> {
  const name = `node-${process.platform}-${process.arch}`;
  await npmInstall(join(folder, `node-${version}`), [`${name}@${version}`]);
  return join(folder, `node-${version}`, "node_modules", name, "bin");
}

/** Resolves with the row of the table. Says on stderr what fails. */
async function tryRow(row: Row, tarball: string): Promise<string[]> {
  const [node, msw, prism, playwright, typescript] = row;
  const packages = [
    tarball,
    `msw@${msw}`,
    `@stoplight/prism-cli@${prism}`,
    `playwright@${playwright}`,
    `typescript@${typescript}`,
    `@types/node@${MANIFEST.devDependencies["@types/node"]}`,
  ];
  const bin = await installNode(node);
  const consumer = await createConsumer(join(folder, node), packages, bin);
  const { stdout } = await consumer.run("node", "--version");
  if (stdout.trim() !== `v${node}`) throw new Error(`Node ${stdout} is tried, not ${node}.`);

  const cells: string[] = [...row];
  for (const [name, attempt] of Object.entries(TRIALS))
    try {
      await attempt(consumer);
      cells.push("✓");
    } catch (error) {
      console.error(`On Node ${node}, ${name} fails: ${error}`);
      process.exitCode = 1;
      cells.push("✗");
    }
  return cells;
}

const isNewest = process.argv.includes("--newest");
const { path: tarball } = await pack(folder);
const lines: string[][] = [];
for (const row of isNewest ? [NEWEST] : ROWS) lines.push(await tryRow(row, tarball));
const heads = ["Node", "msw", "Prism", "Playwright", "TypeScript", ...Object.keys(TRIALS)];
const table = markdownTable(heads, lines);
console.log(table);

const file = join(ROOT, "docs/speed.md");
const page = await readFile(file, "utf8");
const changed = replaceSections(page, { matrix: table });
if (!isNewest && !process.argv.includes("--check")) await writeFile(file, changed);
else if (!isNewest && changed !== page) {
  console.error("docs/speed.md is out of date. Run: npm run matrix");
  process.exitCode = 1;
}
