/**
 * `npm run bench`: measures, prints the table, and writes results.json and docs/speed.md. Arguments
 * are the groups to measure (default: all); other groups keep their last results.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import {
  type Measurement,
  type Results,
  tableOf,
  withResults,
} from "../../../mock/bench/measurement.ts";
import { ROOT } from "../../../mock/bench/servers.ts";
import { starts } from "../../../mock/bench/start.ts";
import { LOADS, throughput } from "../../../mock/bench/throughput.ts";
import { worlds } from "../../../mock/bench/world.ts";
import { gate } from "./gate.ts";

const GROUPS: Readonly<Record<string, () => Promise<Measurement[]>>> = {
  ...Object.fromEntries(LOADS.map((load) => [load.id, () => throughput(load)])),
  start: starts,
  world: worlds,
  gate,
};

const file = join(ROOT, "mock/bench/results.json");
const before: Results = JSON.parse(readFileSync(file, "utf8"));
const wanted = process.argv.slice(2);
const date = new Date().toISOString().slice(0, 10);
const rows = new Map(before.rows.map((row) => [row.id, row]));
for (const [name, measure] of Object.entries(GROUPS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  process.stderr.write(`${name}…\n`);
  for (const row of await measure()) rows.set(row.id, { ...row, date });
}

const results: Results = {
  node: process.versions.node,
  cores: availableParallelism(),
  rows: [...rows.values()],
};
console.log(tableOf(results.rows));
writeFileSync(file, `${JSON.stringify(results, undefined, 2)}\n`);
const page = join(ROOT, "docs/speed.md");
writeFileSync(page, withResults(readFileSync(page, "utf8"), results));
