/** How files are named, how long they are, and what they may call. */
import { dirname } from "node:path";
import { test } from "playwright/test";
import { LARGEST_FOLDER, LONG_FILES, LONGEST_FILE, READ_JSON_OTHERWISE, USE_THE_TERMINAL } from "./exceptions.ts";
import { isLibrary, isTest } from "./rooms.ts";
import { expectNone } from "./rule.ts";
import { callsOf, FILES, importsOf, isWritten, membersOf, SOURCES, textOf } from "./sources.ts";

test(`no file is longer than ${LONGEST_FILE} lines`, () => {
  const faults = FILES.filter((file) => isWritten(file) && /\.(tsx?|css|html|lua|ya?ml)$/.test(file))
    .map((file) => ({ file, line: textOf(file).trimEnd().split("\n").length, what: "ends here" }))
    .filter(({ line }) => line > LONGEST_FILE);
  expectNone(`A file is one concept; above ${LONGEST_FILE} lines it is two. Split it.`, faults, LONG_FILES);
});

test(`no folder has more than ${LARGEST_FOLDER} source files, tests not counted`, () => {
  const counts = new Map<string, number>();
  for (const file of SOURCES.filter((file) => !isTest(file)))
    counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  const faults = [...counts]
    .filter(([, count]) => count > LARGEST_FOLDER)
    .map(([folder, count]) => ({ file: `${folder}/`, line: 1, what: `${count} source files` }));
  expectNone("A larger folder is two rooms. Split it.", faults);
});

test("files are named by their content", () => {
  const faults = FILES.filter((file) => /(^|\/)(utils?|helpers?|common|misc|shared)(\.|\/|$)/i.test(file)).map(
    (file) => ({ file, line: 1, what: "is no name" }),
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
