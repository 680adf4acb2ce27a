/** What a JSON text comes to: values that keep every digit, member names that it repeats, or the place of its fault; and back. */

/** A number token with a fraction or an exponent, kept as it was written. */
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

/** Text that is not JSON. `offset` counts UTF-16 units from the start of the text. */
export class JsonError extends Error {
  override readonly name = "JsonError";
  readonly offset: number;
  constructor(problem: string, offset: number) {
    super(problem);
    this.offset = offset;
  }
}

/** A member name that stands twice in one object; `same` when both carry the same text as value. */
export interface Duplicate {
  readonly name: string;
  readonly offset: number;
  readonly same: boolean;
}

/** A value as JSON text without white space; bigint and Decimal keep every digit. Undefined members are left out. */
export function stringifyJson(value: Json | undefined): string {
  if (typeof value === "bigint") return value.toString();
  if (value instanceof Decimal) return value.text;
  if (Array.isArray(value)) return `[${value.map((element) => stringifyJson(element)).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${stringifyJson(member)}`).join(",")}}`;
  }
  return JSON.stringify(value ?? null);
}

/** `orders[4711].shipDate` for `["orders", 4711, "shipDate"]`. */
export function formatPath(path: JsonPath): string {
  return path.map((step, depth) => (typeof step === "number" ? `[${step}]` : depth === 0 ? step : `.${step}`)).join("");
}
