/** errors.md: the table of problems for people who search for a code. */
import { PROBLEM_PARTS } from "./problems.ts";

const OPENING = `# Errors

<!-- Derived from spec/problems/ by \`npm run generate\`. Not to be edited. -->

An error of orders-kit is one line that says what happened, where, and what to do. It ends with its code in brackets:

\`\`\`
$ orders-kit verfy
orders-kit has no command "verfy". Did you mean verify? Valid: mock, verify, … [unknown-command]
\`\`\`

Where a mistake stands in a file, the line follows with a caret below the place. In programs the error is a \`UserError\`
with the same \`code\`; the mock's control sends it as \`code\` of its problem details. A command ends with exit code 2:
it was called in a wrong way, or its configuration is wrong. Exit code 3 says that nothing was judged.
`;

export function errorsPage(): string {
  const parts = PROBLEM_PARTS.map(([title, problems]) => {
    const rows = Object.values(problems).map(
      ({ code, line, exitCode }) => `| \`${code}\` | ${line}${exitCode === 3 ? " Exit code 3." : ""} |`,
    );
    return `## ${title}\n\n| code | when, and what to do |\n|---|---|\n${rows.join("\n")}\n`;
  });
  return [OPENING, ...parts].join("\n");
}
