/** The run that the tests of one `contractTests` tell. The first of them makes it; a worker that starts after a failure reads its outcome. */
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

/** The result of the run, or why it could not be made. */
export interface Outcome {
  /** True if the test of a clause that was not proven fails. */
  readonly requireProven?: boolean | undefined;
  /** The id of the test that tells what is true of the run as a whole. */
  readonly firstTest: string;
  readonly report?: Report;
  readonly error?: string | undefined;
}

/** The run, as a worker sees it. */
export class ContractRun {
  /** Violations whose tests are skipped, because that of the headline tells them. */
  readonly skippedViolations: string[] = [];
  readonly #options: ContractOptions;
  readonly #stop = new AbortController();
  #outcome: Promise<Outcome> | undefined;
  #file = "";

  constructor(options: ContractOptions) {
    this.#options = options;
  }

  outcome(test: TestInfo): Promise<Outcome> {
    this.#outcome ??= this.#findOutcome(test);
    return this.#outcome;
  }

  async #findOutcome({ project, repeatEachIndex, titlePath, testId }: TestInfo): Promise<Outcome> {
    const run = JSON.stringify([project.name, repeatEachIndex, ...titlePath.slice(0, -1)]);
    this.#file = join(runFolder(), createHash("sha256").update(run).digest("hex"));

    if (existsSync(this.#file)) return JSON.parse(readFileSync(this.#file, "utf8")) as Outcome;
    const outcome = { firstTest: testId, ...(await this.#run().catch(whyNotMade)) };
    await writeWhole(this.#file, JSON.stringify(outcome));
    return outcome;
  }

  async #run(): Promise<Pick<Outcome, "report" | "requireProven">> {
    const onNote = (note: string): void => console.error(note);
    const options = { ...this.#options, onNote, signal: this.#stop.signal };
    const { report, secrets, requireProven } = await verifyTarget(options);
    withoutSecrets(JSON.stringify(report), secrets, "the report");
    return { report, requireProven };
  }

  /** Remembers, for all workers of the run, that a test has failed. */
  noteFailure(): void {
    writeFileSync(`${this.#file}.failed`, "");
  }

  /**
   * Ends a run that is under way, with its `teardown`. Throws where a violation was skipped and no test has failed: that of its headline
   * was not selected.
   */
  async end(): Promise<void> {
    this.#stop.abort();
    await this.#outcome;
    if (this.skippedViolations.length > 0 && !existsSync(`${this.#file}.failed`))
      throw withoutStack(this.skippedViolations.join("\n"));
  }
}

/** The stack is for a fault of this package, not for one of the user. */
function whyNotMade(error: Error): { readonly error: string | undefined } {
  return { error: error instanceof UserError ? error.display : error.stack };
}

/** An error without a stack, which would only show files of this package. */
export function withoutStack(message: string): Error {
  return Object.assign(new Error(message), { stack: message });
}
