/**
 * Causes every error of the table, as a user would. golden/ has what that user does, and what that user reads: read it after a change. A
 * command, a call of the library or of the control is run from its line there; a new one needs no more than `# orders-kit …`, and
 * `--update-snapshots`. Needs dist/.
 */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "playwright/test";

import { ERRORS } from "../../cli/generate/errors-page.ts";
import { ROOT } from "../manifest.ts";
import { askMock, CONTROL, PROXY } from "./control.ts";
import { COMMAND_LINE, MOCK, runCall } from "./library.ts";
import { NETWORKS, RECORDINGS, TARGETS } from "./servers.ts";
import { type ErrorCase, KEY, runCommand, type Shown } from "./user.ts";

/** By golden file: what is more than its line. */
const PARTS: Readonly<Record<string, readonly ErrorCase[]>> = {
  "command-line": COMMAND_LINE,
  files: [],
  recordings: RECORDINGS,
  targets: TARGETS,
  networks: NETWORKS,
  mock: MOCK,
  control: CONTROL,
  proxy: PROXY,
};
const table = Object.values(ERRORS).flat();
const golden = (part: string): string =>
  readFileSync(new URL(`golden/${part}.txt`, import.meta.url), "utf8");

test("every code is caused, and no other", () => {
  const codes = table.map(({ code }) => code);
  expect(
    codes.filter((code, at) => codes.indexOf(code) !== at),
    "codes that two errors have",
  ).toEqual([]);
  const caused = Object.keys(PARTS).flatMap((part) =>
    [...golden(part).matchAll(/ \[([a-z-]+)\](?=\n| \[)/g)].map(([, code]) => code),
  );
  expect([...new Set(caused)].toSorted()).toEqual(codes.toSorted());
  expect(readdirSync(new URL("golden", import.meta.url)).toSorted()).toEqual(
    Object.keys(PARTS)
      .map((part) => `${part}.txt`)
      .toSorted(),
  );
});

test("every error has its line in the table of the page", () => {
  for (const { code, message } of table) {
    expect(code, message).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(message, code).toMatch(/^[^|]+$/);
  }
});

for (const [part, cases] of Object.entries(PARTS))
  test(`what a user reads: ${part}`, async () => {
    test.slow();
    const known = new Map(cases);
    const titles = [
      ...golden(part).matchAll(/^# (.*?)(?: {2}\((?:exit code|status) \d+\))?$/gm),
    ].map(([, title = ""]) => title);
    let shown = "";
    for (const title of new Set([...titles, ...known.keys()])) {
      const { ended, text } = await (known.get(title) ?? runnerOf(title))(title);
      expectReadable(title, { text, ...(ended !== undefined && { ended }) });
      shown += `# ${title}${ended === undefined ? "" : `  (${ended})`}\n${withShortLists(text)}\n`;
    }
    expect(shown).toMatchSnapshot(`${part}.txt`);
  });

function runnerOf(title: string): (title: string) => Promise<Shown> {
  if (/^[A-Z]+ \//.test(title)) return askMock;
  return /^\w+[(.]/.test(title) ? runCall : runCommand;
}

/** Names that a text lists, from the third on, and their number are not in the golden text: a new clause or flag changes no other file. */
function withShortLists(text: string): string {
  return text
    .replace(/(Valid: (?:[^,.\n]+, ){2})[^\n]*?(?=\. |\.\n)/g, "$1…")
    .replace(/(?<=List all )\d+/g, "…");
}

/** One line with the code at its end, after which only an excerpt or a list may follow; no stack, no key, no path of this machine. */
function expectReadable(title: string, { ended, text }: Shown): void {
  const soft = expect.configure({ soft: true });
  const message = text.replace(/^(?:The key is so short .*\n)+/, "");
  soft(message, title).toMatch(
    /^\S.*\S \[[a-z-]+\](?: \[[a-z-]+\])?\n(?:\d+ \| .*\n *\| *\^+\n|(?: {2}\S.*\n)+)?$/,
  );
  soft(text, title).not.toMatch(/\n +at |Error:.*\n.* at /);
  for (const secret of [KEY, "s3cret", "sk-live", "sk_live", "schlüssel", "two words", ROOT])
    soft(text, `${title} shows a secret or a path`).not.toContain(secret);
  const code = / \[([a-z-]+)\]$/.exec(message.split("\n")[0] ?? "")?.[1];
  const exit = table.find((error) => error.code === code)?.exitCode;
  if (ended?.startsWith("exit code") === true && code !== "not-the-service")
    soft(ended, title).toBe(`exit code ${exit}`);
}
