/** What can be changed in a source: each mutator looks at one node, and says what replaces it. */
import ts from "typescript";
import type { MutantSwitch } from "./mutant-switch.ts";
import { isBoolean, isCondition, isFindingCall, isTruthOnly, operatorOf } from "./places.ts";

interface Mutation {
  /** What replaces the node, for people. */
  readonly mutated: string;
  /** Code for both: `original` unless the mutant is active. `rendered` is the code of a child, with its own mutants. */
  switched(id: number, original: string, rendered: (child: ts.Node) => string): string;
}

type Mutator = (node: ts.Node) => readonly Mutation[];
type Method = keyof MutantSwitch;

/** The value is passed through the switch. */
const through = (method: Method, mutated: string): Mutation => ({
  mutated,
  switched: (id, original) => `mutants.${method}(${id}, ${original})`,
});

const inverted = (node: ts.Node): Mutation =>
  through("inverted", ts.isPrefixUnaryExpression(node) ? node.operand.getText() : `!(${node.getText()})`);

const WITHOUT_VALUE: Mutation = {
  mutated: "undefined",
  switched: (id, original) => `(mutants.keeps(${id}) ? ${original} : undefined)`,
};

const OTHER_COMPARISON: Readonly<Record<string, string>> = { "<": "<=", "<=": "<", ">": ">=", ">=": ">" };

/** For a node that several apply to, the earlier ones are inside. */
export const MUTATORS: Readonly<Record<string, Mutator>> = {
  comparison(node) {
    if (!ts.isBinaryExpression(node)) return [];
    const { left, right, operatorToken } = node;
    const operator = operatorToken.getText();
    const other = OTHER_COMPARISON[operator];
    if (other === undefined) return [];
    return [
      {
        mutated: `${left.getText()} ${other} ${right.getText()}`,
        switched: (id, _, rendered) =>
          `mutants.compared(${id}, ${rendered(left)}, "${operator}", ${rendered(right)}, "${other}")`,
      },
    ];
  },

  // A test that finds one of these finds the condition inverted, too; one that finds an operand left out, && for ||.
  condition: (node) => (isCondition(node) ? [through("isTrue", "true"), through("isFalse", "false")] : []),

  operand(node) {
    const operator = operatorOf(node);
    if (operator === "??") return (node.parent as ts.BinaryExpression).right === node ? [WITHOUT_VALUE] : [];
    if (operator === undefined || !isTruthOnly(node)) return [];
    return [operator === "&&" && !isOptionalMember(node) ? through("isTrue", "true") : through("isFalse", "false")];
  },

  negation: (node) =>
    isBoolean(node) && !ts.isCallExpression(node) && !isCondition(node) && operatorOf(node) === undefined
      ? [inverted(node)]
      : [],

  boolean(node) {
    if (node.kind === ts.SyntaxKind.TrueKeyword) return [through("inverted", "false")];
    return node.kind === ts.SyntaxKind.FalseKeyword ? [through("inverted", "true")] : [];
  },

  // Nothing tells a long time or a hash from one more.
  number: (node) =>
    (ts.isNumericLiteral(node) || ts.isBigIntLiteral(node)) && /^\d{1,3}n?$/.test(node.getText())
      ? [through("increased", `${node.getText()} + 1`)]
      : [],

  statement: (node) =>
    ts.isExpressionStatement(node) && !node.getText().startsWith("super(")
      ? [{ mutated: "(nothing)", switched: (id, original) => `{ if (mutants.keeps(${id})) ${original} }` }]
      : [],

  finding: (node) =>
    (isFindingCall(node) && !ts.isExpressionStatement(node.parent)) || ts.isVoidExpression(node) ? [WITHOUT_VALUE] : [],

  element: (node) =>
    ts.isArrayLiteralExpression(node.parent) && !isAssigned(node.parent)
      ? [
          {
            mutated: "(nothing)",
            switched: (id, original) => `...(mutants.keeps(${id}) ? [${original}] : [])`,
          },
        ]
      : [],
};

/** The condition of `...(condition && { member })`: with `true` the member is there, undefined, which changes little. */
function isOptionalMember({ parent }: ts.Node): boolean {
  return ts.isBinaryExpression(parent) && ts.isObjectLiteralExpression(parent.right);
}

/** The left side of `[a, b] = list`. */
function isAssigned(node: ts.Node): boolean {
  const { parent } = node;
  return (
    ts.isBinaryExpression(parent) && parent.left === node && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken
  );
}
