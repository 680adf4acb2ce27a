/**
 * `npm run simulate [RUNS] [SEED]`: runs this many conforming services drawn from seeds, and a
 * tenth as many faulty ones.
 */
import { CLAUSES } from "../../spec/clauses/index.ts";
import { type SimulatedRun, simulate } from "./simulated-run.ts";

const [runs = 1_000, first = 1] = process.argv.slice(2).map(Number);
const began = performance.now();
const verdicts = new Map<string, number>();
let failures = 0;
for (let seed = first; seed < first + runs; seed++) {
  const run = await simulate(seed);
  verdicts.set(run.verdict, (verdicts.get(run.verdict) ?? 0) + 1);
  if (
    run.violated.length + run.harmed.length === 0 &&
    (run.verdict === "conforms" || run.broken.length > 0)
  )
    continue;
  failures++;
  console.log(describe(run));
}
const found = new Map<string, [times: number, of: number]>();
for (let seed = first; seed < first + runs / 10; seed++) {
  const { variant, violated } = await simulate(seed, true);
  if (variant.kind !== "fault") continue;
  for (const clause of variant.clauses) {
    const [times, of] = found.get(clause) ?? [0, 0];
    found.set(clause, [times + Number(violated.some(([id]) => id === clause)), of + 1]);
  }
}
const counts = [...verdicts].map(([verdict, times]) => `${times} ${verdict}`).join(", ");
console.log(
  `${runs} conforming services from seed ${first}: ${counts}; ${failures} blamed, harmed or without a reason; ${Math.round((performance.now() - began) / 1_000)} s\n`,
);
console.log(
  "Of services with one fault, without a socket, those of which the clause was found violated:",
);
for (const { id } of CLAUSES) {
  const [times, of] = found.get(id) ?? [0, 0];
  if (of > 0) console.log(`${id.padEnd(28)} ${times} of ${of}`);
}
process.exitCode = failures > 0 ? 1 : 0;

function describe({ seed, variant, surroundings, ...run }: SimulatedRun): string {
  const what = [
    ...run.violated.map(([id, why]) => `${id}: ${why}`),
    ...run.harmed.map((id) => `harmed: ${id}`),
    ...run.broken,
  ];
  return `seed ${seed}: ${variant.title} ${JSON.stringify(surroundings)}: ${run.verdict}\n  ${what.join("\n  ")}`;
}
