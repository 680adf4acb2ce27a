/** Where a node of the syntax tree is, as far as mutators ask for it. */
import ts from "typescript";

const { SyntaxKind } = ts;

/** Of `if`, of a loop or of `?:`. */
export function isCondition(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isIfStatement(parent) || ts.isWhileStatement(parent) || ts.isDoStatement(parent))
    return parent.expression === node;
  return (ts.isConditionalExpression(parent) || ts.isForStatement(parent)) && parent.condition === node;
}

type Operator = "&&" | "||" | "??";
const OPERATORS: readonly string[] = ["&&", "||", "??"] satisfies Operator[];

/** The logical operator of a node, if it is one side of it: not the chain `a && b` in `a && b && c`. */
export function operatorOf(node: ts.Node): Operator | undefined {
  const { parent } = node;
  if (!ts.isBinaryExpression(parent) || node === parent.operatorToken) return undefined;
  const { kind } = parent.operatorToken;
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === kind) return undefined;
  const text = parent.operatorToken.getText();
  return OPERATORS.includes(text) ? (text as Operator) : undefined;
}

function isLogical({ operatorToken: { kind } }: ts.BinaryExpression): boolean {
  return kind === SyntaxKind.AmpersandAmpersandToken || kind === SyntaxKind.BarBarToken;
}

/** Whether only the truth of a node counts. */
export function isTruthOnly(node: ts.Node): boolean {
  if (isCondition(node) || isBoolean(node)) return true;
  const { parent } = node;
  const isInside = ts.isParenthesizedExpression(parent) || (ts.isBinaryExpression(parent) && isLogical(parent));
  return (isInside && isTruthOnly(parent)) || (ts.isPrefixUnaryExpression(parent) && isBoolean(parent));
}

const COMPARISONS = new Set([
  SyntaxKind.EqualsEqualsEqualsToken,
  SyntaxKind.ExclamationEqualsEqualsToken,
  SyntaxKind.LessThanToken,
  SyntaxKind.LessThanEqualsToken,
  SyntaxKind.GreaterThanToken,
  SyntaxKind.GreaterThanEqualsToken,
  SyntaxKind.InstanceOfKeyword,
  SyntaxKind.InKeyword,
]);
const PREDICATE = /^(?:is|has|may|test|some|every|includes|startsWith|endsWith|equals)(?![a-z])/;

/** Whether a node is a boolean, as far as its syntax shows it. */
export function isBoolean(node: ts.Node): boolean {
  if (ts.isPrefixUnaryExpression(node)) return node.operator === SyntaxKind.ExclamationToken;
  if (ts.isCallExpression(node)) return PREDICATE.test(nameOf(node));
  return ts.isBinaryExpression(node) && COMPARISONS.has(node.operatorToken.kind);
}

/** The name of what is called, without its object. */
function nameOf({ expression }: ts.CallExpression): string {
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
}

const FINDING = /^(?:violated|violate|advise|unproven|withheld)$/;
const RECORDS = /^(?:held|observe|assert|expect|record)(?![a-z])/;

/** A call that records a finding. */
export function isFindingCall(node: ts.Node): boolean {
  return ts.isCallExpression(node) && (FINDING.test(nameOf(node)) || RECORDS.test(nameOf(node)));
}

/** The sentence of a finding, and its evidence. */
function isTextOfFinding(node: ts.Node): boolean {
  const { parent } = node;
  return (
    ts.isCallExpression(parent) && FINDING.test(nameOf(parent)) && parent.arguments.indexOf(node as ts.Expression) > 0
  );
}

/** Nodes in which nothing runs, or whose value no test of a verdict reads. */
export function isOpaque(node: ts.Node): boolean {
  const isDeclaration =
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node);
  return isDeclaration || ts.isTypeNode(node) || isMemberName(node) || isTextOfFinding(node);
}

function isMemberName(node: ts.Node): boolean {
  return ts.isPropertyAssignment(node.parent) && node.parent.name === node;
}
