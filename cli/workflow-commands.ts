/**
 * Commands for the CI runner that shows the log. Text from a deployment or a user must never be
 * read as one.
 */
import { escapeLine } from "../contract-tests/client/masking/escape-text.ts";

/**
 * Returns text for a log that contains no commands. Those of GitHub's runner start a line with
 * `::`; its older ones (`##[…]`), and those of Azure (`##vso[…]`) and TeamCity (`##teamcity[…]`),
 * may stand anywhere in a line.
 */
export function withoutWorkflowCommands(text: string): string {
  return text.replace(/^(\s*):(?=:)/gm, "$1: ").replace(/##(?=\w*\[)/g, "# #");
}

/** Like withoutWorkflowCommands, for JSON: changes the text but not the value. */
export function jsonWithoutWorkflowCommands(json: string): string {
  return json.replaceAll("##", "#\\u0023");
}

export type AnnotationKind = "error" | "warning" | "notice";

/**
 * A command for the GitHub Actions runner. We escape text from a deployment or a user, so that it
 * cannot become another command.
 */
export function annotation(kind: AnnotationKind, title: string, text: string): string {
  const name = escapeData(`orders-kit: ${title}`).replaceAll(":", "%3A").replaceAll(",", "%2C");
  return `::${kind} title=${name}::${escapeData(text)}\n`;
}

/** Escapes as @actions/toolkit does. */
function escapeData(text: string): string {
  return escapeLine(text).replaceAll("%", "%25");
}
