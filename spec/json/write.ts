/** Writes JSON, and paths within it. */
import { Decimal, type JsonPath } from "./values.ts";

/**
 * Returns JSON text without white space: a `bigint` as digits, a {@link Decimal} as written,
 * everything else as JSON.stringify does.
 */
export function stringifyJson(value: unknown): string {
  return textOf(value, "") ?? "null";
}

/** Returns undefined if JSON has no text for the value, such as a function. */
function textOf(value: unknown, key: string): string | undefined {
  if (typeof value === "bigint") return value.toString();
  if (value instanceof Decimal) return value.text;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value))
    return `[${value.map((element, at) => textOf(element, `${at}`) ?? "null").join(",")}]`;
  if ("toJSON" in value && typeof value.toJSON === "function")
    return textOf(value.toJSON(key), key);
  const members = Object.entries(value).flatMap(([name, member]) => {
    const text = textOf(member, name);
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`];
  });
  return `{${members.join(",")}}`;
}

/** Returns `orders[4711].shipDate` for `["orders", 4711, "shipDate"]`. */
export function formatPath(path: JsonPath): string {
  return path
    .map((step, depth) =>
      typeof step === "number" ? `[${step}]` : depth === 0 ? step : `.${step}`,
    )
    .join("");
}
