/**
 * `npm run bench`: measures, prints the tables, and writes them to results.json and docs/speed.md. Arguments: the groups to
 * measure (default: all; only then are the results written), and `--peers` to measure other tools too, which npm installs into
 * a temporary folder.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import {
  type Measurement,
  peersTableOf,
  type Results,
  tableOf,
  withResults,
} from "../../mock/bench/measurement.ts";
import { peers } from "../../mock/bench/peers.ts";
import { ROOT } from "../../mock/bench/servers.ts";
import { starts, worlds } from "../../mock/bench/start.ts";
import { cancelAndList, throughput } from "../../mock/bench/throughput.ts";
import { distance } from "./distance.ts";
import { gate } from "./gate.ts";

const GROUPS: Readonly<Record<string, () => Promise<Measurement[]>>> = {
  "list-50": () => throughput("list-50", "list of 50", 50, 0.85),
  "list-1000": () => throughput("list-1000", "list of 1,000", 1000, 0.9),
  "list-100000": () => throughput("list-100000", "list of 100,000", 100_000, 0.9),
  "delete-unknown": () => throughput("delete-unknown", "DELETE of an unknown id", 50, 0.85),
  "cancel-list": cancelAndList,
  start: starts,
  worlds,
  gate,
  distance,
};

const file = join(ROOT, "mock/bench/results.json");
const before: Results = JSON.parse(readFileSync(file, "utf8"));
const groups = process.argv.slice(2).filter((argument) => argument !== "--peers");
const date = new Date().toISOString().slice(0, 10);
const rows: Measurement[] = [];
for (const [name, measure] of Object.entries(GROUPS)) {
  if (groups.length > 0 && !groups.includes(name)) continue;
  process.stderr.write(`${name}…\n`);
  rows.push(...(await measure()));
}
console.log(tableOf(rows));
const withPeers = groups.length < process.argv.length - 2;
const others = withPeers ? { date, rows: await peers() } : before.peers;
if (withPeers && others !== undefined) console.log(peersTableOf(others.rows));
// Results of single groups are only printed.
if (groups.length === 0) {
  const machine = { node: process.versions.node, cores: availableParallelism() };
  const results: Results = {
    ...machine,
    date,
    rows,
    ...(others !== undefined && { peers: others }),
  };
  writeFileSync(file, `${JSON.stringify(results, undefined, 2)}\n`);
  const page = join(ROOT, "docs/speed.md");
  writeFileSync(page, withResults(readFileSync(page, "utf8"), results));
}
