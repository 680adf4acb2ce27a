/** The one run of a Playwright run: the first worker makes it, and one that starts after a failure reads its report. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CLAUSES, type ClauseId } from "../../spec/clauses/index.ts";
import type { Report } from "../report/report.ts";
import type { TargetOptions } from "../targets/target.ts";
import { verifyTarget } from "../verify.ts";

export interface ContractRunOptions extends TargetOptions {
  readonly only?: readonly ClauseId[] | undefined;
}

/** `outputDir` is that of the Playwright project, which is emptied at the start of a run. Throws a UserError as `verify` does. */
export async function reportOfRun(options: ContractRunOptions, outputDir: string): Promise<Report> {
  const file = join(outputDir, ".orders-kit", `${fingerprint(options)}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as Report;
  const { report } = await verifyTarget({ ...options, onNote: (note) => console.error(note) });
  mkdirSync(join(file, ".."), { recursive: true });
  // Other processes never see a part of the file.
  writeFileSync(`${file}.part`, JSON.stringify(report));
  renameSync(`${file}.part`, file);
  return report;
}

/** Tells the runs of two `contractTests` of one project apart. */
function fingerprint({
  target = "mock",
  pending = [],
  shipped = [],
  only,
  thorough = false,
  readOnly = false,
}: ContractRunOptions): string {
  const parts = [
    target,
    thorough,
    readOnly,
    ...pending,
    "/",
    ...shipped,
    "/",
    ...(only ?? CLAUSES.map(({ id }) => id)),
  ];
  return createHash("sha256").update(parts.join(" ")).digest("hex").slice(0, 16);
}

/** The stack would only show the files of orders-kit. */
export function withoutStack(message: string): Error {
  const error = new Error(message);
  error.stack = message;
  return error;
}

/**
 * Calls `test` in this file. Where all tests of a spec come from one file with another extension, such as .js, Playwright takes that file
 * for the spec's source, and a filter by the name of the spec finds no tests. So they come from two files.
 */
export function testFromAnotherFile<Given extends unknown[]>(
  test: (...given: Given) => void,
  ...given: Given
): void {
  test(...given);
}
