/**
 * `npm run mutate`: changes the gate and the core of the mock in small ways, and lists the changes that no test finds. Arguments:
 * files or folders (default: all that can be mutated); `--sample N` for N of their mutants; `--seconds N` for one mutant (20);
 * `--only TEXT` for the runs that have it in their names. With `ORDERS_KIT_CORPUS=whole` survivors meet the whole corpus.
 */
import { parseArgs } from "node:util";
import { isWhole } from "../../contract-tests/corpus/chosen.ts";
import { hash32 } from "../../fixtures/hash32.ts";
import { isTest } from "../habits/rooms.ts";
import { FILES } from "../habits/sources.ts";
import { measureBaseline } from "./baseline.ts";
import { build } from "./build.ts";
import { Evaluation, type Verdict } from "./evaluation.ts";
import { isIn, SUITES, type Suite } from "./suites.ts";
import { survivorLine, tableOf } from "./table.ts";
import type { JobName } from "./worker.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: "string" },
    seconds: { type: "string", default: "20" },
    only: { type: "string", default: "" },
  },
});

function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${text}`);
}

function fail(why: string): void {
  showProgress("");
  console.error(why);
  process.exitCode = 1;
}

async function mutate({ folders, except = [], tests, judge }: Suite): Promise<readonly Verdict[]> {
  const filesIn = (paths: readonly string[]) => FILES.filter((file) => paths.some((path) => isIn(path, file)));
  const chosen = positionals.length === 0 ? folders : positionals;
  const files = filesIn(folders).filter(
    (file) => file.endsWith(".ts") && !isTest(file) && !except.includes(file) && filesIn(chosen).includes(file),
  );
  if (files.length === 0) return [];
  const built = await build(files);
  const workerArgs = [judge, ...filesIn(tests).filter((file) => file.endsWith(".test.ts"))];
  const mutants = built.mutants
    .toSorted((a, b) => hash32(a.id) - hash32(b.id))
    .slice(0, values.sample === undefined ? undefined : Number(values.sample))
    .toSorted((a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column);
  let verdicts: readonly Verdict[] = mutants.map((mutant) => ({ mutant, result: "survived", reached: 0, tried: 0 }));
  const phases = isWhole && judge === "corpus" ? [{ isLate: false }, { isLate: true }] : [{ isLate: false }];
  for (const phase of phases) {
    const isChosen = (job: JobName) => (job.isLate ?? false) === phase.isLate && job.name.includes(values.only);
    const baseline = await measureBaseline(built, workerArgs, isChosen, showProgress);
    for (const failure of baseline.failing) fail(`It fails without a mutant, too, and is left out: ${failure}`);
    const evaluation = new Evaluation(built, baseline, workerArgs, Number(values.seconds));
    const judged: Verdict[] = [];
    for (const before of verdicts) {
      const { file, line } = before.mutant;
      showProgress(`${judged.length} of ${verdicts.length} mutants, ${file}:${line}`);
      const verdict = before.result === "survived" ? await evaluation.judge(before) : before;
      judged.push(verdict);
      if (verdict.result !== "survived" || phase !== phases.at(-1)) continue;
      showProgress("");
      console.log(survivorLine(verdict));
    }
    await evaluation.stop();
    verdicts = judged;
  }
  showProgress("");
  return verdicts;
}

const verdicts: Verdict[] = [];
try {
  for (const suite of Object.values(SUITES)) verdicts.push(...(await mutate(suite)));
  console.log(tableOf(verdicts));
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}
