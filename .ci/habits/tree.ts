/** The project's files as the habits look at them: which there are, what they import, what they call. */
import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** A place in a file that a habit has something to say about. */
export interface Place {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** What stands there. */
  readonly what: string;
}

export interface Import {
  /** As it is written. */
  readonly specifier: string;
  /** The file of the project, when it is one. */
  readonly file?: string;
  readonly line: number;
  /** Types alone: nothing of it is left at run time. */
  readonly typeOnly: boolean;
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

export function textOf(file: string): string {
  return readFileSync(join(ROOT, file), "utf8");
}

/** Whether people write it: neither derived nor a picture. */
export function isWritten(file: string): boolean {
  return !/(^|\/)generated\/|^package-lock\.json$|\.(png|svg|ico|woff2?)$/.test(file);
}

export const SOURCES = FILES.filter((file) => /\.tsx?$/.test(file) && isWritten(file));

const parsed = new Map<string, ts.SourceFile>();

function parse(file: string): ts.SourceFile {
  const known = parsed.get(file);
  if (known !== undefined) return known;
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, textOf(file), ts.ScriptTarget.ES2023, true, kind);
  parsed.set(file, source);
  return source;
}

function lineOf(source: ts.SourceFile, node: ts.Node): number {
  return source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
}

function visit(source: ts.SourceFile, take: (node: ts.Node) => void): void {
  const walk = (node: ts.Node): void => {
    take(node);
    ts.forEachChild(node, walk);
  };
  walk(source);
}

/** What a file imports and re-exports, `import()` with a plain text included. */
export function importsOf(file: string): readonly Import[] {
  const source = parse(file);
  const imports: Import[] = [];
  const add = (node: ts.Node, specifier: ts.Node | undefined, typeOnly: boolean): void => {
    if (specifier === undefined || !ts.isStringLiteral(specifier)) return;
    const { text } = specifier;
    const path = text.startsWith(".") ? normalize(join(dirname(file), text)).replaceAll("\\", "/") : undefined;
    imports.push({ specifier: text, ...(path !== undefined && { file: path }), line: lineOf(source, node), typeOnly });
  };
  visit(source, (node) => {
    if (ts.isImportDeclaration(node)) add(node, node.moduleSpecifier, isTypeOnly(node.importClause));
    else if (ts.isExportDeclaration(node)) add(node, node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node, node.arguments[0], false);
  });
  return imports;
}

function isTypeOnly(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined) return false;
  const named = clause.namedBindings;
  const all = named !== undefined && ts.isNamedImports(named) && named.elements.every(({ isTypeOnly: only }) => only);
  return clause.phaseModifier === ts.SyntaxKind.TypeKeyword || (clause.name === undefined && all);
}

/** The calls in a file by what is called, as it is written: `JSON.parse`, `response.json`. */
export function callsOf(file: string): readonly (Place & { readonly callee: string; readonly arguments: number })[] {
  const source = parse(file);
  const calls: (Place & { callee: string; arguments: number })[] = [];
  visit(source, (node) => {
    if (!ts.isCallExpression(node)) return;
    const end = ts.isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression;
    const callee = node.expression.getText(source);
    calls.push({
      file,
      line: lineOf(source, end),
      what: node.getText(source),
      callee,
      arguments: node.arguments.length,
    });
  });
  return calls;
}

/** Every file that is loaded when `entry` is, with the way to it: the entry first. */
export function reachedFrom(entry: string): ReadonlyMap<string, readonly string[]> {
  const reached = new Map<string, readonly string[]>([[entry, [entry]]]);
  for (const [file, way] of reached)
    for (const { file: next, typeOnly } of importsOf(file))
      if (next !== undefined && !typeOnly && /\.tsx?$/.test(next) && !reached.has(next))
        reached.set(next, [...way, next]);
  return reached;
}
