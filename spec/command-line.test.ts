import { expect, test } from "playwright/test";
import { command, type Given } from "./command-line.ts";
import { type Ended, runCommand } from "./io.stage.ts";
import { PROBLEMS } from "./problems.ts";

const FLAGS = {
  id: { type: "string", multiple: true, value: "ID", about: "an order; repeat it" },
  name: { type: "string", value: "NAME", about: "a name" },
  quiet: { type: "boolean", about: "say nothing" },
} as const;

interface Walked extends Ended {
  given?: Given<typeof FLAGS>;
}

async function run(argv: readonly string[], fail?: Error): Promise<Walked> {
  let taken: Given<typeof FLAGS> | undefined;
  const walk = command(
    { name: "walk", takes: { usage: "[DOG]", most: 1 }, flags: FLAGS, before: "DOG: which.", after: "Then home." },
    async (given) => {
      taken = given;
      if (fail !== undefined) throw fail;
      return 4;
    },
  );
  return { ...(await runCommand(walk, ...argv)), ...(taken !== undefined && { given: taken }) };
}

test("flags and arguments reach the command, whose exit code is the end", async () => {
  const { exitCode, given } = await run(["rex", "--id", "-5", "--id=9223372036854775807", "--quiet"]);
  expect(given?.positionals).toEqual(["rex"]);
  expect({ ...given?.values }).toEqual({ id: ["-5", "9223372036854775807"], quiet: true });
  expect(exitCode).toBe(4);
});

test("behind -- nothing is a flag, --help neither", async () => {
  const { exitCode, given } = await run(["--quiet", "--", "--help"]);
  expect(given?.positionals).toEqual(["--help"]);
  expect(exitCode).toBe(4);
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
    expect(await run(argv)).toEqual({ exitCode: 0, stdout: help, stderr: "" });
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
    expect(await run([...argv])).toEqual({ exitCode: 2, stdout: "", stderr: `${problem.told}\n` });
  });

test("a mistake of the user ends with its own exit code, a mistake of ours is thrown", async () => {
  const refused = PROBLEMS.notComparable("a", "It is away.");
  expect(await run([], refused)).toMatchObject({ exitCode: 3, stderr: `${refused.told}\n` });
  await expect(run([], new Error("ours"))).rejects.toThrow("ours");
});

test("a command without flags takes none", async () => {
  const still = command({ name: "still", flags: {} }, async () => 0);
  for (const [argument, problem] of [
    ["--loud", PROBLEMS.unknownFlag("--loud", "still", ["--help"])],
    ["now", PROBLEMS.unexpectedArgument("now", "still")],
  ] as const)
    expect(await runCommand(still, argument)).toEqual({ exitCode: 2, stdout: "", stderr: `${problem.told}\n` });
});
