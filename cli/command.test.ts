import { expect, test } from "playwright/test";
import { parseJson } from "../spec/json/json.ts";
import { defineCommand } from "./command.ts";
import type { CommandArguments } from "./flags/command-line.ts";
import { type Ended, runCommand } from "./testing/io.ts";
import { jsonWithoutWorkflowCommands, withoutWorkflowCommands } from "./workflow-commands.ts";

const FLAGS = {
  "id ID...": "an order",
  "name NAME": "a name",
  quiet: "say nothing",
} as const;

interface Result extends Ended {
  given?: CommandArguments<typeof FLAGS>;
}

async function run(argv: readonly string[]): Promise<Result> {
  let received: CommandArguments<typeof FLAGS> | undefined;
  const feed = defineCommand(
    {
      name: "feed",
      takes: { usage: "[DOG]", max: 1 },
      flags: FLAGS,
      before: "DOG: which.",
      after: "Once a day.",
    },
    async (given) => {
      received = given;
      return 4;
    },
  );
  return {
    ...(await runCommand(feed, ...argv)),
    ...(received !== undefined && { given: received }),
  };
}

test("flags and arguments reach the command, and its exit code is the result", async () => {
  const { exitCode, given } = await run([
    "rex",
    "--id",
    "-5",
    "--id=9223372036854775807",
    "--quiet",
  ]);
  expect(given?.positionals).toEqual(["rex"]);
  expect({ ...given?.values }).toEqual({ id: ["-5", "9223372036854775807"], quiet: true });
  expect(exitCode).toBe(4);
});

test("after -- nothing is a flag, not even --help", async () => {
  const { exitCode, given } = await run(["--quiet", "--", "--help"]);
  expect(given?.positionals).toEqual(["--help"]);
  expect(exitCode).toBe(4);
});

for (const argv of [["--help"], ["-h"], ["--nmae", "x", "--help"]])
  test(`${argv.join(" ")} prints the help and does nothing`, async () => {
    const help = `Usage: orders-kit feed [DOG] [FLAGS]

DOG: which.

  --id ID      an order (repeatable)
  --name NAME  a name
  --quiet      say nothing

Once a day.
`;
    expect(await run(argv)).toEqual({ exitCode: 0, stdout: help, stderr: "" });
  });

test("no text in the log is a command", () => {
  const hostile =
    "::error::a\n  ::set-output name=x::y\nsee ##[error]b, ##vso[task.complete] and ##teamcity[x]";
  expect(withoutWorkflowCommands(hostile)).toBe(
    ": :error::a\n  : :set-output name=x::y\nsee # #[error]b, # #vso[task.complete] and # #teamcity[x]",
  );
  expect(withoutWorkflowCommands("std::vector, ## a heading, ::1")).toBe(
    "std::vector, ## a heading, ::1",
  );
});

test("JSON keeps its value", () => {
  const json = JSON.stringify({ "##[x]": "###[error]" });
  const safe = jsonWithoutWorkflowCommands(json);
  expect(safe).not.toContain("##");
  expect(parseJson(safe)).toEqual({ "##[x]": "###[error]" });
});
