/**
 * All names that others drive orders-kit by, as one text: golden/public-api.txt. What changes there is a change for users: it needs
 * a line in CHANGELOG.md.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import ts from "typescript";
import { parse } from "yaml";
import { ERRORS } from "../../cli/generate/errors-page.ts";
import { ended, environment, launch } from "../../contract-tests/testing/processes.ts";

import { MANIFEST, ROOT } from "../manifest.ts";

const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");

/** The exported names with their types; of an interface each member. */
function exported(): string[] {
  const entries = Object.entries(MANIFEST.exports).flatMap(([name, entry]) =>
    typeof entry === "object" ? [[name, join(ROOT, entry.types)] as const] : [],
  );
  const options = { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022, strict: true };
  const program = ts.createProgram(
    entries.map(([, file]) => file),
    options,
  );
  const checker = program.getTypeChecker();
  const text = (type: ts.Type, format = ts.TypeFormatFlags.NoTruncation): string =>
    withSortedUnions(checker.typeToString(type, undefined, format));
  const described = (symbol: ts.Symbol): string[] => {
    const origin = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    if (origin.flags & ts.SymbolFlags.Value)
      return [`${symbol.name}: ${text(checker.getTypeOfSymbol(origin))}`];
    const members = checker.getDeclaredTypeOfSymbol(origin).getProperties();
    if (!(origin.flags & ts.SymbolFlags.Interface))
      return [`${symbol.name} = ${text(checker.getDeclaredTypeOfSymbol(origin), ALIAS)}`];
    return members.map((member) => {
      const optional = member.flags & ts.SymbolFlags.Optional ? "?" : "";
      return `${symbol.name}.${member.name}${optional}: ${text(checker.getTypeOfSymbol(member))}`;
    });
  };
  return entries.flatMap(([name, file]) => {
    const symbols = checker.getExportsOfModule(
      checker.getSymbolAtLocation(program.getSourceFile(file)!)!,
    );
    return symbols
      .filter((symbol) => !GENERATED.includes(symbol.name))
      .flatMap(described)
      .map((line) => `${name} ${line}`);
  });
}
const ALIAS = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.InTypeAlias;

/** The compiler lists the members of a union in the order in which it has met them, which depends on what was built before. */
function withSortedUnions(type: string): string {
  return type.replace(/"[^"]*"(?: \| "[^"]*")+/g, (union) =>
    union.split(" | ").toSorted().join(" | "),
  );
}

/** Types that are generated from spec/openapi.yaml, which the package has as well. */
const GENERATED = ["components", "operations", "paths"];

/** The properties and the values of a schema, wherever they are in a document. */
function named(value: unknown, path: string): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => {
    if (key === "enum" || key === "const") return [`${path} = ${JSON.stringify(child)}`];
    if (key === "properties" || key === "patternProperties" || key === "paths")
      return Object.entries(child as object).flatMap(([name, one]) => [
        `${path}.${name}`,
        ...named(one, `${path}.${name}`),
      ]);
    return named(
      child,
      /^(?:get|put|post|delete|schemas|\d{3})$/.test(key) || path.endsWith("schemas")
        ? `${path}.${key}`
        : path,
    );
  });
}

const SCHEMAS = [
  "contract-tests/report/schema.json",
  "contract-tests/targets/schema.json",
  "scenarios/schema.json",
];

async function flags(): Promise<string[]> {
  const help = async (...argv: string[]): Promise<string> => {
    const { stdout } = await ended(
      launch("node", ["cli/orders-kit.js", ...argv, "--help", "--all"], ROOT, environment()),
    );
    return stdout;
  };
  const commands = [...(await help()).matchAll(/^ {2}(\w+) /gm)].map(([, name = ""]) => name);
  const pages = await Promise.all(commands.map((command) => help(command)));
  return pages.flatMap((page, at) => {
    const names = [...page.matchAll(/^ {2}(?:-\w, )?(--[\w-]+(?: [A-Z][\w|.]*)?)/gm)].map(
      ([, flag]) => `${commands[at]} ${flag}`,
    );
    return [page.split("\n")[0]!, ...names];
  });
}

test("what others drive orders-kit by changes with a line in CHANGELOG.md", async () => {
  const errors = Object.values(ERRORS).flatMap((group) => group.map(({ code }) => code));
  const sections = {
    Exports: exported(),
    Flags: await flags(),
    "Exit codes of verify": read("docs/ci.md").match(/^\| \d \| .*$/gm) ?? [],
    "Error codes": errors.toSorted(),
    "Files in YAML": SCHEMAS.flatMap((file) => named(JSON.parse(read(file)), file)),
    "Control API": named(parse(read("mock/control/openapi.yaml")), "/__admin"),
  };
  for (const [name, lines] of Object.entries(sections))
    expect(lines.length, name).toBeGreaterThan(4);
  const all = Object.entries(sections).map(
    ([name, lines]) => `# ${name}\n${[...new Set(lines)].join("\n")}\n`,
  );
  expect(all.join("\n")).toMatchSnapshot("public-api.txt");

  const golden = "repo-tests/package/golden/public-api.txt";
  const git = async (...argv: string[]) =>
    (await ended(launch("git", argv, ROOT, environment()))).stdout;
  const uncommitted = await git("status", "--porcelain");
  const changed = uncommitted.includes(golden)
    ? uncommitted
    : await git("log", "-1", "--full-diff", "--format=", "--name-only", "--", golden);
  test.skip(changed === "", "this is not a clone");
  expect(
    changed,
    "public-api.txt has changed: say in CHANGELOG.md what users have to know",
  ).toContain("CHANGELOG.md");
});
