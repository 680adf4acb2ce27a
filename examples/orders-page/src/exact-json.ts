/**
 * JSON.parse makes doubles of all numbers, and from 2^53 on two ids become one. A reviver gets the digits as they were
 * written (JSON.parse source text access, ES2026): ids stay text, which is all that an app needs of them.
 */
type Reviver = (name: string, value: unknown, context?: { readonly source?: string }) => unknown;
const parse = JSON.parse as (text: string, reviver: Reviver) => unknown;

/** The value of a JSON text in which the members of these names are digits instead of numbers. Throws a SyntaxError. */
export function parseExact(text: string, names: readonly string[]): unknown {
  return parse(text, (name, value, context) => {
    if (typeof value !== "number" || !names.includes(name)) return value;
    if (context?.source !== undefined) return context.source;
    // An older browser: better no id than another order's.
    return Number.isSafeInteger(value) ? String(value) : undefined;
  });
}
