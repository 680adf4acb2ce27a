/**
 * `npm run bench`: measures, prints the tables, and writes them to results.json and README.md. Arguments: groups to measure,
 * all by default, and only then is it kept; `--peers` to measure other tools too, which npm fetches into a temporary folder.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { gate, million } from "./gate.ts";
import { handlers } from "./handlers.ts";
import { generator } from "./load.ts";
import { peers } from "./peers.ts";
import { pinned } from "./processes.ts";
import type { Row } from "./row.ts";
import { start } from "./start.ts";
import { peersTableOf, type Results, tableOf, withTables } from "./table.ts";
import { cancelAndList, deleteUnknown, throughput } from "./throughput.ts";
import { worlds } from "./worlds.ts";

const GROUPS: Readonly<Record<string, () => Promise<Row[]>>> = {
  "list-50": () => throughput(50, { atLeast: 0.9, p99: true }),
  "list-1000": () => throughput(1000, { atLeast: 0.95, p99: false }),
  "list-100000": () => throughput(100_000, { atLeast: 0.95, p99: false }),
  "delete-unknown": deleteUnknown,
  "cancel-list": cancelAndList,
  start,
  worlds,
  handlers,
  gate,
  million,
};

// The compiled script runs in dist/mock/bench, the files stand beside its source.
const root = fileURLToPath(new URL("../../../", import.meta.url));
const file = `${root}mock/bench/results.json`;
const before: Partial<Results> = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const date = new Date().toISOString().slice(0, 10);
const rows: Row[] = [];
for (const [name, measure] of Object.entries(GROUPS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  process.stderr.write(`${name}…\n`);
  rows.push(...(await measure()));
}
const withPeers = process.argv.includes("--peers");
const others = withPeers ? { date, rows: await peers() } : before.peers;
if (rows.length > 0) console.log(tableOf(rows));
if (withPeers && others !== undefined) console.log(peersTableOf(others.rows));
// Part of the table is for the eye: what is kept was measured as a whole.
if (wanted.length === 0) {
  const results: Results = {
    node: process.versions.node,
    cores: availableParallelism(),
    pinned,
    load: generator,
    date,
    rows,
    ...(others !== undefined && { peers: others }),
  };
  writeFileSync(file, `${JSON.stringify(results, undefined, 2)}\n`);
  const readme = `${root}README.md`;
  writeFileSync(readme, withTables(readFileSync(readme, "utf8"), results));
}
