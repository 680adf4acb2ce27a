/** Mutants of small sources: which there are, and what their code does when they are active. */
import { expect, test } from "playwright/test";
import ts from "typescript";
import { instrument, type Mutant } from "./instrument.ts";
import { MutantSwitch } from "./mutant-switch.ts";

function mutate(source: string): { code: string; mutants: readonly Mutant[] } {
  const mutants: Mutant[] = [];
  return { code: instrument("source.ts", source, mutants), mutants };
}

/** `original → mutated` of each mutant, or of those that one mutator makes. */
function mutations(source: string, only?: string): string[] {
  return mutate(source)
    .mutants.filter(({ mutator }) => only === undefined || mutator === only)
    .map(({ original, mutated }) => `${original} → ${mutated}`);
}

/** The value of `result` when no mutant is active, and then for each mutant, with whether it was touched by the original. */
function results(
  body: string,
): readonly [original: unknown, ...mutated: (readonly [value: unknown, touched: boolean])[]] {
  const { code, mutants } = mutate(body);
  const { outputText } = ts.transpileModule(code, { compilerOptions: { target: ts.ScriptTarget.ES2023 } });
  const run = (active: number): [unknown, MutantSwitch] => {
    const mutantSwitch = new MutantSwitch(mutants.length);
    mutantSwitch.active = active;
    return [new Function("mutants", outputText)(mutantSwitch), mutantSwitch];
  };
  const [original, { touched }] = run(0);
  return [original, ...mutants.map(({ id }) => [run(id)[0], touched[id] === 1] as const)];
}

test("conditions are replaced by true and by false", () => {
  const replaced = ["a → true", "a → false"];
  expect(mutations("if (a) b;", "condition")).toEqual(replaced);
  expect(mutations("while (a) b;", "condition")).toEqual(replaced);
  expect(mutations("c = a ? b : d;", "condition")).toEqual(replaced);
});

test("comparisons are widened and narrowed", () => {
  expect(mutations("f(a < b, a >= b, a === b);", "comparison")).toEqual(["a < b → a <= b", "a >= b → a > b"]);
});

test("operands are left out where only the truth of an expression counts", () => {
  expect(mutations("if (a && b && c) d;", "operand")).toEqual(["a → true", "b → true", "c → true"]);
  expect(mutations("if (a || (b && c)) d;", "operand")).toEqual([
    "a → false",
    "b → true",
    "c → true",
    "(b && c) → false",
  ]);
  expect(mutations("e = a && b.length;", "operand")).toEqual([]);
  expect(mutations("e = list.filter((a) => a === 1 || a.isB());", "operand")).toEqual([
    "a === 1 → false",
    "a.isB() → false",
  ]);
  expect(mutations("e = { ...(a !== b && { a }) };", "operand")).toEqual(["a !== b → false"]);
  expect(mutations("e = a ?? b;", "operand")).toEqual(["b → undefined"]);
});

test("boolean values that are no condition are inverted", () => {
  expect(mutations("return a === b;", "negation")).toEqual(["a === b → !(a === b)"]);
  expect(mutations("f(!a);", "negation")).toEqual(["!a → a"]);
  expect(mutations("const a = true;", "boolean")).toEqual(["true → false"]);
});

test("numbers grow by one, statements, elements and findings go", () => {
  expect(mutations("const a = [2n, b[0]];", "number")).toEqual(["2n → 2n + 1", "0 → 0 + 1"]);
  expect(mutations("const a = [b, ...c];", "element")).toEqual(["b → (nothing)", "...c → (nothing)"]);
  expect(mutations("await a(); b += c;", "statement")).toEqual(["await a(); → (nothing)", "b += c; → (nothing)"]);
  expect(mutations("return recorder.violated('a', 'b', [c]);")).toEqual([
    "recorder.violated('a', 'b', [c]) → undefined",
  ]);
});

test("types, member names, and the texts of findings are left alone", () => {
  expect(mutations("import a from 'a'; type A = true | 1; const b: A = { 1: c } as 2;")).toEqual([]);
  expect(mutations("violated(a, b ? 1 : 2, [c]);", "number")).toEqual([]);
});

test("a mutant has its place", () => {
  expect(mutate("f();\n  return !a;").mutants).toEqual([
    { id: 1, file: "source.ts", line: 1, column: 1, mutator: "statement", original: "f();", mutated: "(nothing)" },
    { id: 2, file: "source.ts", line: 2, column: 10, mutator: "negation", original: "!a", mutated: "a" },
  ]);
});

test("an active mutant replaces the original, mutants inside of each other too", () => {
  expect(results("return 5 < 5;")).toEqual([
    false, // 5 + 1 < 5, 5 < 5 + 1, 5 <= 5, !(5 < 5)
    [false, true],
    [true, true],
    [true, true],
    [true, true],
  ]);
  expect(results("const a: string[] = []; a.push('b'); return a.concat([...'cd', 'e']);")).toEqual([
    ["b", "c", "d", "e"],
    [["c", "d", "e"], true],
    [["b", "e"], true],
    [["b", "c", "d"], true],
  ]);
});

test("a statement that is left out keeps the else of its condition", () => {
  const [original, ...mutated] = results("let a = ''; if (a === 'b') a += 'c'; else a += 'd'; return a;");
  expect([original, ...mutated.map(([value]) => value)]).toEqual(["d", "c", "d", "d", ""]);
});

test("a mutant that would change nothing in this run is not touched", () => {
  expect(results("const a = 'a'; if (a.length > ''.length) return 'more'; return 'less';")).toEqual([
    "more",
    ["more", false], // a.length >= ''.length
    ["more", false], // true
    ["less", true],
  ]);
});
