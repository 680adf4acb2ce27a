import { expect, test } from "playwright/test";
import { parseJson } from "../spec/json/json.ts";
import { defineCommand } from "./command.ts";
import type { CommandArguments } from "./flags/command-line.ts";
import { runCommand } from "./testing/io.ts";
import { jsonWithoutWorkflowCommands, withoutWorkflowCommands } from "./workflow-commands.ts";

const FLAGS = {
  "id ID...": "an order",
  "name NAME": "a name",
  quiet: "say nothing",
} as const;

async function run(...argv: string[]) {
  let given: CommandArguments<typeof FLAGS> | undefined;
  const feed = defineCommand(
    {
      name: "feed",
      takes: { usage: "[DOG]", max: 1 },
      flags: FLAGS,
      before: "DOG: which.",
      after: "Once a day.",
    },
    async (received) => {
      given = received;
      return 4;
    },
  );
  return { ...(await runCommand(feed, ...argv)), given };
}

test("flags and arguments reach the command, and its exit code is the result", async () => {
  const { exitCode, given } = await run("rex", "--id", "-5", "--id=9223372036854775807", "--quiet");
  expect(given?.positionals).toEqual(["rex"]);
  expect({ ...given?.values }).toEqual({ id: ["-5", "9223372036854775807"], quiet: true });
  expect(exitCode).toBe(4);

  // After -- nothing is a flag.
  expect((await run("--quiet", "--", "--help")).given?.positionals).toEqual(["--help"]);
});

test("--help prints the help and does nothing, also beside a flag that is wrong", async () => {
  const help = `Usage: orders-kit feed [DOG] [FLAGS]

DOG: which.

  --id ID      an order (repeatable)
  --name NAME  a name
  --quiet      say nothing

Once a day.
`;
  for (const argv of [["--help"], ["-h"], ["--nmae", "x", "--help"]])
    expect(await run(...argv)).toStrictEqual({
      exitCode: 0,
      stdout: help,
      stderr: "",
      given: undefined,
    });
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
