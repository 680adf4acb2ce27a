/** The small changes of a source, all in one code: each is behind a question to the global `mutants`, which has one of them active. */
import ts from "typescript";

/** The id counts from 1 in the whole build. What is left out is mutated to an empty text. */
export interface Mutant {
  readonly id: number;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly original: string;
  readonly mutated: string;
}

/** Adds the mutants of a source to `mutants`, and returns the code that has them all. */
export function instrument(file: string, text: string, mutants: Mutant[]): string {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true);
  /** The text of a node, with the code of its children. */
  const joined = (node: ts.Node): string => {
    let [code, end] = ["", node.getStart()];
    ts.forEachChild(node, (child) => {
      code +=
        text.slice(end, child.getStart()) + (isOpaque(child) ? child.getText() : render(child));
      end = child.end;
    });
    return code + text.slice(end, node.end);
  };
  const render = (node: ts.Node): string =>
    mutationsOf(node).reduce((code, mutated) => {
      const { line, character } = source.getLineAndCharacterOfPosition(node.getStart());
      const id = mutants.length + 1;
      mutants.push({
        id,
        file,
        line: line + 1,
        column: character + 1,
        original: node.getText(),
        mutated,
      });
      if (ts.isExpressionStatement(node)) return `{ if (!mutants.isActive(${id})) ${code} }`;
      if (mutated === "") return `...(mutants.isActive(${id}) ? [] : [${code}])`;
      // To calculate these has no effects: it shows whether the change makes a difference here.
      if (/^(?:true|false|[\w.]+ [<>]=? [\w.]+)$/.test(mutated))
        return `mutants.replaced(${id}, ${code}, ${mutated})`;
      return `(mutants.isActive(${id}) ? ${mutated} : ${code})`;
    }, joined(node));
  return joined(source);
}

const OTHER: Readonly<Record<string, string>> = { "<": "<=", "<=": "<", ">": ">=", ">=": ">" };

/** What replaces a node: later ones enclose the earlier. */
function mutationsOf(node: ts.Node): string[] {
  const { parent } = node;
  const text = node.getText();
  const found: string[] = [];
  const operator = operatorOf(node);
  if (ts.isBinaryExpression(node) && operator in OTHER)
    found.push(`${node.left.getText()} ${OTHER[operator]} ${node.right.getText()}`);
  const outer = operatorOf(parent);
  // A test that finds one of these also finds the condition inverted; one that finds an operand left out, && for ||.
  if (isCondition(node)) found.push("true", "false");
  else if (
    ts.isBinaryExpression(parent) &&
    node !== parent.operatorToken &&
    /^(?:&&|\|\||\?\?)$/.test(outer)
  ) {
    // In `...(condition && { member })`, a condition that is true makes the member undefined, which changes little.
    const isOfMember = ts.isObjectLiteralExpression(parent.right);
    if (outer === "??") found.push(...(parent.right === node ? ["undefined"] : []));
    else if (operator !== outer && !ts.isObjectLiteralExpression(node) && !ts.isNewExpression(node))
      found.push(String(outer === "&&" && !isOfMember));
  } else if (ts.isPrefixUnaryExpression(node) && text.startsWith("!"))
    found.push(node.operand.getText());
  else if (/^(?:[!=]==|[<>]=?|instanceof|in)$/.test(operator)) found.push(`!(${text})`);
  if (/^(?:true|false)$/.test(text)) found.push(text === "true" ? "false" : "true");
  // Nothing tells a long time or a hash from one more.
  if ((ts.isNumericLiteral(node) || ts.isBigIntLiteral(node)) && /^\d{1,3}n?$/.test(text))
    found.push(`${text} + ${text.endsWith("n") ? "1n" : "1"}`);
  if (ts.isExpressionStatement(node) && !text.startsWith("super(")) found.push("");
  const isFinding = FINDING.test(calledBy(node)) || RECORD.test(calledBy(node));
  if ((isFinding && !ts.isExpressionStatement(parent)) || ts.isVoidExpression(node))
    found.push("undefined");
  if (ts.isArrayLiteralExpression(parent) && operatorOf(parent.parent) !== "=") found.push("");
  return found;
}

const operatorOf = (node: ts.Node): string =>
  ts.isBinaryExpression(node) ? node.operatorToken.getText() : "";

/** Of `if`, of a loop or of `?:`. */
function isCondition(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isIfStatement(parent) || ts.isWhileStatement(parent) || ts.isDoStatement(parent))
    return parent.expression === node;
  return (
    (ts.isConditionalExpression(parent) || ts.isForStatement(parent)) && parent.condition === node
  );
}

/** The name of what is called, without its object. */
const calledBy = (node: ts.Node): string =>
  ts.isCallExpression(node) ? (/\w+$/.exec(node.expression.getText())?.[0] ?? "") : "";
const FINDING = /^(?:violated|violate|advise|unproven|skipped)$/;
const RECORD = /^(?:held|observe|assert|expect|record)(?![a-z])/;

/** Nodes in which nothing runs, or whose value no test of a verdict reads: the sentence and evidence of a finding. */
function isOpaque(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node))
    return true;
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return true;
  if (ts.isPropertyAssignment(parent) && parent.name === node) return true;
  return (
    ts.isCallExpression(parent) &&
    FINDING.test(calledBy(parent)) &&
    parent.arguments.indexOf(node as ts.Expression) > 0
  );
}
