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

/** Text that is not JSON, or exceeds a bound of the reader. `offset` counts UTF-16 units from the start of the text. */
export class JsonError extends Error {
  override readonly name = "JsonError";
  readonly offset: number;
  /** `bound`: whatever follows, the text is not read. `size`: it may be valid. */
  readonly kind: "syntax" | "bound" | "size";
  constructor(problem: string, offset: number, kind: JsonError["kind"] = "syntax") {
    super(problem);
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

/** JSON text without white space. Members that are undefined are left out. */
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
