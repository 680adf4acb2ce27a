/**
 * `npm run bench`: measures, prints the tables, and writes them to results.json and docs/speed.md. Arguments: the groups to
 * measure (default: all; only then are the results written), and `--peers` to measure other tools too, which npm installs into
 * a temporary folder.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { handlers } from "../../mock/bench/handlers.ts";
import { generator } from "../../mock/bench/load.ts";
import type { Measurement } from "../../mock/bench/measurement.ts";
import { peers } from "../../mock/bench/peers.ts";
import { pinned, ROOT } from "../../mock/bench/processes.ts";
import { replicas } from "../../mock/bench/replicas/throughput.ts";
import { start } from "../../mock/bench/start.ts";
import { peersTableOf, type Results, tableOf, withTables } from "../../mock/bench/table.ts";
import { cancelAndList, deleteUnknown, throughput } from "../../mock/bench/throughput.ts";
import { worlds } from "../../mock/bench/worlds.ts";
import { distance } from "./distance.ts";
import { gate, million } from "./gate.ts";

const GROUPS: Readonly<Record<string, () => Promise<Measurement[]>>> = {
  "list-50": () => throughput(50, { atLeast: 0.85, p99: true }),
  "list-1000": () => throughput(1000, { atLeast: 0.9, p99: false }),
  "list-100000": () => throughput(100_000, { atLeast: 0.9, p99: false }),
  "delete-unknown": deleteUnknown,
  "cancel-list": cancelAndList,
  start,
  worlds,
  replicas,
  handlers,
  gate,
  distance,
  million,
};

const file = join(ROOT, "mock/bench/results.json");
const before: Partial<Results> = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
const groups = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const date = new Date().toISOString().slice(0, 10);
const rows: Measurement[] = [];
for (const [name, measure] of Object.entries(GROUPS)) {
  if (groups.length > 0 && !groups.includes(name)) continue;
  process.stderr.write(`${name}…\n`);
  rows.push(...(await measure()));
}
const withPeers = process.argv.includes("--peers");
const others = withPeers ? { date, rows: await peers() } : before.peers;
if (rows.length > 0) console.log(tableOf(rows));
if (withPeers && others !== undefined) console.log(peersTableOf(others.rows));
// Results of single groups are only printed.
if (groups.length === 0) {
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
  const page = join(ROOT, "docs/speed.md");
  writeFileSync(page, withTables(readFileSync(page, "utf8"), results));
}
