/**
 * `orders-kit/json`: reads and writes JSON without losing a digit of an id, in browsers and in
 * Node.
 *
 * import { type Order, parseJson } from "orders-kit/json"; const orders = parseJson<Order[]>(await
 * response.text());
 *
 * `JSON.parse` and `response.json()` read every number as a double: two orders whose ids are above
 * 2^53 may get the same id.
 */
import { Decimal, type Json, parseJson as parseExact, stringifyJson } from "../json/json.ts";
import type { components, operations, paths } from "../schema/generated/types.ts";

export type { components, operations, paths };
export { stringifyJson };

/**
 * An order as {@link parseJson} reads it, with `bigint` ids. With ids as strings, its type is
 * `WithStringIds<Order>`.
 */
export type Order = components["schemas"]["Order"];

/**
 * The type with ids as strings of digits, as `parseJson(text, { ids: "string" })` and {@link
 * fetchWithStringIds} return them.
 */
export type WithStringIds<T> = WithIds<T, string>;

/**
 * The type with ids as numbers, as `response.json()` returns them. Ids above 2^53 are rounded,
 * often to another order's id.
 */
export type WithRoundedIds<T> = WithIds<T, number>;

type WithIds<T, Id> = T extends bigint
  ? Id
  : T extends object
    ? { [Key in keyof T]: WithIds<T[Key], Id> }
    : T;

type IdField = {
  [Key in keyof Required<Order>]: Required<Order>[Key] extends bigint ? Key : never;
}[keyof Order];
/** The members that are int64 in the contract. */
const ID_FIELDS: Readonly<Record<NonNullable<IdField>, true>> = { id: true, petId: true };

export interface ParseOptions {
  /** Type of the integers in members named `id` and `petId`. Default: `bigint`. */
  readonly ids?: "bigint" | "string";
}

/**
 * Parses a JSON text. Ids are exact and all of one type. Other numbers are as JSON.parse reads
 * them, except that an integer above 2^53 is a `bigint`. Throws a SyntaxError with the code
 * `not-json` if the text is not JSON.
 */
export function parseJson<T = Json>(text: string, { ids = "bigint" }: ParseOptions = {}): T {
  return convert(parseExact(text), ids === "bigint" ? BigInt : String) as T;
}

type Convert = (id: number | bigint) => bigint | string;

/** Converts the ids in place, which is safe because we have just made the value. */
function convert(value: Json, toId: Convert): Json {
  if (value instanceof Decimal) return Number(value);
  if (typeof value !== "object" || value === null) return value;
  for (const [key, member] of Object.entries(value) as [never, Json][]) {
    const isInteger = typeof member === "number" || typeof member === "bigint";
    const converted =
      isInteger && Object.hasOwn(ID_FIELDS, key) ? toId(member) : convert(member, toId);
    if (converted !== member) (value as Json[])[key] = converted;
  }
  return value;
}

/**
 * The platform's fetch, kept because a program may assign {@link fetchWithStringIds} to
 * `globalThis.fetch`.
 */
const { fetch: original } = globalThis;

/**
 * Statuses without a body; the Response constructor throws for a body with one of them (Fetch
 * standard, "null body status").
 */
const WITHOUT_BODY = [204, 205, 304];

/**
 * `fetch` for clients that parse the response themselves, such as openapi-fetch: ids in a JSON
 * response become strings of digits, so that JSON.parse keeps every digit. Other responses pass
 * through unchanged.
 */
export async function fetchWithStringIds(
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<Response> {
  const current = globalThis.fetch === fetchWithStringIds ? original : globalThis.fetch;
  const response = await current(input, init);
  const { status, statusText, url } = response;
  const isJson = /^application\/json\b/i.test(response.headers.get("content-type") ?? "");
  if (!isJson || WITHOUT_BODY.includes(status)) return response;

  const headers = new Headers(response.headers);
  headers.delete("content-length");
  const text = await response.text();
  // We pass text that is not JSON on to the client.
  const exact = new Response(withStringIds(text) ?? text, { status, statusText, headers });
  return Object.defineProperty(exact, "url", { value: url });
}

function withStringIds(text: string): string | undefined {
  try {
    return stringifyJson(parseJson(text, { ids: "string" }));
  } catch {
    return undefined;
  }
}
