/** Reads the kinds of value that a field has: one kind, or a list of them. */
import { isCollection } from "yaml";
import { suggest } from "../errors/user-errors.ts";
import { FIELD_KINDS, type FieldKind, type Fields } from "../schema/value-kinds.ts";
import { dictionary, list, name, type Reader, referenced, withSchema } from "../yaml/readers.ts";

export function kindsAmong(valid: readonly FieldKind[]): Reader<readonly FieldKind[]> {
  const one = withSchema<FieldKind>({ enum: valid }, (node, source) => {
    const read = name(node, source);
    const found = valid.find((kind) => kind === read);
    if (found === undefined) throw source.errorAt(node, `"${read}" is not a kind of value. ${suggest(read, valid)}`);
    return found;
  });
  const several = list(one);
  const schema = { oneOf: [one.schema, { ...several.schema, uniqueItems: true, minItems: 1 }] };
  return withSchema(schema, (node, source) => (isCollection(node) ? several(node, source) : [one(node, source)]));
}

/** Any kinds of value. */
export const anyKinds = kindsAmong(FIELD_KINDS);

/** Fields by name, each with any kinds; the schema takes those from `$defs`. */
export const anyFields: Reader<Fields> = dictionary(name, referenced("kinds", anyKinds));
