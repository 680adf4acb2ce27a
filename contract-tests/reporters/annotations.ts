/** What GitHub Actions shows beside a run: workflow commands for the violated clauses and the advice. */
import { randomUUID } from "node:crypto";
import type { Report } from "../report.ts";
import { visibleLine } from "../visible.ts";
import { withVerdict } from "./view.ts";

/** GitHub shows ten of a kind a step, and drops the others without a word. */
const MOST = 10;

/** Lines for stdout, none of which the deployment's words can turn into another command. */
export function annotations(report: Report): string[] {
  const errors = [
    ...(report.why === undefined ? [] : [{ title: "not judged", message: report.why }]),
    ...report.broken.map(({ check, why }) => ({ title: `${check} did not run to its end`, message: why })),
    ...withVerdict(report, "violated").map(({ id, statement, why }) => ({
      title: id,
      message: why === undefined ? statement : `${statement} ${why}`,
    })),
  ];
  const warnings = report.advice.map(({ id, why }) => ({ title: id, message: why }));
  return [...commands("error", errors), ...commands("warning", warnings)];
}

/**
 * A text for the log. GitHub's runner takes commands from whatever a step prints, older ones (`##[…]`) from anywhere in a
 * line; between these two marks it takes none, whatever the deployment has said.
 */
export function withoutCommands(text: string): string {
  const mark = randomUUID();
  return `::stop-commands::${mark}\n${text}\n::${mark}::\n`;
}

function commands(kind: "error" | "warning", notes: readonly { title: string; message: string }[]): string[] {
  const rest = notes.slice(MOST - 1);
  const shown = notes.length <= MOST ? notes : notes.slice(0, MOST - 1);
  const more =
    notes.length <= MOST ? [] : [{ title: `${rest.length} more`, message: rest.map(({ title }) => title).join(", ") }];
  return [...shown, ...more].map(
    ({ title, message }) => `::${kind} title=${property(`orders-kit: ${title}`)}::${data(message)}`,
  );
}

/** As the toolkit of GitHub Actions escapes them. */
function data(text: string): string {
  return visibleLine(text).replaceAll("%", "%25");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
