/** The values of JSON (RFC 8259) without the loss of a digit, and the error for a text that has none. */

/** A number with a fraction or an exponent, or with more digits than are calculated with, as it was written. */
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

/** An integer is a `number` if a double holds it exactly, else a `bigint`. */
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
  /** `bound`: it may be valid, and is not read. */
  readonly kind: "syntax" | "bound";
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
