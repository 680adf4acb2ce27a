/** Keeps what a deployment or a user has written from being read as a command by the CI runner that shows the log. */

/**
 * A text for the log in which nothing is a command: those of GitHub's runner begin a line with `::`, older ones (`##[…]`), and
 * those of Azure (`##vso[…]`) and TeamCity (`##teamcity[…]`), may stand anywhere in one.
 */
export function withoutWorkflowCommands(text: string): string {
  return text.replace(/^(\s*):(?=:)/gm, "$1: ").replace(/##(?=\w*\[)/g, "# #");
}

/** The same for JSON: the text changes, the value does not. */
export function jsonWithoutWorkflowCommands(json: string): string {
  return json.replaceAll("##", "#\\u0023");
}
