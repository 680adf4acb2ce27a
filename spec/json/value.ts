/** JSON values that keep every digit, what a reader reports of a text, and the writer. */

/** A number with a fraction or an exponent, as it was written. */
export class Decimal {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  valueOf(): number {
    return Number(this.text);
  }
  toJSON(): number {
    return Number(this.text);
  }
}

export type JsonNumber = number | bigint | Decimal;
export type Json = null | boolean | string | JsonNumber | Json[] | JsonObject;
export interface JsonObject {
  [name: string]: Json;
}

/** Member names and element indices from the root to a value. */
export type JsonPath = readonly (string | number)[];

/** Text that is not JSON, or exceeds a bound of the reader. */
export class JsonError extends SyntaxError {
  override readonly name = "JsonError";
  readonly code = "not-json";
  /** Completes the sentence "It is not JSON: …". */
  readonly problem: string;
  /** In UTF-16 units from the start of the text. */
  readonly offset: number;
  /** `bound`: whatever follows, the text is not read. `size`: it may be valid. */
  readonly kind: "syntax" | "bound" | "size";
  constructor(problem: string, offset: number, kind: JsonError["kind"] = "syntax", advice = "") {
    super(`Not JSON: ${problem}.${advice}`);
    this.problem = problem;
    this.offset = offset;
    this.kind = kind;
  }
}

/** A member name that one object has twice; `same` when both values have the same text. */
export interface Duplicate {
  readonly name: string;
  readonly offset: number;
  readonly same: boolean;
}

/** JSON text without white space: a `bigint` as its digits, a {@link Decimal} as it was written, all else as JSON.stringify writes it. */
export function stringifyJson(value: unknown): string {
  return textOf(value, "") ?? "null";
}

/** Undefined for what JSON has no text for, such as a function. */
function textOf(value: unknown, key: string): string | undefined {
  if (typeof value === "bigint") return value.toString();
  if (value instanceof Decimal) return value.text;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((element, at) => textOf(element, `${at}`) ?? "null").join(",")}]`;
  if ("toJSON" in value && typeof value.toJSON === "function") return textOf(value.toJSON(key), key);
  const members = Object.entries(value).flatMap(([name, member]) => {
    const text = textOf(member, name);
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`];
  });
  return `{${members.join(",")}}`;
}

/** `orders[4711].shipDate` for `["orders", 4711, "shipDate"]`. */
export function formatPath(path: JsonPath): string {
  return path.map((step, depth) => (typeof step === "number" ? `[${step}]` : depth === 0 ? step : `.${step}`)).join("");
}
