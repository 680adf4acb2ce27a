/** The results as text: a table by file, and the mutants that survive. */
import type { Verdict } from "./evaluation.ts";

const HEAD = ["file", "mutants", "killed", "timed out", "survived", "share"];

export function tableOf(verdicts: readonly Verdict[]): string {
  const files = [...new Set(verdicts.map(({ mutant }) => mutant.file))].toSorted();
  const rows = files.map((file) =>
    rowOf(
      file,
      verdicts.filter(({ mutant }) => mutant.file === file),
    ),
  );
  const table = [HEAD, ...rows, rowOf("all", verdicts)];
  const widths = HEAD.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  return table
    .map((row) => row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join("  "))
    .join("\n");
}

function rowOf(name: string, verdicts: readonly Verdict[]): string[] {
  const count = (result: Verdict["result"]) => verdicts.filter((verdict) => verdict.result === result).length;
  const survived = count("survived");
  const share = `${Math.round((survived / verdicts.length) * 100)} %`;
  return [name, verdicts.length, count("killed"), count("timed out"), survived, share].map(String);
}

/** A survivor in one line: its place, what was changed, and how many of the runs that reach it were tried. */
export function survivorLine({ mutant, reached, tried }: Verdict): string {
  const { file, line, column, mutator, original, mutated } = mutant;
  const runs = reached === 0 ? "no run reaches it" : `${tried} of ${reached} runs`;
  return `${file}:${line}:${column}  ${mutator}: ${original} → ${mutated}  (${runs})`;
}
