/** What a Playwright run of the contract suite tells of each clause. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ContractOptions } from "../playwright/contract.ts";
import { type ProcessResult, runContract, type StartOptions } from "./servers/cli-runner.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** The test of a clause. */
export interface ToldClause {
  /** The clause. */
  readonly id: string;
  /** Of the test, as the report shows it. */
  readonly file: string;
  readonly status: "expected" | "unexpected" | "skipped" | "flaky";
  /** Why it is skipped. */
  readonly why: string | undefined;
  /** How much of a held clause was tried, where that is not all. */
  readonly part: string | undefined;
  /** The names of those of its first result that are ours. */
  readonly attachments: readonly string[];
}

interface Annotation {
  readonly type: string;
  readonly description?: string;
}

/** A suite in the JSON report of Playwright. */
interface Suite {
  readonly suites?: readonly Suite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly file: string;
    readonly tests: readonly {
      readonly status: ToldClause["status"];
      readonly annotations: readonly Annotation[];
      readonly results: readonly { readonly attachments: readonly { readonly name: string }[] }[];
    }[];
  }[];
}

export interface ToldRun extends ProcessResult {
  readonly told: readonly ToldClause[];
  /** The folder of the JSON report. */
  readonly results: string;
}

/** Runs the suite for a target. */
export async function tellContract(
  target: ContractOptions,
  flags: readonly string[],
  { env, ...start }: StartOptions,
): Promise<ToldRun> {
  const results = temporaryFolder();
  const file = join(results, "results.json");
  const ended = await runContract([target], ["--reporter=list,json", ...flags], {
    ...start,
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  });
  return { ...ended, results, told: toldIn(JSON.parse(readFileSync(file, "utf8"))) };
}

function toldIn({ suites = [], specs = [] }: Suite): ToldClause[] {
  const noteOf = (type: string, annotations: readonly Annotation[]) =>
    annotations.find((one) => one.type === type)?.description;
  const own = specs.map(({ title, file, tests: [test] }) => ({
    id: title.split(":")[0]!,
    file,
    status: test!.status,
    why: noteOf("skip", test!.annotations),
    part: noteOf("held", test!.annotations),
    // Playwright adds an "error-context".
    attachments: test!.results[0]!.attachments.flatMap(({ name }) =>
      name.includes(".") ? [name] : [],
    ),
  }));
  return [...own, ...suites.flatMap(toldIn)];
}

/** The clauses whose tests have a status. */
export function clausesThat(wanted: ToldClause["status"], { told }: ToldRun): string[] {
  return told.flatMap(({ id, status }) => (status === wanted ? [id] : []));
}
