import { expect, test } from "playwright/test";
import { command, type Given } from "./command-line.ts";
import { PROBLEMS } from "./problems.ts";

const FLAGS = {
  id: { type: "string", multiple: true, value: "ID", about: "an order; repeat it" },
  name: { type: "string", value: "NAME", about: "a name" },
  quiet: { type: "boolean", about: "say nothing" },
} as const;

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
  given?: Given<typeof FLAGS>;
}

async function run(argv: string[], fail?: Error): Promise<Ended> {
  const ended: Ended = { code: -1, stdout: "", stderr: "" };
  const walk = command(
    { name: "walk", takes: { usage: "[DOG]", most: 1 }, flags: FLAGS, before: "DOG: which.", after: "Then home." },
    async (given) => {
      ended.given = given;
      if (fail !== undefined) throw fail;
      return 4;
    },
  );
  const write = (to: "stdout" | "stderr") => ({ write: (text: string) => (ended[to] += text) });
  ended.code = await walk(argv, { stdout: write("stdout"), stderr: write("stderr"), env: {}, onSignal: () => {} });
  return ended;
}

test("flags and arguments reach the command, whose exit code is the end", async () => {
  const { code, given } = await run(["rex", "--id", "-5", "--id=9223372036854775807", "--quiet"]);
  expect(given?.positionals).toEqual(["rex"]);
  expect({ ...given?.values }).toEqual({ id: ["-5", "9223372036854775807"], quiet: true });
  expect(code).toBe(4);
});

test("behind -- nothing is a flag, --help neither", async () => {
  const { code, given } = await run(["--quiet", "--", "--help"]);
  expect(given?.positionals).toEqual(["--help"]);
  expect(code).toBe(4);
});

for (const argv of [["--help"], ["-h"], ["--nmae", "x", "--help"]])
  test(`${argv.join(" ")} shows how it is used, and does nothing`, async () => {
    const help = `Usage: orders-kit walk [DOG] [FLAGS]

DOG: which.

  --id ID      an order; repeat it
  --name NAME  a name
  --quiet      say nothing

Then home.
`;
    expect(await run(argv)).toEqual({ code: 0, stdout: help, stderr: "" });
  });

for (const [argv, problem] of [
  [["--nmae", "x"], PROBLEMS.unknownFlag("--nmae", "walk", ["--id", "--name", "--quiet", "--help"])],
  [["-n"], PROBLEMS.unknownFlag("-n", "walk", ["--id", "--name", "--quiet", "--help"])],
  [["--name"], PROBLEMS.missingValue("--name", "NAME")],
  [["--name="], PROBLEMS.missingValue("--name", "NAME")],
  [["--name", "--quiet"], PROBLEMS.missingValue("--name", "NAME")],
  [["--quiet=yes"], PROBLEMS.noValue("--quiet")],
  [["rex", "bello"], PROBLEMS.unexpectedArgument("bello", "walk", "[DOG]")],
] as const)
  test(`${argv.join(" ")} is refused with the fix on one line`, async () => {
    expect(await run([...argv])).toEqual({ code: 2, stdout: "", stderr: `${problem.told}\n` });
  });

test("a mistake of the user ends with its own exit code, a mistake of ours is thrown", async () => {
  const refused = PROBLEMS.notComparable("a", "It is away.");
  expect(await run([], refused)).toMatchObject({ code: 3, stderr: `${refused.told}\n` });
  await expect(run([], new Error("ours"))).rejects.toThrow("ours");
});

test("a command without flags takes none", async () => {
  let stderr = "";
  const io = { stdout: { write: () => {} }, stderr: { write: (text: string) => (stderr += text) }, env: {} };
  const still = command({ name: "still", flags: {} }, async () => 0);
  for (const [argument, problem] of [
    ["--loud", PROBLEMS.unknownFlag("--loud", "still", ["--help"])],
    ["now", PROBLEMS.unexpectedArgument("now", "still")],
  ] as const) {
    stderr = "";
    expect(await still([argument], { ...io, onSignal: () => {} })).toBe(2);
    expect(stderr).toBe(`${problem.told}\n`);
  }
});
