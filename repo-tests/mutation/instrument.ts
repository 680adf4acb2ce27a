/** A source with all its mutants, each behind a switch. */
import ts from "typescript";
import { MUTATORS } from "./mutators.ts";
import { isOpaque } from "./places.ts";

export interface Mutant {
  /** In the whole build, from 1. */
  readonly id: number;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly mutator: string;
  readonly original: string;
  readonly mutated: string;
}

/** Adds the mutants of a source to `mutants`, and returns the code that has them all. */
export function instrument(file: string, text: string, mutants: Mutant[]): string {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true);

  const render = (node: ts.Node): string => {
    if (isOpaque(node)) return node.getText();
    const children = renderChildren(node);
    return Object.entries(MUTATORS).reduce(
      (inner, [mutator, mutate]) => {
        let code = inner;
        for (const { mutated, switched } of mutate(node)) {
          const mutant = { id: mutants.length + 1, file, ...placeOf(node), mutator, mutated: oneLine(mutated) };
          mutants.push(mutant);
          code = switched(mutant.id, code, (child) => children.get(child) ?? child.getText());
        }
        return code;
      },
      join(node, children),
    );
  };

  const renderChildren = (node: ts.Node): Map<ts.Node, string> => {
    const rendered = new Map<ts.Node, string>();
    ts.forEachChild(node, (child) => void rendered.set(child, render(child)));
    return rendered;
  };

  /** The text of a node, with the code of its children. */
  const join = (node: ts.Node, children: ReadonlyMap<ts.Node, string>): string => {
    let [code, end] = ["", node.getStart()];
    for (const [child, rendered] of children) {
      code += text.slice(end, child.getStart()) + rendered;
      end = child.end;
    }
    return code + text.slice(end, node.end);
  };

  const placeOf = (node: ts.Node) => {
    const { line, character } = source.getLineAndCharacterOfPosition(node.getStart());
    return { line: line + 1, column: character + 1, original: oneLine(node.getText()) };
  };

  return join(source, renderChildren(source));
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > 90 ? `${line.slice(0, 89)}…` : line;
}
