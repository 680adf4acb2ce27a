/** Commands for the CI runner that shows the log: what a deployment or a user has written must not be read as one. */
import { escapeLine } from "../contract-tests/client/masking/escape-text.ts";

/**
 * A text for the log in which nothing is a command: those of GitHub's runner begin a line with `::`, older ones (`##[…]`), and
 * those of Azure (`##vso[…]`) and TeamCity (`##teamcity[…]`), may stand anywhere in one.
 */
export function withoutWorkflowCommands(text: string): string {
  return text.replace(/^(\s*):(?=:)/gm, "$1: ").replace(/##(?=\w*\[)/g, "# #");
}

/** Like withoutWorkflowCommands, but for JSON: the text changes, the value does not. */
export function jsonWithoutWorkflowCommands(json: string): string {
  return json.replaceAll("##", "#\\u0023");
}

export type AnnotationKind = "error" | "warning" | "notice";

/** A command for the runner of GitHub Actions. What a deployment or a user wrote is escaped, so that it cannot become another one. */
export function annotation(kind: AnnotationKind, title: string, text: string): string {
  const name = escaped(`orders-kit: ${title}`).replaceAll(":", "%3A").replaceAll(",", "%2C");
  return `::${kind} title=${name}::${escaped(text)}\n`;
}

/** As in @actions/toolkit. */
function escaped(text: string): string {
  return escapeLine(text).replaceAll("%", "%25");
}
