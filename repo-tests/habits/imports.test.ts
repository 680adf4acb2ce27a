/** Who may import what: the rooms and their order, packages, browsers, examples. */
import { test } from "playwright/test";
import { expectNone, IMPORTERS, IN_BROWSERS, NOT_AS_USERS } from "./exceptions.ts";
import { isShipped, mayImport, positionOf } from "./rooms.ts";
import {
  type Import,
  importsOf,
  type Place,
  reachedFrom,
  SOURCES,
  textOf,
  wholly,
} from "./sources.ts";

const OURS = SOURCES.filter((file) => !file.startsWith("examples/"));

/** Violations: the imports of these files that `isWrong` names. */
function wrongImports(
  files: readonly string[],
  isWrong: (one: Import, file: string) => boolean,
): Place[] {
  return files.flatMap((file) =>
    importsOf(file)
      .filter((one) => isWrong(one, file))
      .map(({ specifier, file: imported = specifier, line }) => ({
        file,
        line,
        what: `imports ${imported}`,
      })),
  );
}

const isOf = (name: string, specifier: string): boolean =>
  specifier === name || specifier.startsWith(`${name}/`);

test("every file of a folder with rooms is in one", () => {
  const faults = OURS.filter((file) => positionOf(file) === undefined);
  expectNone(
    "A new folder gets a place in the order of rooms.ts.",
    wholly(faults, "is in no room"),
  );
});

test("imports follow the order of the rooms, those of types too", () => {
  const faults = wrongImports(
    OURS,
    ({ file: imported }, file) => imported !== undefined && !mayImport(file, imported),
  );
  expectNone("A room can be read and tested without those after it.", faults);
});

test("the package imports nothing of its tests, measurements and generators", () => {
  const faults = wrongImports(
    OURS.filter(isShipped),
    ({ file }) => file !== undefined && !isShipped(file),
  );
  expectNone("tsconfig.build.json leaves them out, but for what is imported.", faults);
});

test("every file of the package is loaded by an entry, or has types for one", () => {
  const { exports } = JSON.parse(textOf("package.json"));
  const scripts = Object.values<string | object>(exports).flatMap((entry) =>
    Object.values(Object(entry)).map(String),
  );
  const entries = scripts.flatMap((path) => /^\.\/dist\/(.*)\.js$/.exec(path)?.[1] ?? []);
  // The others are run by Node and by the panel's page.
  const reached = [...entries, "cli/main", "mock/panel/main"].flatMap((entry) => [
    ...reachedFrom(`${entry}.ts`, ["static", "dynamic", "type"]).keys(),
  ]);
  const faults = OURS.filter((file) => isShipped(file) && !reached.includes(file));
  const rule = "Only tests use it: keep it in a folder that tsconfig.build.json leaves out.";
  expectNone(rule, wholly(faults, "is reached from no entry"));
});

test("packages, sockets, processes and the mock are imported where they are adapted", () => {
  for (const [name, importers] of Object.entries(IMPORTERS)) {
    const faults = wrongImports(OURS.filter(isShipped), ({ specifier, file = specifier }) =>
      isOf(name, file),
    );
    const exceptions = Object.fromEntries(importers.map((path) => [path, `it imports ${name}`]));
    expectNone(`${name} has few importers, listed in exceptions.ts.`, faults, exceptions);
  }
});

/** Wrong imports of all files that are loaded by an entry, with the way there. */
function wronglyLoaded(
  entry: string,
  kinds: readonly Import["kind"][],
  isWrong: (one: Import) => boolean,
): Place[] {
  return [...reachedFrom(entry, kinds)].flatMap(([file, path]) =>
    wrongImports([file], (one) => kinds.includes(one.kind) && isWrong(one)).map((fault) => ({
      ...fault,
      what: `${fault.what}, and is loaded by ${path.join(" → ")}`,
    })),
  );
}

test("the mock starts without YAML, schemas and Faker", () => {
  const slow = ["yaml", "valibot", "ajv/dist/2020.js", "ajv-formats", "@faker-js/faker"];
  const faults = wronglyLoaded("cli/commands/mock.ts", ["static"], ({ specifier }) =>
    slow.includes(specifier),
  );
  expectNone(
    "They cost a part of the start: load them with import(), where they are used.",
    faults,
  );
});

test("what runs in a browser loads nothing of Node", () => {
  const faults = IN_BROWSERS.flatMap((entry) =>
    wronglyLoaded(entry, ["static", "dynamic"], ({ specifier }) => specifier.startsWith("node:")),
  );
  expectNone("These files are bundled into apps and pages.", faults);
});

test("examples use the package as a user does", () => {
  const { exports } = JSON.parse(textOf("package.json"));
  const offered = Object.keys(exports).map((path) => path.replace(/^\./, "orders-kit"));
  const examples = SOURCES.filter((file) => file.startsWith("examples/"));
  const faults = wrongImports(examples, ({ specifier, file: imported }, file) => {
    const home = file.split("/").slice(0, 2).join("/");
    const isOwn =
      imported === undefined ? !isOf("orders-kit", specifier) : imported.startsWith(`${home}/`);
    return !isOwn && !offered.includes(specifier);
  });
  expectNone(
    `An example is copied: it can import what the package exports (${offered.join(", ")}).`,
    faults,
    NOT_AS_USERS,
  );
});
