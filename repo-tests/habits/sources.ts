/** The project's files: which there are, what they import, what they call. */
import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import ts from "typescript";
import { ROOT } from "../manifest.ts";

/** A line of a file, and what is found there. */
export interface Place {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly what: string;
}

export interface Import {
  /** As it is written. */
  readonly specifier: string;
  /** The file of the project, when it is one. */
  readonly file?: string;
  readonly line: number;
  /** Loaded with the file; by a call of import(), later or never; or erased, since it imports types only. */
  readonly kind: "static" | "dynamic" | "type";
}

/** Every file that is in the repository, or would be with the next commit. Paths from the root, with slashes. */
export const FILES: readonly string[] = execFileSync(
  "git",
  ["ls-files", "--cached", "--others", "--exclude-standard", "-z"],
  { cwd: ROOT, encoding: "utf8" },
)
  .split("\0")
  .filter((file) => file !== "" && statSync(join(ROOT, file), { throwIfNoEntry: false })?.isFile())
  .toSorted();

export const TEXTS = FILES.filter((file) => !/\.(png|webp|ico|woff2?)$/.test(file));

export function textOf(file: string): string {
  return readFileSync(join(ROOT, file), "utf8");
}

/** All TypeScript that people write. */
export const SOURCES = FILES.filter((file) => /\.tsx?$/.test(file) && !file.includes("/generated/"));

const parsed = new Map<string, ts.SourceFile>();

function parse(file: string): ts.SourceFile {
  const known = parsed.get(file);
  if (known !== undefined) return known;
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, textOf(file), ts.ScriptTarget.ES2023, true, kind);
  parsed.set(file, source);
  return source;
}

function visit(source: ts.SourceFile, take: (node: ts.Node) => void): void {
  const descend = (node: ts.Node): void => {
    take(node);
    ts.forEachChild(node, descend);
  };
  descend(source);
}

function lineOf(source: ts.SourceFile, node: ts.Node): number {
  return source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
}

const importsByFile = new Map<string, readonly Import[]>();

/** What a file imports and re-exports, `import()` with a plain text included. */
export function importsOf(file: string): readonly Import[] {
  const known = importsByFile.get(file);
  if (known !== undefined) return known;
  const source = parse(file);
  const imports: Import[] = [];
  const add = (node: ts.Node, specifier: ts.Node | undefined, kind: Import["kind"]): void => {
    if (specifier === undefined || !ts.isStringLiteral(specifier)) return;
    const { text } = specifier;
    const path = text.startsWith(".") ? normalize(join(dirname(file), text)).replaceAll("\\", "/") : undefined;
    imports.push({ specifier: text, ...(path !== undefined && { file: path }), line: lineOf(source, node), kind });
  };
  visit(source, (node) => {
    if (ts.isImportDeclaration(node)) add(node, node.moduleSpecifier, kindOf(node.importClause));
    else if (ts.isExportDeclaration(node)) add(node, node.moduleSpecifier, node.isTypeOnly ? "type" : "static");
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node, node.argument.literal, "type");
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node, node.arguments[0], "dynamic");
  });
  importsByFile.set(file, imports);
  return imports;
}

function kindOf(clause: ts.ImportClause | undefined): "static" | "type" {
  if (clause === undefined) return "static";
  const named = clause.namedBindings;
  const types = named !== undefined && ts.isNamedImports(named) && named.elements.every(({ isTypeOnly }) => isTypeOnly);
  return clause.phaseModifier === ts.SyntaxKind.TypeKeyword || (clause.name === undefined && types) ? "type" : "static";
}

/** The calls in a file by what is called, as it is written: `JSON.parse`, `response.json`. */
export function callsOf(file: string): readonly (Place & { readonly callee: string; readonly arguments: number })[] {
  const source = parse(file);
  const calls: (Place & { callee: string; arguments: number })[] = [];
  visit(source, (node) => {
    if (!ts.isCallExpression(node)) return;
    const end = ts.isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression;
    calls.push({
      file,
      line: lineOf(source, end),
      what: node.getText(source),
      callee: node.expression.getText(source),
      arguments: node.arguments.length,
    });
  });
  return calls;
}

/** The members that a file uses, with their object as it is written: `process` and `argv`. */
export function membersOf(file: string): readonly (Place & { readonly object: string; readonly member: string })[] {
  const source = parse(file);
  const members: (Place & { object: string; member: string })[] = [];
  visit(source, (node) => {
    if (!ts.isPropertyAccessExpression(node)) return;
    const [object, member] = [node.expression.getText(source), node.name.text];
    members.push({ file, line: lineOf(source, node.name), what: `uses ${member} of ${object}`, object, member });
  });
  return members;
}

/** Every file that the imports of these kinds lead to from `entry`, with the path there: the entry first. */
export function reachedFrom(
  entry: string,
  kinds: readonly Import["kind"][] = ["static", "dynamic"],
): ReadonlyMap<string, readonly string[]> {
  const reached = new Map<string, readonly string[]>([[entry, [entry]]]);
  for (const [file, path] of reached)
    for (const { file: next, kind } of importsOf(file))
      if (next !== undefined && kinds.includes(kind) && /\.tsx?$/.test(next) && !reached.has(next))
        reached.set(next, [...path, next]);
  return reached;
}
