/** Collects what a Playwright run of the contract suite tells about each clause. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ContractOptions } from "../playwright/contract.ts";
import { type ProcessResult, runContract, type StartOptions } from "./servers/cli-runner.ts";
import { temporaryFolder } from "./temporary-folder.ts";

export interface ToldClause {
  readonly id: string;
  /** The test's file, as the report shows it. */
  readonly file: string;
  readonly status: "expected" | "unexpected" | "skipped" | "flaky";
  /** Why the test is skipped. */
  readonly why: string | undefined;
  /** How much of a held clause was tried, unless all was. */
  readonly part: string | undefined;
  /** Names of our own attachments of the first result. */
  readonly attachments: readonly string[];
}

interface Annotation {
  readonly type: string;
  readonly description?: string;
}

/** A suite in Playwright's JSON report. */
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

/** Returns the clauses whose tests have this status. */
export function clausesThat(wanted: ToldClause["status"], { told }: ToldRun): string[] {
  return told.flatMap(({ id, status }) => (status === wanted ? [id] : []));
}
