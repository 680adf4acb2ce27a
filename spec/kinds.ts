/** Kinds of JSON values: as much of somebody's data as a profile may keep. */
import { judgeDateTime } from "./date-time.ts";
import { wholeValue } from "./exact-values.ts";
import { Decimal, type Json } from "./json.ts";

const KINDS = ["string", "date-time", "integer", "number", "boolean", "null", "list", "object"] as const;
type Kind = (typeof KINDS)[number];

/** Of a field that not every object has. */
export const ABSENT = "absent";
export type FieldKind = Kind | typeof ABSENT;

export const FIELD_KINDS: readonly FieldKind[] = [...KINDS, ABSENT];

/** For each field by name, the kinds of value that it was seen to have, in the order of {@link KINDS}, `absent` last. */
export type Fields = Readonly<Record<string, readonly FieldKind[]>>;

function kindOf(value: Json): Kind {
  if (value === null) return "null";
  if (typeof value === "string") return judgeDateTime(value).kind === "sound" ? "date-time" : "string";
  if (typeof value === "boolean") return "boolean";
  if (Array.isArray(value)) return "list";
  if (typeof value === "object" && !(value instanceof Decimal)) return "object";
  return wholeValue(value) === undefined ? "number" : "integer";
}

/** The fields of several objects, those that `leave` names left out. Sorted by name, so that two observations compare. */
export function fieldsOf(objects: readonly Readonly<Record<string, Json>>[], leave: readonly string[] = []): Fields {
  const names = [...new Set(objects.flatMap((object) => Object.keys(object)))].filter((name) => !leave.includes(name));
  return Object.fromEntries(
    names.toSorted().map((name) => {
      const seen = new Set(
        objects.map((object): FieldKind => (Object.hasOwn(object, name) ? kindOf(object[name] as Json) : ABSENT)),
      );
      return [name, FIELD_KINDS.filter((kind) => seen.has(kind))];
    }),
  );
}
