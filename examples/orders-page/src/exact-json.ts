/**
 * JSON.parse converts all numbers to doubles, so ids above 2^53 lose digits. A reviver gets the original digits (JSON.parse
 * source text access, ES2026), which this module keeps as strings.
 */
type Reviver = (name: string, value: unknown, context?: { readonly source?: string }) => unknown;
const parse = JSON.parse as (text: string, reviver: Reviver) => unknown;

/** Parses JSON. Members with these names become strings of digits instead of numbers. Throws a SyntaxError. */
export function parseExact(text: string, names: readonly string[]): unknown {
  return parse(text, (name, value, context) => {
    if (typeof value !== "number" || !names.includes(name)) return value;
    if (context?.source !== undefined) return context.source;
    // An older browser: no id is better than the id of another order.
    return Number.isSafeInteger(value) ? String(value) : undefined;
  });
}
