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

/** All TypeScript that people write. */
export const SOURCES = FILES.filter((file) => /\.tsx?$/.test(file) && !file.includes("/generated/"));

export const textOf = (file: string): string => readFileSync(join(ROOT, file), "utf8");

interface Facts {
  /** Imports and re-exports, `import()` with a plain text included. */
  readonly imports: Import[];
  /** By what is called, as it is written: `JSON.parse`, `response.json`. */
  readonly calls: (Place & { readonly callee: string; readonly arguments: number })[];
  /** With a body: the lines that they have. */
  readonly functions: (Place & { readonly lines: number })[];
  /** Members with their object, as they are written: `process` and `argv`. */
  readonly members: (Place & { readonly object: string; readonly member: string })[];
}

const known = new Map<string, Facts>();

export function factsOf(file: string): Facts {
  const before = known.get(file);
  if (before !== undefined) return before;
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, textOf(file), ts.ScriptTarget.ES2023, true, kind);
  const facts: Facts = { imports: [], calls: [], functions: [], members: [] };
  const lineOf = (node: ts.Node): number => source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
  const addImport = (node: ts.Node, specifier: ts.Node | undefined, kind: Import["kind"]): void => {
    if (specifier === undefined || !ts.isStringLiteral(specifier)) return;
    const { text } = specifier;
    const path = text.startsWith(".") ? normalize(join(dirname(file), text)).replaceAll("\\", "/") : undefined;
    facts.imports.push({ specifier: text, ...(path !== undefined && { file: path }), line: lineOf(node), kind });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && "body" in node && node.body !== undefined) {
      const lines = source.getLineAndCharacterOfPosition(node.end).line + 2 - lineOf(node);
      facts.functions.push({ file, line: lineOf(node), what: `has a function of ${lines} lines`, lines });
    }
    if (ts.isImportDeclaration(node)) addImport(node, node.moduleSpecifier, kindOf(node.importClause));
    else if (ts.isExportDeclaration(node)) addImport(node, node.moduleSpecifier, node.isTypeOnly ? "type" : "static");
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      addImport(node, node.argument.literal, "type");
    else if (ts.isCallExpression(node)) {
      if (node.expression.kind === ts.SyntaxKind.ImportKeyword) addImport(node, node.arguments[0], "dynamic");
      const end = ts.isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression;
      const callee = node.expression.getText(source);
      facts.calls.push({
        file,
        line: lineOf(end),
        what: node.getText(source),
        callee,
        arguments: node.arguments.length,
      });
    } else if (ts.isPropertyAccessExpression(node)) {
      const [object, member] = [node.expression.getText(source), node.name.text];
      facts.members.push({ file, line: lineOf(node.name), what: `uses ${member} of ${object}`, object, member });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  known.set(file, facts);
  return facts;
}

function kindOf(clause: ts.ImportClause | undefined): "static" | "type" {
  if (clause === undefined) return "static";
  const named = clause.namedBindings;
  const types = named !== undefined && ts.isNamedImports(named) && named.elements.every(({ isTypeOnly }) => isTypeOnly);
  return clause.phaseModifier === ts.SyntaxKind.TypeKeyword || (clause.name === undefined && types) ? "type" : "static";
}

/** Every file that the imports of these kinds lead to from `entry`, with the path there: the entry first. */
export function reachedFrom(
  entry: string,
  kinds: readonly Import["kind"][] = ["static", "dynamic"],
): ReadonlyMap<string, readonly string[]> {
  const reached = new Map<string, readonly string[]>([[entry, [entry]]]);
  for (const [file, path] of reached)
    for (const { file: next, kind } of factsOf(file).imports)
      if (next !== undefined && kinds.includes(kind) && /\.tsx?$/.test(next) && !reached.has(next))
        reached.set(next, [...path, next]);
  return reached;
}
