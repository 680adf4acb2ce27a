/** How files are named, and what they may call. */
import { test } from "playwright/test";
import { READ_JSON_OTHERWISE, USE_THE_TERMINAL } from "./exceptions.ts";
import { isLibrary } from "./rooms.ts";
import { expectNone } from "./rule.ts";
import { callsOf, FILES, importsOf, membersOf, SOURCES } from "./sources.ts";

test("files are named by their content", () => {
  const faults = FILES.filter((file) => /(^|\/)(utils?|helpers?|common|misc|shared)(\.|\/|$)/i.test(file)).map(
    (file) => ({ file, line: 1, what: "is not a name" }),
  );
  expectNone("A file for all that is left over grows without end. Name it by its noun.", faults);
});

test("JSON is read by spec/json/json.ts", () => {
  const faults = SOURCES.flatMap((file) =>
    callsOf(file).filter(
      ({ callee, arguments: count }) =>
        callee === "JSON.parse" || (/[.?]json$/.test(callee) && count === 0 && callee !== "fc.json"),
    ),
  );
  const rule =
    "Order ids beyond 2^53 lose their digits in JSON.parse and response.json(). Use parseJson of spec/json/json.ts (await response.text()).";
  expectNone(rule, faults, READ_JSON_OTHERWISE);
});

const OF_A_COMMAND = ["argv", "stdin", "stdout", "stderr", "exit", "exitCode"];

test("libraries know no command line and no terminal", () => {
  const faults = SOURCES.filter(isLibrary).flatMap((file) => [
    ...membersOf(file).filter(
      ({ object, member }) => object === "console" || (object === "process" && OF_A_COMMAND.includes(member)),
    ),
    ...callsOf(file).filter(({ callee }) => /(^|\.)parseArgs$/.test(callee)),
    ...importsOf(file)
      .filter(({ specifier }) => /^(node:)?process$/.test(specifier))
      .map(({ line }) => ({ file, line, what: "imports process" })),
  ]);
  expectNone("They take options and return data; cli/ reads flags and prints.", faults, USE_THE_TERMINAL);
});

test("only the public API of Node and of packages is used", () => {
  const faults = SOURCES.flatMap((file) =>
    membersOf(file).filter(({ object, member }) => member.startsWith("_") && object !== "this"),
  );
  expectNone("What begins with an underscore may change in any release, and other runtimes do not have it.", faults);
});
