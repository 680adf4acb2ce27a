/** Who may import what: the rooms and their order, packages, browsers, examples. */
import { test } from "playwright/test";
import { IMPORT_THE_COMMAND_LINE, IMPORTERS, IN_BROWSERS, NOT_AS_USERS } from "./exceptions.ts";
import { folderOf, isInRoom, isShipped, mayImport } from "./rooms.ts";
import { covers, type Exceptions, expectNone } from "./rule.ts";
import { type Import, importsOf, type Place, reachedFrom, SOURCES, textOf } from "./sources.ts";

const OURS = SOURCES.filter((file) => !file.startsWith("examples/"));

/** Violations: the imports of these files that `isWrong` names. */
function wrongImports(files: readonly string[], isWrong: (one: Import, file: string) => boolean): Place[] {
  return files.flatMap((file) =>
    importsOf(file)
      .filter((one) => isWrong(one, file))
      .map(({ specifier, file: imported = specifier, line }) => ({ file, line, what: `imports ${imported}` })),
  );
}

const isOf = (name: string, specifier: string): boolean => specifier === name || specifier.startsWith(`${name}/`);

test("every file of a folder with rooms is in one", () => {
  const faults = OURS.filter((file) => !isInRoom(file)).map((file) => ({ file, line: 1, what: "is in no room" }));
  expectNone("A new folder gets a place in the order of rooms.ts.", faults);
});

test("imports follow the order of the rooms, those of types too", () => {
  const faults = wrongImports(OURS, ({ file: imported }, file) => imported !== undefined && !mayImport(file, imported));
  expectNone("A room can be read and tested without those after it.", faults);
});

test("no import closes a circle between files, those of types included", () => {
  const faults = OURS.flatMap((file): Place[] => {
    const paths = importsOf(file).flatMap(({ file: imported, line }) => {
      const back = imported === undefined ? undefined : reached(imported).get(file);
      return back === undefined ? [] : [{ line, back }];
    });
    const [shortest] = paths.toSorted((a, b) => a.back.length - b.back.length);
    return shortest === undefined
      ? []
      : [{ file, line: shortest.line, what: `is in a circle: ${[file, ...shortest.back].join(" → ")}` }];
  });
  expectNone("Files in a circle are one file, in parts that cannot be read alone.", faults);
});

const known = new Map<string, ReturnType<typeof reachedFrom>>();

function reached(file: string): ReturnType<typeof reachedFrom> {
  const found = known.get(file) ?? reachedFrom(file, ["static", "dynamic", "type"]);
  known.set(file, found);
  return found;
}

test("nothing imports the command line", () => {
  const outside = OURS.filter((file) => folderOf(file) !== "cli");
  const faults = wrongImports(outside, ({ file }) => file !== undefined && folderOf(file) === "cli");
  expectNone("cli/ turns words into options: everything else takes options.", faults, IMPORT_THE_COMMAND_LINE);
});

test("the package imports nothing of its tests, measurements and generators", () => {
  const faults = wrongImports(OURS.filter(isShipped), ({ file }) => file !== undefined && !isShipped(file));
  expectNone("tsconfig.build.json leaves them out, but for what is imported.", faults);
});

test("the gate imports the mock in contract-tests/targets/embedded.ts only", () => {
  const gate = OURS.filter((file) => folderOf(file) === "contract-tests" && isShipped(file));
  const faults = wrongImports(gate, ({ file }) => file !== undefined && folderOf(file) === "mock");
  const embedded: Exceptions = { "It opens the targets mock and msw": ["contract-tests/targets/embedded.ts"] };
  expectNone("Checks that know the mock's insides prove nothing.", faults, embedded);
});

test("packages, sockets and processes are imported where they are adapted", () => {
  for (const [name, importers] of Object.entries(IMPORTERS)) {
    const faults = wrongImports(OURS.filter(isShipped), ({ specifier, file = specifier }) => isOf(name, file));
    expectNone(`${name} has few importers, listed in exceptions.ts.`, faults, { [`imports ${name}`]: importers });
  }
});

test("the msw handlers import msw by its name, which is the same in versions 2 and 3", () => {
  const faults = wrongImports(
    ["mock/msw/handlers.ts"],
    ({ specifier, file }) => file === undefined && specifier !== "msw",
  );
  expectNone("Both versions are supported.", faults);
});

test("the mock starts without YAML and without Faker", () => {
  const started = [...reachedFrom("cli/commands/mock.ts", ["static"])];
  const faults = started.flatMap(([file, path]) =>
    wrongImports(
      [file],
      ({ specifier, kind }) => kind === "static" && ["yaml", "@faker-js/faker"].includes(specifier),
    ).map((fault) => ({ ...fault, what: `${fault.what}, and is loaded by ${path.join(" → ")}` })),
  );
  expectNone(
    "They cost a part of the start that the bench measures: load them with import(), where they are used.",
    faults,
  );
});

test("what runs in a browser loads nothing of Node", () => {
  const faults = IN_BROWSERS.flatMap((entry) =>
    [...reachedFrom(entry)].flatMap(([file, path]) =>
      wrongImports([file], ({ specifier, kind }) => specifier.startsWith("node:") && kind !== "type").map((fault) => ({
        ...fault,
        what: `${fault.what}, and is loaded by ${path.join(" → ")}`,
      })),
    ),
  );
  expectNone("These files are bundled into apps and pages.", faults);
});

test("examples use the package as a user does", () => {
  const { exports } = JSON.parse(textOf("package.json"));
  const offered = Object.keys(exports).map((path) => path.replace(/^\./, "orders-kit"));
  const examples = SOURCES.filter((file) => file.startsWith("examples/"));
  const faults = wrongImports(examples, ({ specifier, file: imported }, file) => {
    const home = file.split("/").slice(0, 2).join("/");
    const isOwn = imported === undefined ? !isOf("orders-kit", specifier) : covers(`${home}/`, imported);
    return !isOwn && !offered.includes(specifier);
  });
  expectNone(
    `An example is copied: it can import what the package exports (${offered.join(", ")}).`,
    faults,
    NOT_AS_USERS,
  );
});
