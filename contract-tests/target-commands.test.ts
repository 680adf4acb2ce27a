import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import { prepareOrders } from "./target-commands.ts";
import { temporaryFolder } from "./whole-way.ts";

const ENV = { PATH: process.env.PATH };
const KEY = "sk_distinctive_key";
const quiet = (): void => {};

test("ids come exact, as numbers or as texts, and either list may be missing", async () => {
  const setup = `echo '{"pending":[9007199254740993,"9223372036854775807",-3]}'`;
  const { pending, shipped } = await prepareOrders({ url: "", setup }, ENV, KEY, quiet);
  expect(pending).toEqual([9007199254740993n, 9223372036854775807n, -3n]);
  expect(shipped).toEqual([]);
});

for (const [title, setup] of [
  ["something else than JSON", "echo ready"],
  ["a list", "echo '[1]'"],
  ["ids with a fraction", `echo '{"pending":[1.0]}'`],
  ["ids beyond int64", `echo '{"pending":[9223372036854775808]}'`],
  ["an id alone", `echo '{"pending":1}'`],
] as const)
  test(`what setup prints must be ids: ${title}`, async () => {
    await expect(prepareOrders({ url: "", setup }, ENV, KEY, quiet)).rejects.toMatchObject({ code: "setup-output" });
  });

test("a setup that fails is told with its last word, without the key, after teardown", async () => {
  const mark = join(temporaryFolder(), "torn-down");
  const entry = { url: "", setup: `echo "no order for ${KEY}" >&2; exit 4`, teardown: `touch ${mark}` };
  await expect(prepareOrders(entry, ENV, KEY, quiet)).rejects.toThrow(
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell's notation
    "exit code 4: no order for ${ORDERS_API_KEY}",
  );
  expect(existsSync(mark)).toBe(true);
});

test("a teardown that fails is told, and harms nothing else", async () => {
  const notes: string[] = [];
  const { undo } = await prepareOrders({ url: "", teardown: "exit 3" }, ENV, KEY, (note) => notes.push(note));
  await undo();
  expect(notes).toEqual(["The teardown command failed (exit code 3): exit 3"]);
});
