import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import { KEY_PLACEHOLDER, keySecret, Redactor } from "../client/masking/redaction.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { keyFromCommand, prepareOrders } from "./commands.ts";

const ENV = { PATH: process.env.PATH, CLIENT: "orders; echo injected" };
const KEY = "sk_distinctive_key";
const folder = temporaryFolder();
const around = {
  env: ENV,
  folder,
  redactor: new Redactor([keySecret(KEY)]),
  onNote: (): void => {},
};

test("ids are exact, as numbers or strings, and each list is optional", async () => {
  const setup = `echo '{"pending":[9007199254740993,"9223372036854775807",-3],"absent":[5551234567]}'`;
  const { pending, shipped, absent } = await prepareOrders({ url: "", setup }, around);
  expect(pending).toEqual([9007199254740993n, 9223372036854775807n, -3n]);
  expect(shipped).toEqual([]);
  expect(absent).toEqual([5551234567n]);
});

test("setup must print ids", async () => {
  for (const printed of [
    "ready",
    "[1]",
    '{"pending":[1.0]}',
    '{"pending":[9223372036854775808]}',
    '{"pending":1}',
    '{"pendng":[1]}',
  ])
    await expect(
      prepareOrders({ url: "", setup: `echo '${printed}'` }, around),
      printed,
    ).resolves.toMatchObject({ failed: expect.stringContaining("[setup-output]") });
});

test("a failed setup is reported with its last line, without the key, and teardown can run", async () => {
  const mark = join(temporaryFolder(), "torn-down");
  const entry = {
    url: "",
    setup: `echo "no order for ${KEY}" >&2; exit 4`,
    teardown: `touch ${mark}`,
  };
  const { failed, tearDown } = await prepareOrders(entry, around);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell's notation
  expect(failed).toContain("exit code 4: no order for ${ORDERS_API_KEY}");
  await tearDown();
  expect(existsSync(mark)).toBe(true);
});

test("of a setup that throws, the report has the error, not the end of its stack", async () => {
  const setup = `node -e 'throw new TypeError("no such shop")'`;
  const { failed } = await prepareOrders({ url: "", setup }, around);
  expect(failed).toContain("(exit code 1: TypeError: no such shop)");
});

test("a failed teardown is reported as a note", async () => {
  const notes: string[] = [];
  const { tearDown: undo } = await prepareOrders(
    { url: "", teardown: "exit 3" },
    { ...around, onNote: (note) => notes.push(note) },
  );
  await undo();
  expect(notes).toEqual(["The teardown command failed (exit code 3): exit 3"]);
});

test("a server that setup leaves in the background lives on, and does not hold the run up", async () => {
  const folder = temporaryFolder();
  // The server writes to the pipe of its shell for as long as the pipe is there.
  const server = `sh -c 'while [ ! -e ${folder}/stop ]; do echo alive; sleep 0.01; done; touch ${folder}/stopped' >&2 &`;
  const entry = {
    url: "",
    setup: `${server} echo '{"pending":[1]}'`,
    teardown: `touch ${folder}/stop`,
  };
  const { pending, tearDown } = await prepareOrders(entry, around);
  expect(pending).toEqual([1n]);
  expect(existsSync(join(folder, "stopped"))).toBe(false);
  await tearDown();
  await expect.poll(() => existsSync(join(folder, "stopped"))).toBe(true);
});

test("escape sequences of setup do not reach the terminal, nor hide the key", async () => {
  const entry = {
    url: "",
    setup: String.raw`printf '\033[2Jgone: sk_disti\033[0mnctive_key \010' >&2; exit 1`,
  };
  const { failed } = await prepareOrders(entry, around);
  expect(failed).toContain(`exit code 1: gone: ${KEY_PLACEHOLDER} \\x08`);
});

test("a setup that prints without end is ended", async () => {
  const { failed } = await prepareOrders({ url: "", setup: "yes" }, around);
  expect(failed).toMatch(/more than \d+ bytes of output/);
});

test("the key is what the command prints, without white space; a variable is expanded by the shell, and not run", async () => {
  expect(await keyFromCommand("printf '\\n sk_live_9x\\r\\n\\n'; echo progress >&2", around)).toBe(
    "sk_live_9x",
  );
  expect(await keyFromCommand('printf %s "$CLIENT"', around)).toBe(ENV.CLIENT);
});

test("a command that does not end is ended, and what it has started does not hold the run up", async () => {
  const bounds = { ms: 100, bytes: 1000 };
  await expect(keyFromCommand("sleep 20; echo late", around, bounds)).rejects.toThrow(
    /no end within 0.1 s/,
  );
});
