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

const CLOSING = `## What is not here

- A clause that a deployment violates: that is a verdict, and the report shows it with its evidence.
- What msw, Playwright and Prism say themselves. To the one that users of \`orders-kit/browser\` meet most often, a service
  worker script that is not there or of another version, the answer is \`npx orders-kit init DIR\`.
- \`orders-kit itself broke\`: our mistake, with its stack trace. It ends with exit code 3; please report it.
- Types: options that TypeScript would refuse are looked at only where a wrong one would go unnoticed.
`;

export function errorsPage(): string {
  const parts = PROBLEM_PARTS.map(([title, problems]) => {
    const rows = Object.values(problems).map(
      ({ code, line, exitCode }) => `| \`${code}\` | ${line}${exitCode === 3 ? " Exit code 3." : ""} |`,
    );
    return `## ${title}\n\n| code | when, and what to do |\n|---|---|\n${rows.join("\n")}\n`;
  });
  return [OPENING, ...parts, CLOSING].join("\n");
}
