/** Kinds of JSON values. A profile keeps them in place of the values, which could be personal data. */

import { Decimal, type Json } from "../json/json.ts";
import { checkDateTime } from "./date-time.ts";
import { integerValue } from "./integers.ts";

/** `absent` is for a field that not every object has. */
export const FIELD_KINDS = [
  "string",
  "date-time",
  "integer",
  "number",
  "boolean",
  "null",
  "list",
  "object",
  "absent",
] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];

/** For each field by name, the kinds of value observed, in the order of {@link FIELD_KINDS}. */
export type Fields = Readonly<Record<string, readonly FieldKind[]>>;

function kindOf(value: Json): FieldKind {
  if (value === null) return "null";
  if (typeof value === "string")
    return checkDateTime(value).kind === "valid" ? "date-time" : "string";
  if (typeof value === "boolean") return "boolean";
  if (Array.isArray(value)) return "list";
  if (typeof value === "object" && !(value instanceof Decimal)) return "object";
  return integerValue(value) === undefined ? "number" : "integer";
}

/** The fields of several objects, without the excluded ones, sorted by name so that two results can be compared. */
export function fieldsOf(
  objects: readonly Readonly<Record<string, Json>>[],
  excluded: readonly string[] = [],
): Fields {
  const names = [...new Set(objects.flatMap((object) => Object.keys(object)))].filter(
    (name) => !excluded.includes(name),
  );
  return Object.fromEntries(
    names.toSorted().map((name) => {
      const seen = new Set(
        objects.map((object) =>
          Object.hasOwn(object, name) ? kindOf(object[name] as Json) : "absent",
        ),
      );
      return [name, FIELD_KINDS.filter((kind) => seen.has(kind))];
    }),
  );
}
