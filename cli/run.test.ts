import { readFileSync } from "node:fs";
import { expect, test } from "playwright/test";
import { USER_ERRORS } from "../spec/errors/user-errors.ts";
import { run } from "./run.ts";
import { fakeProcess } from "./testing/fake-process.ts";

const env = { ORDERS_API_KEY: "sk_live_4711" };

async function ranWith(...argv: string[]) {
  const { process, written } = fakeProcess(argv, env);
  await run(process);
  const { stdout, stderr } = written;
  return { code: process.exitCode, stdout, stderr };
}

test("help lists the commands, and --version prints the version of the package", async () => {
  const help = await ranWith("--help");
  expect(help.code).toBe(0);
  for (const command of ["mock", "verify", "clauses"]) expect(help.stdout).toMatch(new RegExp(`^  ${command} `, "m"));
  expect(await ranWith()).toEqual({ ...help, code: 2 });
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  expect((await ranWith("--version")).stdout).toBe(`${version}\n`);
});

for (const command of ["mock", "verify", "proxy", "compare", "clauses", "scenarios", "init"])
  test(`${command} --help says what it takes`, async () => {
    const { code, stdout, stderr } = await ranWith(command, "--help");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(new RegExp(`^Usage: orders-kit ${command} \\S`));
  });

test("a fault of orders-kit ends with 3 and its stack, without the key", async () => {
  const { process, written } = fakeProcess(["clauses"], env, () => {
    throw new Error("ours, sk_live_4711");
  });
  await run(process);
  expect(process.exitCode).toBe(3);
  expect(written.stderr).toMatch(
    /^Internal error in orders-kit\. Please report this:\nError: ours, \$\{ORDERS_API_KEY\}\n +at /,
  );
});

test("a key in the place of another word is not shown", async () => {
  for (const argv of [
    ["sk_live_4711"],
    ["verify", "sk_live_4711"],
    ["verify", "htsk_live_4711"],
    ["mock", "sk_live_4711"],
  ]) {
    const { code, stderr } = await ranWith(...argv);
    expect(code).toBe(2);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the notation of a shell
    expect(stderr).toContain("${ORDERS_API_KEY}");
    expect(stderr).not.toContain("sk_live_4711");
  }
});

test("a process that ends before its command says so", async () => {
  const { process, written } = fakeProcess(["clauses"]);
  const running = run(process);
  process.emit("beforeExit", 0);
  await running;
  expect(process.exitCode).toBe(3);
  expect(written.stderr).toMatch(/^Internal error in orders-kit\..*\nError: The command never finished/);
});

test("a reader that stops early is not an error, any other error of stdout is one", async () => {
  const { process, written } = fakeProcess(["--version"]);
  const failWith = (code: string) => process.stdout.emit("error", Object.assign(new Error(code), { code }));
  await run(process);
  failWith("EPIPE");
  expect(process.exitCode).toBe(0);
  failWith("ENOSPC");
  failWith("ENOSPC");
  expect(process.exitCode).toBe(3);
  expect(written.stderr).toBe(`${USER_ERRORS.outputNotWritten("the disk is full, ENOSPC").display}\n`);
});
