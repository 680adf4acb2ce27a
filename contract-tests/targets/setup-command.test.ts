import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import { keyRedactor } from "../client/redaction.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { prepareOrders } from "./setup-command.ts";

const ENV = { PATH: process.env.PATH };
const KEY = "sk_distinctive_key";
const redactor = keyRedactor(KEY);
const quiet = (): void => {};

test("ids are exact, as numbers or strings, and each list is optional", async () => {
  const setup = `echo '{"pending":[9007199254740993,"9223372036854775807",-3],"absent":[5551234567]}'`;
  const { pending, shipped, absent } = await prepareOrders({ url: "", setup }, ENV, redactor, quiet);
  expect(pending).toEqual([9007199254740993n, 9223372036854775807n, -3n]);
  expect(shipped).toEqual([]);
  expect(absent).toEqual([5551234567n]);
});

for (const [title, setup] of [
  ["text that is not JSON", "echo ready"],
  ["a list", "echo '[1]'"],
  ["ids with a fraction", `echo '{"pending":[1.0]}'`],
  ["ids beyond int64", `echo '{"pending":[9223372036854775808]}'`],
  ["an id alone", `echo '{"pending":1}'`],
] as const)
  test(`setup must print ids: ${title}`, async () => {
    await expect(prepareOrders({ url: "", setup }, ENV, redactor, quiet)).rejects.toMatchObject({
      code: "setup-output",
    });
  });

test("a failed setup is reported with its last line, without the key, after teardown", async () => {
  const mark = join(temporaryFolder(), "torn-down");
  const entry = { url: "", setup: `echo "no order for ${KEY}" >&2; exit 4`, teardown: `touch ${mark}` };
  await expect(prepareOrders(entry, ENV, redactor, quiet)).rejects.toThrow(
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell's notation
    "exit code 4: no order for ${ORDERS_API_KEY}",
  );
  expect(existsSync(mark)).toBe(true);
});

test("a failed teardown is reported as a note", async () => {
  const notes: string[] = [];
  const { tearDown: undo } = await prepareOrders({ url: "", teardown: "exit 3" }, ENV, redactor, (note) =>
    notes.push(note),
  );
  await undo();
  expect(notes).toEqual(["The teardown command failed (exit code 3): exit 3"]);
});

test("a server that setup leaves in the background lives on, and does not hold the run up", async () => {
  const folder = temporaryFolder();
  // It writes to the pipe of its shell, for as long as it is there.
  const server = `sh -c 'while [ ! -e ${folder}/stop ]; do echo alive; sleep 0.01; done; touch ${folder}/stopped' >&2 &`;
  const entry = { url: "", setup: `${server} echo '{"pending":[1]}'`, teardown: `touch ${folder}/stop` };
  const { pending, tearDown } = await prepareOrders(entry, ENV, redactor, quiet);
  expect(pending).toEqual([1n]);
  expect(existsSync(join(folder, "stopped"))).toBe(false);
  await tearDown();
  await expect.poll(() => existsSync(join(folder, "stopped"))).toBe(true);
});

test("control characters of setup do not reach the terminal", async () => {
  const entry = { url: "", setup: String.raw`printf '\033[2Jgone\007' >&2; exit 1` };
  await expect(prepareOrders(entry, ENV, redactor, quiet)).rejects.toThrow("exit code 1: \\x1b[2Jgone\\x07");
});

test("a setup that prints without end is ended, with teardown", async () => {
  const mark = join(temporaryFolder(), "torn-down");
  const entry = { url: "", setup: "yes", teardown: `touch ${mark}` };
  await expect(prepareOrders(entry, ENV, redactor, quiet)).rejects.toThrow(/more than \d+ bytes of output/);
  expect(existsSync(mark)).toBe(true);
});
