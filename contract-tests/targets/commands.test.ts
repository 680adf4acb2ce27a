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

for (const [what, setup, why] of [
  ["prints no JSON", "echo ready", "[setup-output]"],
  ["prints a list", "echo '[1]'", "[setup-output]"],
  ["prints a fraction", `echo '{"pending":[1.0]}'`, "[setup-output]"],
  ["prints more than int64", `echo '{"pending":[9223372036854775808]}'`, "[setup-output]"],
  ["prints no list of ids", `echo '{"pending":1}'`, "[setup-output]"],
  ["has misspelt a list", `echo '{"pendng":[1]}'`, "[setup-output]"],
  ["prints without end", "yes", "bytes of output"],
  [
    "fails, and names the key",
    `echo "no order for ${KEY}" >&2; exit 4`,
    `exit code 4: no order for ${KEY_PLACEHOLDER}`,
  ],
  [
    "throws, which is told without the stack",
    `node -e 'throw new TypeError("no such shop")'`,
    "(exit code 1: TypeError: no such shop)",
  ],
  [
    "hides the key in escape sequences, which do not reach the terminal",
    String.raw`printf '\033[2Jgone: sk_disti\033[0mnctive_key \010' >&2; exit 1`,
    String.raw`exit code 1: gone: ${KEY_PLACEHOLDER} \x08`,
  ],
] as const)
  test(`a setup fails, and teardown can run: it ${what}`, async () => {
    const mark = join(temporaryFolder(), "torn-down");
    const entry = { url: "", setup, teardown: `touch ${mark}` };
    const { failed, tearDown } = await prepareOrders(entry, around);
    expect(failed).toContain(why);
    await tearDown();
    expect(existsSync(mark)).toBe(true);
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
