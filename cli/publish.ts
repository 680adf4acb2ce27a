/** Ends a run: writes its files and prints its text, unless one of them contains a secret. */
import { createHash } from "node:crypto";
import { appendFile, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { escapeLine } from "../contract-tests/client/masking/escape-text.ts";
import { type Secret, withoutSecrets } from "../contract-tests/client/masking/redaction.ts";
import type { Report } from "../contract-tests/report/schema.ts";
import { reportPage } from "../contract-tests/report/writers/html/report-page.ts";
import { renderJson } from "../contract-tests/report/writers/json.ts";
import { renderJunit } from "../contract-tests/report/writers/junit.ts";
import { printMarkdown } from "../contract-tests/report/writers/markdown.ts";
import { printReport } from "../contract-tests/report/writers/terminal/terminal.ts";
import {
  checkFolder,
  MARKDOWN_MARK,
  removeFiles,
  writeFiles,
} from "../contract-tests/report/writers/write-files.ts";
import { UserError } from "../spec/errors/user-error.ts";
import { isJsonObject, jsonIn } from "../spec/json/json.ts";
import type { CommandIo } from "./command.ts";
import { NOT_JUDGED } from "./process-events.ts";
import { terminalOptions } from "./terminal.ts";
import { jsonWithoutWorkflowCommands } from "./workflow-commands.ts";

const DEFAULT_FOLDER = "orders-kit-report";

export const REPORT_FLAG = {
  "report DIR":
    "the folder of report.json, junit.xml, index.html and summary.md (orders-kit-report/TARGET)",
} as const;

/** The files that {@link publishReport} writes. */
export const REPORT_FILES = ["report.json", "junit.xml", "index.html", "summary.md"];

interface Publication {
  readonly folder: string;
  readonly secrets: readonly Secret[];
  /** How to print the report; "nothing" if the command prints several reports as one. */
  readonly shown: "json" | "text" | "nothing";
  /** Exit code of the command, if it differs from the report's. */
  readonly exitCode?: number;
}

/**
 * Writes the report of a run, and adds it to the summary of a GitHub job. A run whose report cannot
 * be written does not pass. If a text contains a secret, throws a UserError and writes nothing.
 */
export async function publishReport(
  report: Report,
  { folder, secrets, shown, exitCode = report.exitCode }: Publication,
  io: CommandIo,
): Promise<{ readonly json: string; readonly exitCode: number }> {
  const json = renderJson(report);
  // All texts in the files come from the report, so one search covers them.
  withoutSecrets(json, secrets, "the report");
  const summary = printMarkdown(report);
  const files = [
    ["report.json", json],
    ["junit.xml", renderJunit(report)],
    ["index.html", reportPage(report)],
    ["summary.md", `${MARKDOWN_MARK}\n${summary}`],
  ] as const;
  const textWith = {
    json: () => jsonWithoutWorkflowCommands(json),
    text: (reportAt?: string) => printReport(report, { ...terminalOptions(io), reportAt }),
    nothing: () => "",
  }[shown];
  const text = textWith(join(folder, "index.html"));
  // The terminal text also contains the folder's name.
  withoutSecrets(text, secrets, "the text for the terminal");
  const isWritten = await writeFiles(files, folder).then(
    () => true,
    (error: unknown) => {
      if (!(error instanceof UserError)) throw error;
      io.stderr.write(`${error.display}\n`);
      return false;
    },
  );
  io.stdout.write(isWritten ? text : textWith());
  const { GITHUB_STEP_SUMMARY: jobSummary } = io.env;
  // Not an error: summary.md has the same text.
  if (jobSummary) await appendFile(jobSummary, `${summary}\n`).catch(() => undefined);
  return { json, exitCode: isWritten || exitCode !== 0 ? exitCode : NOT_JUDGED };
}

/**
 * Removes an earlier run's report, which could be mistaken for this run's. Tells the user if that
 * report was about another target.
 */
export async function removeReport(folder: string, target: string, io: CommandIo): Promise<void> {
  const text = await readFile(join(folder, "report.json"), "utf8").catch(() => "");
  await removeFiles(REPORT_FILES, folder);
  const before = jsonIn(text);
  const other = isJsonObject(before) ? before.target : undefined;
  if (!isJsonObject(other)) return;
  const name = String(other.name ?? other.url);
  if (name === target) return;
  io.stderr.write(
    `${folder} had the report of ${escapeLine(name)}, which this one replaces. --report DIR writes to another folder.\n`,
  );
}

/**
 * Returns the folder in `--report`. Throws a UserError, before a run is wasted, if we cannot write
 * to the folder or it contains someone else's files.
 */
export async function reportFolder(flag: string | undefined, io: CommandIo): Promise<string> {
  const folder = resolve(io.cwd ?? ".", flag ?? DEFAULT_FOLDER);
  await checkFolder(folder, REPORT_FILES);
  return folder;
}

/** Gives each target a folder of its own; a single target gets the one in `--report`. */
export function reportFolders(
  flag: string | undefined,
  targets: readonly string[],
  io: CommandIo,
): Promise<readonly string[]> {
  const own = (target: string): string => join(flag ?? DEFAULT_FOLDER, folderName(target));
  const folders = flag !== undefined && targets.length === 1 ? [flag] : targets.map(own);
  return Promise.all(folders.map((folder) => reportFolder(folder, io)));
}

/**
 * Returns the name if every file system can keep it unchanged, and otherwise a readable form with a
 * hash that distinguishes similar names.
 */
function folderName(target: string): string {
  if (/^[a-z0-9][a-z0-9_-]*$/.test(target)) return target;
  const readable = target.replace(/^https?:\/\//i, "").replace(/[^A-Za-z0-9_.-]+/g, "-");
  const hash = createHash("sha256").update(target).digest("hex").slice(0, 6);
  return `${readable}-${hash}`;
}
