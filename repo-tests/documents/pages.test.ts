import { expect, test } from "playwright/test";
import { commandsOf, readPage } from "./pages.ts";

const page = readPage(
  "page.md",
  `# Title

See [one](a.md#b) and ![two](c.png), but not \`[three](d.md)\`.

\`\`\`sh
first
\`\`\`

## A part, with \`code\`

<!-- not run: it takes a day -->

\`\`\`yaml
# a.yaml
\`\`\`

\`\`\`
what it prints
\`\`\`

\`\`\`ts
last
\`\`\`
`,
);

test("blocks are in their sections, each with its line, and with the reason right before it", () => {
  expect(page.sections).toEqual([
    { title: "Title", blocks: [{ language: "sh", text: "first", line: 5 }] },
    {
      title: "A part, with `code`",
      blocks: [
        { language: "yaml", text: "# a.yaml", line: 13, notRun: "it takes a day" },
        { language: "ts", text: "last", line: 21 },
      ],
    },
  ]);
});

test("links and headings are found, but not in code", () => {
  expect(page.links).toEqual(["a.md#b", "c.png"]);
  expect(page.anchors).toEqual(["title", "a-part-with-code"]);
});

test("a command may go over several lines, and have a comment behind it", () => {
  expect(commandsOf("one \\\n  --two   # three\n\n# four\nfive")).toEqual(["one    --two", "five"]);
});
