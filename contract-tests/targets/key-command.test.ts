import { expect, test } from "playwright/test";
import { keyFromCommand } from "./key-command.ts";

const ENV = { PATH: process.env.PATH, CLIENT: "orders; echo injected" };

test("the key is what the command prints, without white space around it", async () => {
  expect(await keyFromCommand("printf '\\n sk_live_9x\\r\\n\\n'; echo progress >&2", ENV)).toBe("sk_live_9x");
});

test("a variable is expanded by the shell, and not run", async () => {
  expect(await keyFromCommand('printf %s "$CLIENT"', ENV)).toBe(ENV.CLIENT);
});

for (const [title, command, code, message] of [
  ["it fails", "echo denied >&2; exit 4", "key-command-failed", /exit code 4: denied/],
  ["it is not found", "no-such-program-of-ours", "key-command-failed", /exit code 127/],
  ["it prints nothing", "true", "key-command-output", /printed nothing/],
  ["it prints several lines", "echo one; echo two", "key-command-output", /printed 2 lines/],
] as const)
  test(`an error of its own: ${title}`, async () => {
    const error = await keyFromCommand(command, ENV).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
  });

test("what was printed is not in the error", async () => {
  for (const command of ["printf 'sk_%s' live_9x; exit 1", "printf 'sk_%s\\nx' live_9x"]) {
    const error = await keyFromCommand(command, ENV).catch((reason: unknown) => reason);
    expect(String(error)).not.toContain("sk_live_9x");
  }
});

test("a command that does not end is ended, and what it has started does not hold the run up", async () => {
  const bounds = { ms: 100, bytes: 1000 };
  await expect(keyFromCommand("sleep 20; echo late", ENV, undefined, bounds)).rejects.toThrow(/no end within 0.1 s/);
});

test("a command that prints without end is ended", async () => {
  const bounds = { ms: 20_000, bytes: 1000 };
  await expect(keyFromCommand("yes", ENV, undefined, bounds)).rejects.toThrow(/more than 1000 bytes/);
});
