/**
 * All names by which others use orders-kit, as one text: golden/public-api.txt. A change there is a
 * change for users and needs a line in CHANGELOG.md. Schemas in the repository cover files, reports
 * and the control API.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import ts from "typescript";
import { environment, launch, succeed } from "../../contract-tests/testing/servers/processes.ts";
import { ERRORS } from "../errors/all-errors.ts";
import { MANIFEST, ROOT } from "../manifest.ts";

const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");

/** Types generated from spec/openapi.yaml, which the package contains as well. */
const GENERATED = ["components", "operations", "paths"];

/** The exported names with their types, and each member of an interface. */
function exported(): string[] {
  const entries = Object.entries(MANIFEST.exports).flatMap(([name, entry]) =>
    typeof entry === "object" ? [[name, join(ROOT, entry.types)] as const] : [],
  );
  const program = ts.createProgram(
    entries.map(([, file]) => file),
    { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022, strict: true },
  );
  const checker = program.getTypeChecker();
  const text = (type: ts.Type, format = ts.TypeFormatFlags.NoTruncation): string =>
    inOrder(checker.typeToString(type, undefined, format));
  const described = (symbol: ts.Symbol): string[] => {
    const origin = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    if (origin.flags & ts.SymbolFlags.Value)
      return [`${symbol.name}: ${text(checker.getTypeOfSymbol(origin))}`];
    const type = checker.getDeclaredTypeOfSymbol(origin);
    if (!(origin.flags & ts.SymbolFlags.Interface))
      return [`${symbol.name} = ${text(type, ALIAS)}`];
    return type.getProperties().map((member) => {
      const optional = member.flags & ts.SymbolFlags.Optional ? "?" : "";
      return `${symbol.name}.${member.name}${optional}: ${text(checker.getTypeOfSymbol(member))}`;
    });
  };
  return entries.flatMap(([name, file]) =>
    checker
      .getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)!)!)
      .filter((symbol) => !GENERATED.includes(symbol.name))
      // The bundler determines the order of the exports.
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap(described)
      .map((line) => `${name} ${line}`),
  );
}
const ALIAS = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.InTypeAlias;

/**
 * Sorts union members and types mapped from them: the compiler lists them in the order in which it
 * met them, which depends on what was built before.
 */
function inOrder(type: string): string {
  const sorted = (text: string, separator: string) =>
    text.split(separator).toSorted().join(separator);
  return type
    .replace(/(?:"[^"]*"|\b\d+)(?: \| (?:"[^"]*"|\d+\b))+/g, (union) => sorted(union, " | "))
    .replace(/(?<=\{ )[^{}]+(?=; \})/g, (members) => sorted(members, "; "));
}

/** The commands with their flags, as `--help` shows them. */
async function flags(): Promise<string[]> {
  const help = async (...argv: string[]): Promise<string> => {
    const line = ["cli/orders-kit.js", ...argv, "--help"];
    return (await succeed(launch("node", line, ROOT, environment()))).stdout;
  };
  const lines: string[] = [];
  for (const [, command = ""] of (await help()).matchAll(/^ {2}(\w+) /gm)) {
    const page = await help(command);
    lines.push(page.split("\n")[0]!);
    for (const [, flag] of page.matchAll(/^ {2}(?:-\w, )?(--[\w-]+(?: [A-Z][\w|.]*)?)/gm))
      lines.push(`${command} ${flag}`);
  }
  return lines;
}

test("what others drive orders-kit by is what the golden text lists", async () => {
  const sections = {
    Exports: exported(),
    Flags: await flags(),
    "Exit codes of verify": read("docs/gate.md").match(/^\| \d \| .*$/gm) ?? [],
    "Error codes": ERRORS.map(({ code }) => code).toSorted(),
  };
  for (const [name, lines] of Object.entries(sections))
    expect(lines.length, name).toBeGreaterThan(4);
  const all = Object.entries(sections).map(
    ([name, lines]) => `# ${name}\n${[...new Set(lines)].join("\n")}\n`,
  );
  expect(all.join("\n")).toMatchSnapshot("public-api.txt");
});
