/** The expressions of GitHub Actions, as far as action.yml uses them. */
export type Texts = Readonly<Record<string, string>>;

export interface Values {
  readonly inputs: Texts;
  readonly env: Texts;
  readonly outputs: Readonly<Record<string, Texts>>;
  readonly failed: boolean;
}

export function filled(texts: Texts = {}, values: Values): Texts {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fill(text, values)]));
}

export function fill(text: string, values: Values): string {
  return text.replace(/\$\{\{(.*?)\}\}/g, (_, expression: string) => evaluate(expression, values));
}

/** A condition holds only while nothing has failed, unless it says otherwise. */
export function isTrue(condition: string, values: Values): boolean {
  if (values.failed && !condition.includes("always()")) return false;
  return evaluate(condition, values) !== "";
}

/** `||`, `&&`, `==` and `!=` over texts, of which the empty one is false; no brackets. */
function evaluate(expression: string, values: Values): string {
  const [either, ...others] = expression.split("||");
  if (others.length > 0) return evaluate(either ?? "", values) || evaluate(others.join("||"), values);
  const [both, ...rest] = expression.split("&&");
  if (rest.length > 0) return evaluate(both ?? "", values) && evaluate(rest.join("&&"), values);
  const comparison = /^(.*?)([!=]=)(.*)$/.exec(expression);
  if (comparison === null) return lookUp(expression.trim(), values);
  const [left, right] = [comparison[1], comparison[3]].map((side = "") => lookUp(side.trim(), values));
  return (left === right) === (comparison[2] === "==") ? "true" : "";
}

function lookUp(term: string, { inputs, env, outputs, failed }: Values): string {
  if (/^'[^']*'$/.test(term)) return term.slice(1, -1);
  if (term === "always()") return "true";
  if (term === "success()") return failed ? "" : "true";
  const [, room, name = "", output = ""] = /^(inputs|env|steps)\.([\w-]+)(?:\.outputs\.([\w-]+))?$/.exec(term) ?? [];
  if (room === "inputs" && name in inputs) return inputs[name] ?? "";
  if (room === "env") return env[name] ?? "";
  if (room === "steps") return outputs[name]?.[output] ?? "";
  throw new Error(`The expression ${term} is none that this runner knows.`);
}
