/** errors.md: the texts of all errors, for a search by code. */
import { USER_ERROR_GROUPS } from "../errors/user-errors.ts";

const OPENING = `# Errors

<!-- Generated from spec/errors/ by \`npm run generate\`. Do not edit. -->

An error is one line that says what happened, where, and what to do. It ends with the error code in brackets:

\`\`\`
$ orders-kit verfy
orders-kit has no command "verfy". Did you mean verify? Valid: mock, verify, … [unknown-command]
\`\`\`

For an error in a file or in the body of a control request, its line follows, with a caret below the place. In programs, the error is a
\`UserError\` with the same \`code\`; the mock's control sends it as the \`code\` of problem details. The exit code of a command is 2, the
arguments or the configuration are wrong, or 3, nothing was judged. Below, what differs from case to case is in capitals.
`;

const CLOSING = `## Not in this list

- A violated clause: that is a verdict, which the report shows with its evidence.
- Messages of msw, Playwright and Prism. The most frequent one with \`orders-kit/browser\` is a service worker script that is
  missing or of another version: run \`npx orders-kit init DIR\`.
- \`Internal error in orders-kit\`: a bug of orders-kit, with its stack trace and exit code 3. Please report it.
- Wrong types: options that TypeScript would reject are checked only where a wrong one would have no visible effect.
`;

export function errorsPage(): string {
  const parts = USER_ERROR_GROUPS.map(([title, errors]) => {
    const rows = Object.values(errors).map(({ code, text }) => `| \`${code}\` | ${inMarkdown(text)} |`);
    return `## ${title}\n\n| code | text |\n|---|---|\n${rows.join("\n")}\n`;
  });
  return [OPENING, ...parts, CLOSING].join("\n");
}

/** With the details in capitals. */
function inMarkdown(text: string): string {
  return text
    .replace(/«(\w+)»/g, (_, detail: string) => detail.toUpperCase())
    .replaceAll("\n", " ")
    .replaceAll("<", "&lt;");
}
