/** What can find a mutant: each job runs mutated code, and rejects when the result is not what it must be. */

import { CHOSEN } from "../../contract-tests/corpus/chosen.ts";
import { expectJudgement } from "../../contract-tests/corpus/expectation.ts";
import { judgeVariant } from "../../contract-tests/corpus/judge-variant.ts";
import { finderOf, sampleOf } from "../../contract-tests/corpus/sample.ts";
import { MODES } from "../../contract-tests/corpus/variant.ts";
import { verify } from "../../contract-tests/verify.ts";
import { ADAPTER_CASES } from "../../mock/testing/adapter-cases.ts";
import { openHttp } from "../../mock/testing/adapter-clients.ts";
import { runCase } from "../../mock/testing/adapter-suite.ts";
import { COLLECTED, expect } from "./collected-tests.ts";
import type { Suite } from "./suites.ts";

export interface Job {
  readonly name: string;
  /** The file of a test. */
  readonly file?: string;
  /** Whether it runs only on mutants that survive all others. */
  readonly isLate?: boolean;
  /** The check that must find something. */
  readonly finder?: string | undefined;
  /** What it is about: the clauses that a fault breaks, the ruling of other variants. */
  readonly subject?: string;
  run(): Promise<void>;
}

/** `tests` are files, as paths from the root. */
export async function loadJobs(judge: Suite["judge"], tests: readonly string[]): Promise<readonly Job[]> {
  const jobs: Job[] = [];
  for (const file of tests) {
    await import(new URL(`../../${file.replace(/\.ts$/, ".js")}`, import.meta.url).href);
    for (const { title, run } of COLLECTED.splice(0)) jobs.push({ name: `${file} › ${title}`, file, run });
  }
  return [...jobs, ...JUDGES[judge]];
}

const SAMPLE = new Set(sampleOf(CHOSEN));

const CORPUS: readonly Job[] = MODES.flatMap((mode) =>
  CHOSEN.map((variant) => ({
    isLate: !SAMPLE.has(variant),
    name: `${mode}: ${variant.kind} ${variant.id}`,
    finder: finderOf(variant, mode),
    subject: `${mode}: ${variant.kind === "fault" ? variant.clauses.join(" ") : variant.ruling}`,
    run: async () => expectJudgement(variant, mode, await judgeVariant(variant, mode)),
  })),
);

const ADAPTER: readonly Job[] = ADAPTER_CASES.filter(({ except }) => except?.http === undefined).map((one) => ({
  name: `over HTTP: ${one.name}`,
  run: () => runCase(one, openHttp),
}));

const GATE_ON_MOCK: Job = {
  name: "the gate on the mock",
  async run() {
    const { clauses, broken, advice } = await verify({ target: "mock" });
    const open = clauses.filter(({ verdict }) => verdict !== "held");
    expect({ broken, advice, open }).toEqual({ broken: [], advice: [], open: [] });
  },
};

const JUDGES: Readonly<Record<Suite["judge"], readonly Job[]>> = {
  corpus: [GATE_ON_MOCK, ...CORPUS],
  gate: [GATE_ON_MOCK, ...ADAPTER],
};
