/** Causes every error of the table, as a user would. golden/ has what that user reads: read it after a change. Needs dist/. */
import { expect, test } from "playwright/test";
import { USER_ERROR_GROUPS, USER_ERRORS } from "../../spec/errors/user-errors.ts";
import { ROOT } from "../manifest.ts";
import { COMMAND_LINE } from "./command-line.ts";
import { CONTROL } from "./control.ts";
import { type ErrorCase, KEY, type Shown } from "./error-case.ts";
import { FILES } from "./files.ts";
import { MOCK } from "./mock.ts";
import { NETWORKS } from "./networks.ts";
import { PROXY } from "./proxy.ts";
import { TARGETS } from "./targets.ts";

const PARTS = {
  "command-line": COMMAND_LINE,
  files: FILES,
  targets: TARGETS,
  networks: NETWORKS,
  mock: MOCK,
  control: CONTROL,
  proxy: PROXY,
};
const all = Object.values(PARTS).flat();
const table = Object.values(USER_ERRORS);

test("every code is caused, and no other", () => {
  const codes = table.map(({ code }) => code);
  expect(
    codes.filter((code, at) => codes.indexOf(code) !== at),
    "codes that two errors have",
  ).toEqual([]);
  expect([...new Set(all.map(({ code }) => code))].toSorted()).toEqual(codes.toSorted());
  const parts = USER_ERROR_GROUPS.flatMap(([, problems]) => Object.keys(problems));
  expect(parts.toSorted()).toEqual(Object.keys(USER_ERRORS).toSorted());
});

test("every error has its line in the table of the page", () => {
  for (const { code, documentation } of table) {
    expect(code, documentation).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(documentation, code).toMatch(/^[^\n|]+$/);
  }
});

for (const [part, cases] of Object.entries(PARTS))
  test(`what a user reads: ${part}`, async () => {
    let golden = "";
    for (const errorCase of cases) {
      const shown = await errorCase.run();
      expectReadable(errorCase, shown);
      const ended = shown.ended === undefined ? "" : `  (${shown.ended})`;
      golden += `# ${errorCase.title}${ended}\n${withShortLists(shown.text)}\n`;
    }
    expect(golden).toMatchSnapshot(`${part}.txt`);
  });

/** Names that a text lists, from the third on, are not in the golden text: a new scenario or flag changes no other file. */
function withShortLists(text: string): string {
  return text.replace(/(Valid: (?:[^,.\n]+, ){2})[^\n]*?(?=\. |\.\n)/g, "$1…");
}

/** One line with the code at its end, after which only an excerpt or a list may follow; no stack, no key, no path of this machine. */
function expectReadable({ title, code }: ErrorCase, { ended, text }: Shown): void {
  const soft = expect.configure({ soft: true });
  const message = text.replace(/^(?:The key is so short .*\n)+/, "");
  soft(message, title).toMatch(/^\S.*\S \[[a-z-]+\](?: \[[a-z-]+\])?\n(?:\d+ \| .*\n *\| *\^+\n|(?: {2}\S.*\n)+)?$/);
  soft(message.split("\n")[0], title).toContain(` [${code}]`);
  soft(text, title).not.toMatch(/\n +at |Error:.*\n.* at /);
  for (const secret of [KEY, "s3cret", "sk-live", "sk_live", "schlüssel", "two words", ROOT])
    soft(text, `${title} shows a secret or a path`).not.toContain(secret);
  const exit = table.find((error) => error.code === code)?.exitCode;
  if (ended?.startsWith("exit code") === true && code !== "not-the-service")
    soft(ended, title).toBe(`exit code ${exit}`);
}
