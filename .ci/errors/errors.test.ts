/**
 * Every error of the table is caused once at least, as a user would cause it. golden/ holds what that user then reads:
 * read it through after a change. Needs dist/.
 */
import { expect, test } from "playwright/test";
import { PROBLEM_PARTS, PROBLEMS } from "../../spec/problems.ts";
import { COMMAND_LINE } from "./command-line.ts";
import { CONTROL } from "./control.ts";
import { FILES } from "./files.ts";
import { MOCK } from "./mock.ts";
import { KEY, type Provocation, ROOT, type Told } from "./provocation.ts";
import { TARGETS } from "./targets.ts";

const PARTS = { "command-line": COMMAND_LINE, files: FILES, targets: TARGETS, mock: MOCK, control: CONTROL };
const all = Object.values(PARTS).flat();
const table = Object.values(PROBLEMS);

test("every code is caused, and none that is not in the table", () => {
  const codes = table.map(({ code }) => code);
  expect(
    codes.filter((code, at) => codes.indexOf(code) !== at),
    "codes that two errors have",
  ).toEqual([]);
  expect([...new Set(all.map(({ code }) => code))].toSorted()).toEqual(codes.toSorted());
  const parts = PROBLEM_PARTS.flatMap(([, problems]) => Object.keys(problems));
  expect(parts.toSorted()).toEqual(Object.keys(PROBLEMS).toSorted());
});

test("every error has one sentence of documentation", () => {
  for (const { code, line } of table) {
    expect(code, line).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(line, code).toMatch(/^[^\n|]+[^.]\.$/);
    expect(line, code).not.toMatch(/\. /);
  }
});

for (const [part, provocations] of Object.entries(PARTS))
  test(`what a user reads: ${part}`, async () => {
    let golden = "";
    for (const provocation of provocations) {
      const told = await provocation.cause();
      hold(provocation, told);
      const ended = told.ended === undefined ? "" : `  (${told.ended})`;
      golden += `# ${provocation.by}${ended}\n${told.text}\n`;
    }
    expect(golden).toMatchSnapshot(`${part}.txt`);
  });

/** One line with the code at its end, behind which only an excerpt may stand; no stack, no key, no place of ours. */
function hold({ by, code }: Provocation, { ended, text }: Told): void {
  const soft = expect.configure({ soft: true });
  const told = text.replace(/^(?:The key is so short .*\n)+/, "");
  soft(told, by).toMatch(/^\S.*\S \[[a-z-]+\](?: \[[a-z-]+\])?\n(?:\d+ \| .*\n *\| *\^+\n)?$/);
  soft(told.split("\n")[0], by).toContain(` [${code}]`);
  soft(text, by).not.toMatch(/\n +at |Error:.*\n.* at /);
  for (const secret of [KEY, "s3cret", "sk-live", "sk_live", "schlüssel", "two words", ROOT])
    soft(text, `${by} shows what is nobody else's`).not.toContain(secret);
  const exit = table.find((problem) => problem.code === code)?.exitCode;
  if (ended?.startsWith("exit code") === true && code !== "not-the-service") soft(ended, by).toBe(`exit code ${exit}`);
}
