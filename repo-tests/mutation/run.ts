/**
 * `npm run mutate`: changes the gate and the core of the mock in small ways, and lists the changes that no test finds. Arguments: the
 * beginnings of paths (default: all that can be mutated), `--sample N` for N mutants. `ORDERS_KIT_CORPUS=whole` has all of it judge them.
 */
import { execFile } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs, promisify } from "node:util";
import ts from "typescript";
import { hash32 } from "../../fixtures/hash32.ts";
import { isTest } from "../habits/rooms.ts";
import { FILES, textOf } from "../habits/sources.ts";
import { ROOT } from "../manifest.ts";
import { instrument, type Mutant } from "./mutants.ts";
import type { Ended } from "./worker.ts";

const GATE =
  /^contract-tests\/(?:assertions|conclusions|session|steps|safety)\/|^contract-tests\/run-steps\./;
const MUTATED = new RegExp(`${GATE.source}|^mock/service/`);
/** Tests that judge it in their own process, and need neither a browser nor a file snapshot. */
const ALSO =
  /^mock\/(?:http\/server|msw\/mock-world|control\/(?:exchange|request-notes|serve))\.|^contract-tests\/(?:corpus\/(?:hidden-orders|simulated-run))\./;
/** Tables of data, of which only a copy would find a change. */
const DATA = "contract-tests/steps/generated/probes.ts";
/** For one mutant: then it has survived. */
const SECONDS = 30;
const FOLDER = join(ROOT, ".build/mutants");
const run = promisify(execFile);

/** Compiles the project with all mutants of these files. */
function build(files: readonly string[]): Mutant[] {
  rmSync(FOLDER, { recursive: true, force: true });
  const mutants: Mutant[] = [];
  const save = (path: string, text: string): void => {
    mkdirSync(dirname(join(FOLDER, path)), { recursive: true });
    writeFileSync(join(FOLDER, path), text);
  };
  const module = ts.ModuleKind.ESNext;
  const compilerOptions = {
    module,
    target: ts.ScriptTarget.ES2023,
    rewriteRelativeImportExtensions: true,
  };
  for (const file of FILES.filter((path) => path.endsWith(".ts"))) {
    const code = files.includes(file) ? instrument(file, textOf(file), mutants) : textOf(file);
    save(file.replace(/ts$/, "js"), ts.transpileModule(code, { compilerOptions }).outputText);
  }
  // Compiled tests find worker.ts under the name of Playwright's runner.
  save(
    "node_modules/playwright/package.json",
    '{ "type": "module", "exports": { "./test": "./test.js" } }\n',
  );
  save("node_modules/playwright/test.js", 'export * from "../../repo-tests/mutation/worker.js";\n');
  return mutants;
}

/** Runs jobs on a mutant until one of them fails, or its time is over. Mutant 0 is the original: all of them run. */
async function work(mutant: number, jobs: readonly string[]) {
  writeFileSync(join(FOLDER, "jobs.txt"), jobs.join("\n"));
  const seconds = mutant === 0 ? Number.POSITIVE_INFINITY : SECONDS;
  // The memory and the time are what an endless loop may use before it is ended.
  const argv = [
    "--max-old-space-size=1024",
    join(FOLDER, "repo-tests/mutation/worker.js"),
    `${mutant}`,
    `${seconds}`,
  ];
  const options = {
    maxBuffer: 2 ** 30,
    timeout: mutant === 0 ? 0 : SECONDS * 2_500,
    killSignal: "SIGKILL",
  } as const;
  const { stdout, stderr, code, killed } = await run(process.execPath, argv, options).catch(
    (error) => error,
  );
  if (mutant === 0 && code !== undefined) throw new Error(stderr);
  const lines = String(stdout).split("\n");
  const ended = lines
    .filter((line) => line.startsWith('{"job":'))
    .map((line): Ended => JSON.parse(line));
  const result: "killed" | "timed out" | "survived" = killed
    ? "timed out"
    : code === undefined
      ? "survived"
      : "killed";
  return { ended, result };
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: "string" } },
});
const isChosen = (file: string) =>
  positionals.length === 0 || positionals.some((path) => file.startsWith(path));
const files = FILES.filter(
  (file) => MUTATED.test(file) && !isTest(file) && file !== DATA && isChosen(file),
);
const mutants = build(files);
const sources = FILES.filter(
  (file) => /\.test\.ts$/.test(file) && (MUTATED.test(file) || ALSO.test(file)),
);
const corpus = files.some((file) => GATE.test(file))
  ? ["contract-tests/corpus/corpus.test.ts"]
  : [];
const originals = (await work(0, [...sources, "mock", ...corpus])).ended;
for (const { job, failure } of originals)
  if (failure !== undefined)
    console.error(`${job} fails without a mutant, too, and is left out: ${failure}`);
const isJob = ({ job }: Ended): boolean => job.includes(" › ");
const passing = originals.filter((one) => isJob(one) && one.failure === undefined);
const touchedByLoading = new Set(
  originals.filter((one) => !isJob(one)).flatMap(({ touched }) => touched),
);

const counts = Object.fromEntries(
  files.map((file) => [file, { killed: 0, "timed out": 0, survived: 0 }]),
);
/** By file and job: how many mutants it has found. */
const finds = new Map<string, number>();
const sample = mutants
  .toSorted((a, b) => hash32(a.id) - hash32(b.id))
  .slice(0, Number(values.sample ?? mutants.length))
  .toSorted((a, b) => a.id - b.id);
for (const { id, file, line, column, original, mutated } of sample) {
  // First the tests that are named like the file, those of its folder, and jobs that have found its mutants; slow ones last.
  const rank = ({ job, ms }: Ended): number => {
    const nearness = job.startsWith(file.replace(/ts$/, "test.ts"))
      ? 2
      : Number(job.startsWith(`${dirname(file)}/`));
    return nearness * 1e7 + (finds.get(file + job) ?? 0) * 1e4 - ms;
  };
  const jobs = passing
    .filter(({ touched }) => touched.includes(id) || touchedByLoading.has(id))
    .toSorted((a, b) => rank(b) - rank(a))
    .map(({ job }) => job);
  const { ended, result } = await work(id, jobs);
  const tried = ended.filter(isJob);
  const finder = file + tried.at(-1)?.job;
  counts[file]![result]++;
  if (result !== "survived") finds.set(finder, (finds.get(finder) ?? 0) + 1);
  else {
    const [from, to] = [original, mutated || "(nothing)"].map((code) =>
      code.replace(/\s+/g, " ").slice(0, 90),
    );
    console.log(
      `${file}:${line}:${column}  ${from} → ${to}  (${tried.length} of ${jobs.length} runs that reach it)`,
    );
  }
}
console.table(counts);
