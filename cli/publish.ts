/** The end of a run: its files are written and its text is printed, unless a secret is found in one of them. */
import { createHash } from "node:crypto";
import { appendFile, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { isJsonObject, jsonIn } from "../contract-tests/assertions/body.ts";
import { escapeLine } from "../contract-tests/client/escape-text.ts";
import { type Secret, withoutSecrets } from "../contract-tests/client/redaction.ts";
import { reportPage } from "../contract-tests/report/html/report-page.ts";
import { renderJson } from "../contract-tests/report/json.ts";
import { renderJunit } from "../contract-tests/report/junit.ts";
import { printMarkdown } from "../contract-tests/report/markdown.ts";
import type { Report } from "../contract-tests/report/report.ts";
import { printReport } from "../contract-tests/report/terminal/terminal.ts";
import { MARKDOWN_MARK, writeFiles } from "../contract-tests/report/write-files.ts";
import { UserError } from "../spec/errors/user-error.ts";
import type { CommandIo } from "./command.ts";
import { terminalOptions } from "./terminal.ts";
import { jsonWithoutWorkflowCommands } from "./workflow-commands.ts";

const DEFAULT_FOLDER = "orders-kit-report";

export const REPORT_FLAG = {
  "report DIR":
    "the folder of report.json, junit.xml, index.html and summary.md (orders-kit-report/TARGET)",
} as const;

type ReportFile = readonly [name: string, text: string];

interface Output {
  readonly files: readonly ReportFile[];
  /** The folder of the files; without one, they are not written. */
  readonly folder: string | undefined;
  /** The text for stdout. */
  readonly text: string;
  /** The secrets of the run. */
  readonly secrets: readonly Secret[];
}

/** Throws a UserError, and writes nothing, when a text holds a secret. */
export async function publish(
  { files, folder, text, secrets }: Output,
  io: CommandIo,
): Promise<void> {
  for (const [name, content] of [["the text for the terminal", text], ...files] as const)
    withoutSecrets(content, secrets, name);
  if (folder !== undefined)
    await writeFiles(files, folder).catch((error: unknown) => {
      // Files that cannot be written cost the files, not the verdict.
      if (!(error instanceof UserError)) throw error;
      io.stderr.write(`${error.display}\n`);
    });
  io.stdout.write(text);
}

/** The files that {@link publishReport} writes. */
export const REPORT_FILES = ["report.json", "junit.xml", "index.html", "summary.md"];

/** How the report of a run is printed; nothing where the command prints several as one. */
type Shown = "json" | "text" | "nothing";

/** Writes the report of a run, which also goes to the summary of a GitHub job. Resolves with its JSON. */
export async function publishReport(
  report: Report,
  {
    folder,
    secrets,
    shown,
  }: { readonly folder: string; readonly secrets: readonly Secret[]; readonly shown: Shown },
  io: CommandIo,
): Promise<string> {
  const json = renderJson(report);
  // The files are made from the report: one name says it all.
  withoutSecrets(json, secrets, "the report");
  const summary = printMarkdown(report);
  const files = [
    ["report.json", json],
    ["junit.xml", renderJunit(report)],
    ["index.html", reportPage(report)],
    ["summary.md", `${MARKDOWN_MARK}\n${summary}`],
  ] as const;
  const reportAt = join(folder, "index.html");
  const text = {
    json: () => jsonWithoutWorkflowCommands(json),
    text: () => printReport(report, { ...terminalOptions(io), reportAt }),
    nothing: () => "",
  }[shown]();
  const replaced = await otherReportIn(folder, report);
  if (replaced !== undefined) io.stderr.write(`${replaced}\n`);
  await publish({ files, folder, text, secrets }, io);
  const { GITHUB_STEP_SUMMARY: jobSummary } = io.env;
  // A summary that cannot be written is not an error: summary.md has the same text.
  if (jobSummary) await appendFile(jobSummary, `${summary}\n`).catch(() => undefined);
  return json;
}

/** Says that a folder has the report of another target, which is about to be replaced. */
async function otherReportIn(folder: string, { target }: Report): Promise<string | undefined> {
  const text = await readFile(join(folder, "report.json"), "utf8").catch(() => "");
  const before = jsonIn(text);
  const other = isJsonObject(before) ? before.target : undefined;
  if (!isJsonObject(other)) return undefined;
  const name = String(other.name ?? other.url);
  if (name === (target.name ?? target.url)) return undefined;
  return `${folder} had the report of ${escapeLine(name)}, which this one replaces. --report DIR writes to another folder.`;
}

/** The folder that `--report` names. */
export function reportFolder(flag: string | undefined, io: CommandIo): string {
  return resolve(io.cwd ?? ".", flag ?? DEFAULT_FOLDER);
}

/** A folder for each target, which no other target has; the one that `--report` names for a single target. */
export function reportFolders(
  flag: string | undefined,
  targets: readonly string[],
  io: CommandIo,
): readonly string[] {
  const folder = reportFolder(flag, io);
  if (flag !== undefined && targets.length === 1) return [folder];
  return targets.map((target) => join(folder, folderName(target)));
}

/** The name itself where each file system has it as it is; else a readable form, with a hash that tells it from its like. */
function folderName(target: string): string {
  if (/^[a-z0-9][a-z0-9_-]*$/.test(target)) return target;
  const readable = target.replace(/^https?:\/\//i, "").replace(/[^A-Za-z0-9_.-]+/g, "-");
  const hash = createHash("sha256").update(target).digest("hex").slice(0, 6);
  return `${readable}-${hash}`;
}
