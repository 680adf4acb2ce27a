/** What a test hands to the reporters: the result of its check, and the run that it belongs to, as an attachment. */

import { readFileSync } from "node:fs";
import type { TestResult } from "playwright/types/testReporter";
import type { CheckResult } from "./check.ts";
import type { Run } from "./setting.ts";

/** The run as the report names it; nothing of it is secret. */
type RunIdentity = { readonly url: string; readonly readOnly: boolean } & Pick<Run, "name" | "only">;

export interface Outcome {
  readonly run: RunIdentity;
  readonly result: CheckResult;
}

const NAME = "check-result";

export function writeOutcome({ name, only, setting }: Run, result: CheckResult) {
  const run: RunIdentity = {
    url: setting.baseUrl,
    readOnly: setting.readOnly,
    ...(name !== undefined && { name }),
    ...(only !== undefined && { only }),
  };
  const outcome: Outcome = { run, result };
  return [NAME, { body: JSON.stringify(outcome), contentType: "application/json" }] as const;
}

/** The outcome of a test; undefined when its check did not come to an end. Merged blob reports hold it as a file. */
export function readOutcome({ attachments }: Pick<TestResult, "attachments">): Outcome | undefined {
  const attachment = attachments.find(({ name }) => name === NAME);
  const text = attachment?.body ?? (attachment?.path === undefined ? undefined : readFileSync(attachment.path));
  return text === undefined ? undefined : (JSON.parse(text.toString()) as Outcome);
}
