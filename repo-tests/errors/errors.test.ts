/**
 * Causes the errors of the table as a user would, row by row of cases.yaml. golden/errors.txt has
 * what that user reads. Needs dist/.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import { parse } from "yaml";
import { ROOT } from "../manifest.ts";
import { ERRORS } from "./all-errors.ts";
import { type Case, KEY, runCase } from "./run-case.ts";

const ROWS: readonly Case[] = parse(readFileSync(new URL("cases.yaml", import.meta.url), "utf8"));

/**
 * Errors that need more than a folder and a server, and the tests that cause them. The golden text
 * has them as they are in the table.
 */
const CAUSED_ELSEWHERE: Readonly<Record<string, string>> = {
  "fixed-fetch": "mock/msw/node.test.ts",
  "msw-missing": "repo-tests/package/installed.test.ts",
  "prism-missing": "repo-tests/package/installed.test.ts",
  "no-redis-package": "repo-tests/package/installed.test.ts",
  "orders-taken": "contract-tests/run/session/orders/reserved.test.ts",
  "store-reset": "contract-tests/run/session/orders/store-reset.test.ts",
  "store-unavailable": "mock/replicas/failures.test.ts",
};

test("every error is caused, has a code of its own, and says the fix as the golden text has it", async () => {
  test.setTimeout(180_000);
  const texts: string[] = [];
  for (const row of ROWS) texts.push(`# ${titleOf(row)}  ${withShortLists(await runCase(row))}`);
  for (const { code, message } of ERRORS.filter((error) => error.code in CAUSED_ELSEWHERE))
    texts.push(`# ${CAUSED_ELSEWHERE[code]}\n${message} [${code}]\n`);

  for (const text of texts) expectReadable(text);
  const caused = texts.flatMap((text) =>
    [...text.matchAll(/ \[([a-z-]+)\](?=\n| \[)/g)].map(([, code]) => code),
  );
  expect([...new Set(caused)].toSorted()).toEqual(ERRORS.map(({ code }) => code).toSorted());
  for (const { code, message } of ERRORS) {
    expect(code, message).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(message, code).toMatch(/^[^|]+$/);
  }
  for (const [code, file] of Object.entries(CAUSED_ELSEWHERE))
    expect(readFileSync(join(ROOT, file), "utf8"), file).toContain(code);
  expect(texts.join("\n")).toMatchSnapshot("errors.txt");
});

/** The user's action, in one line: the command or the call, and everything else in the row. */
function titleOf({ run, shell, call, ask, ...others }: Case): string {
  const more = Object.entries(others).map(([name, value]) => `, ${name} ${JSON.stringify(value)}`);
  return `${run ?? shell ?? call ?? ask}${more.join("")}`;
}

/**
 * Cuts lists of names after the second, and their number, so that a new clause or flag does not
 * change the golden text.
 */
function withShortLists(text: string): string {
  return text
    .replace(/(Valid: (?:[^,.\n]+, ){2})[^\n]*?(?=\. |\.\n)/g, "$1…")
    .replace(/(?<=List all )\d+/g, "…");
}

/**
 * Expects one line that ends with the code, then at most an excerpt or a list; no stack, no key, no
 * path of this machine.
 */
function expectReadable(shown: string): void {
  const [title = "", ...lines] = shown.split("\n");
  const text = lines.join("\n");
  const soft = expect.configure({ soft: true });
  soft(text, title).toMatch(
    /^(?:The key is so short .*\n)*\S.*\S \[[a-z-]+\](?: \[[a-z-]+\])?\n(?:\d+ \| .*\n *\| *\^+\n|(?: {2}\S.*\n)+)?$/,
  );
  soft(text, title).not.toMatch(/\n +at |Error:.*\n.* at /);
  for (const secret of [KEY, "s3cret", "sk-live", "sk_live", "schlüssel", "two words", ROOT])
    soft(text, `${title} shows a secret or a path`).not.toContain(secret);
  const code = / \[([a-z-]+)\]$/m.exec(text)?.[1];
  const exit = /\(exit code (\d)\)$/.exec(title)?.[1];
  const error = ERRORS.find((one) => one.code === code);
  // The run continues after this error.
  if (exit !== undefined && code !== "not-the-service")
    soft(exit, title).toBe(`${error?.exitCode}`);
}
