/** JSON values (RFC 8259) without lost digits, and the error for text that is not JSON. */

/**
 * A number kept as written, because it has a fraction, an exponent, or too many digits to calculate
 * with.
 */
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

/** An integer is a `number` if a double holds it exactly, and a `bigint` if not. */
export type JsonNumber = number | bigint | Decimal;
export type Json = null | boolean | string | JsonNumber | Json[] | JsonObject;
export interface JsonObject {
  [name: string]: Json;
}

/** Member names and element indices, from the root to a value. */
export type JsonPath = readonly (string | number)[];

/** Thrown for text that is not JSON or exceeds a bound of the reader. */
export class JsonError extends SyntaxError {
  override readonly name = "JsonError";
  readonly code = "not-json";
  /** Completes the sentence "It is not JSON: …". */
  readonly problem: string;
  /** In UTF-16 units, from the start of the text. */
  readonly offset: number;
  /** `bound`: the text may be valid JSON, but we do not read it. */
  readonly kind: "syntax" | "bound";
  constructor(problem: string, offset: number, kind: JsonError["kind"] = "syntax", advice = "") {
    super(`Not JSON: ${problem}.${advice}`);
    this.problem = problem;
    this.offset = offset;
    this.kind = kind;
  }
}

/** A member name that an object has twice; `same` if both values have the same text. */
export interface Duplicate {
  readonly name: string;
  readonly offset: number;
  readonly same: boolean;
}

/** A {@link Decimal} is a JavaScript object but a JSON number. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Decimal)
  );
}
