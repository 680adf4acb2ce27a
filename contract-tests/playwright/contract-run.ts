/**
 * The run behind the tests of one `contractTests`. The first test makes the run; a worker that
 * starts after a failure reads its outcome.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestInfo } from "../../mock/playwright/runner.ts";
import { UserError } from "../../spec/errors/user-error.ts";
import { withoutSecrets } from "../client/masking/redaction.ts";
import type { Report } from "../report/schema.ts";
import { writeWhole } from "../report/writers/write-files.ts";
import type { SettingOptions } from "../targets/settings/settings.ts";
import { type VerifyOptions, verifyTarget } from "../verify.ts";
import { runFolder } from "./run-folder.ts";

export interface ContractOptions extends SettingOptions, Pick<VerifyOptions, "target" | "only"> {}

/** The result of the run, or why there is none. */
export interface RunOutcome {
  /** True if the test of an unproven clause fails. */
  readonly requireProven?: boolean | undefined;
  /** The id of the test that also reports on the run as a whole. */
  readonly firstTest: string;
  readonly report?: Report;
  readonly error?: string | undefined;
}

/** The run as seen from one worker. */
export class ContractRun {
  /** Violations whose tests are skipped because they follow from a headline with its own test. */
  readonly skippedViolations: string[] = [];
  readonly #options: ContractOptions;
  readonly #stop = new AbortController();
  #outcome: Promise<RunOutcome> | undefined;
  #file = "";

  constructor(options: ContractOptions) {
    this.#options = options;
  }

  outcome(test: TestInfo): Promise<RunOutcome> {
    this.#outcome ??= this.#findOutcome(test);
    return this.#outcome;
  }

  async #findOutcome({
    project,
    repeatEachIndex,
    titlePath,
    testId,
  }: TestInfo): Promise<RunOutcome> {
    const run = JSON.stringify([project.name, repeatEachIndex, ...titlePath.slice(0, -1)]);
    this.#file = join(runFolder(), createHash("sha256").update(run).digest("hex"));

    if (existsSync(this.#file)) return JSON.parse(readFileSync(this.#file, "utf8")) as RunOutcome;
    const outcome = { firstTest: testId, ...(await this.#run().catch(whyNotMade)) };
    await writeWhole(this.#file, JSON.stringify(outcome));
    return outcome;
  }

  async #run(): Promise<Pick<RunOutcome, "report" | "requireProven">> {
    const onNote = (note: string): void => console.error(note);
    const options = { ...this.#options, onNote, signal: this.#stop.signal };
    const { report, secrets, requireProven } = await verifyTarget(options);
    withoutSecrets(JSON.stringify(report), secrets, "the report");
    return { report, requireProven };
  }

  /** Tells all workers of the run that a test has failed. */
  noteFailure(): void {
    writeFileSync(`${this.#file}.failed`, "");
  }

  /**
   * Stops an unfinished run, including its `teardown`. Throws if a violation was skipped and no
   * test has failed: the test of its headline was not selected then.
   */
  async end(): Promise<void> {
    this.#stop.abort();
    await this.#outcome;
    if (this.skippedViolations.length > 0 && !existsSync(`${this.#file}.failed`))
      throw withoutStack(this.skippedViolations.join("\n"));
  }
}

/** Shows the stack only for a bug of this package, not for a UserError. */
function whyNotMade(error: Error): { readonly error: string | undefined } {
  return { error: error instanceof UserError ? error.display : error.stack };
}

/** Makes an error without a stack, which would show only files of this package. */
export function withoutStack(message: string): Error {
  return Object.assign(new Error(message), { stack: message });
}
