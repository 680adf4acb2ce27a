import { readFileSync } from "node:fs";
import { expect, test } from "playwright/test";
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
  for (const command of ["mock", "verify", "clauses"])
    expect(help.stdout).toMatch(new RegExp(`^  ${command} `, "m"));
  expect(await ranWith()).toEqual({ ...help, code: 2 });
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  expect((await ranWith("--version")).stdout).toBe(`${version}\n`);
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

test("a process that ends before its command says so", async () => {
  const { process, written } = fakeProcess(["clauses"]);
  const running = run(process);
  process.emit("beforeExit", 0);
  await running;
  expect(process.exitCode).toBe(3);
  expect(written.stderr).toMatch(
    /^Internal error in orders-kit\..*\nError: The command never finished/,
  );
});

test("a reader that stops early is not an error", async () => {
  const { process, written } = fakeProcess(["--version"]);
  await run(process);
  process.stdout.emit("error", Object.assign(new Error("EPIPE"), { code: "EPIPE" }));
  expect([process.exitCode, written.stderr]).toEqual([0, ""]);
});
