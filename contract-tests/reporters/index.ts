/** The reports of a run as files. */
import { constants, existsSync } from "node:fs";
import { access, appendFile, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { causeOf, PROBLEMS } from "../../spec/problems.ts";
import type { Report } from "../report.ts";
import { renderHtml } from "./html.ts";
import { renderJunit } from "./junit.ts";
import { renderSummary } from "./summary.ts";

export { annotations, withoutCommands } from "./annotations.ts";
export { colorFor } from "./ansi.ts";
export { progressLine, renderTerminal } from "./terminal.ts";

/** The report as JSON: what `--json` prints and report.json holds. Order ids stand in its texts, digit by digit. */
export function reportJson(report: Report): string {
  return `${JSON.stringify(report, undefined, 2)}\n`;
}

/**
 * Writes report.json, junit.xml, index.html and summary.md, and appends to the summary of the GitHub job where there is
 * one. Each file is whole or not there: it is written beside its place and then moved. Resolves with the paths; throws
 * a UserError when the folder cannot be written.
 */
export async function writeReports(
  report: Report,
  { dir, env }: { readonly dir: string; readonly env: Readonly<Record<string, string | undefined>> },
): Promise<string[]> {
  const summary = renderSummary(report);
  const files: [name: string, text: string][] = [
    ["report.json", reportJson(report)],
    ["junit.xml", renderJunit(report)],
    ["index.html", renderHtml(report)],
    ["summary.md", summary],
  ];
  const paths = await writeFiles(files, dir);
  // A job summary that takes nothing loses nothing: the same text stands in summary.md.
  if (env.GITHUB_STEP_SUMMARY) await appendFile(env.GITHUB_STEP_SUMMARY, `${summary}\n`).catch(() => undefined);
  return paths;
}

/** Whether a folder can be written, asked before a run that would be lost. Makes nothing; throws a UserError when it cannot. */
export async function checkFolder(dir: string): Promise<void> {
  let there = dir;
  try {
    while (!existsSync(there)) there = dirname(there);
    // The folder itself, or the one in which it will be made.
    await readdir(there);
    await access(there, constants.W_OK);
  } catch (error) {
    throw PROBLEMS.reportNotWritten(dir, causeOf(error));
  }
}

/** Files of a folder, each whole or not there. Throws a UserError when the folder cannot be written. */
export async function writeFiles(
  files: readonly (readonly [name: string, text: string])[],
  dir: string,
): Promise<string[]> {
  try {
    await mkdir(dir, { recursive: true });
    return await Promise.all(files.map(([name, text]) => writeWhole(join(dir, name), text)));
  } catch (error) {
    throw PROBLEMS.reportNotWritten(dir, causeOf(error));
  }
}

export async function writeWhole(path: string, text: string): Promise<string> {
  const draft = `${path}.${process.pid}.draft`;
  try {
    await writeFile(draft, text);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  return path;
}
