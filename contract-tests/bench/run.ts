/**
 * `npm run bench`: measures, prints the tables, and writes them to results.json and docs/speed.md. Arguments: the groups to measure
 * (default: all), or `--peers` for other tools, which npm installs into a temporary folder.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import {
  type Measurement,
  peersTableOf,
  type Results,
  type Row,
  tableOf,
  withResults,
  withRows,
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
const wanted = process.argv.slice(2);
const date = new Date().toISOString().slice(0, 10);
const measured: Row[] = [];
for (const [name, measure] of Object.entries(GROUPS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  process.stderr.write(`${name}…\n`);
  measured.push(...(await measure()).map((row) => ({ ...row, date })));
}
console.log(tableOf(measured));
const withPeers = wanted.includes("--peers");
const others = withPeers ? { date, rows: await peers() } : before.peers;
if (withPeers && others !== undefined) console.log(peersTableOf(others.rows));
const results: Results = {
  node: process.versions.node,
  cores: availableParallelism(),
  rows: withRows(before.rows, measured),
  ...(others !== undefined && { peers: others }),
};
writeFileSync(file, `${JSON.stringify(results, undefined, 2)}\n`);
const page = join(ROOT, "docs/speed.md");
writeFileSync(page, withResults(readFileSync(page, "utf8"), results));
