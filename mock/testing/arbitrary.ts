/** Draws values from a JSON Schema, and breaks a value in one place. */
import fc from "fast-check";
import type { Json, JsonObject } from "../../spec/json/json.ts";

interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly const?: Json;
  readonly enum?: readonly Json[];
  readonly type?: string;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
}

/** Maximum length of lists, and, negated, the default minimum of numbers. */
const MOST = 2;

/** `known` has values for some properties that are no mappings, by name, such as existing ids. */
export function valuesOf(schema: Schema, known: Readonly<Record<string, fc.Arbitrary<Json>>>) {
  const draw = (part: Schema, name = ""): fc.Arbitrary<Json> => {
    const found = known[name];
    if (found !== undefined && part.properties === undefined) return found;
    if (part.$ref !== undefined) return draw(schema.$defs![part.$ref.replace(/.*\//, "")]!, name);
    if (part.const !== undefined) return fc.constant(part.const);
    if (part.enum !== undefined) return fc.constantFrom(...part.enum);
    if (part.properties !== undefined) return objectOf(part);
    const choices = part.anyOf ?? part.oneOf;
    if (choices !== undefined) return fc.oneof(...choices.map((one) => draw(one, name)));
    const { minimum: min = -MOST, maximum: max = 1_000_000 } = part;
    switch (part.type) {
      case "array":
        return part.prefixItems === undefined
          ? fc.array(draw(part.items!), { maxLength: MOST })
          : fc.tuple(...part.prefixItems.map((one) => draw(one)));
      case "integer":
        return fc.integer({ min, max });
      case "number":
        return fc.double({ min, max, noNaN: true });
      case "boolean":
        return fc.boolean();
      default:
        return fc.constantFrom("", "a", "2026-01-15T12:00:00Z", "+3d");
    }
  };
  /** Includes one of the alternatives that the schema requires. */
  const objectOf = ({ properties = {}, required = [], ...part }: Schema): fc.Arbitrary<Json> => {
    const alternatives: readonly Schema[] = part.oneOf ?? part.anyOf ?? [{}];
    const choices: (readonly string[])[] = alternatives.map((one) => one.required ?? []);
    return fc.constantFrom(...choices).chain((chosen) => {
      const others = choices.flat().filter((name) => !chosen.includes(name));
      const members = Object.entries(properties)
        .filter(([name]) => !others.includes(name))
        .map(([name, one]) => [name, draw(one, name)]);
      const requiredKeys = [...required, ...chosen];
      return fc.record(Object.fromEntries(members), {
        requiredKeys,
      } as object) as fc.Arbitrary<Json>;
    });
  };
  return draw(schema);
}

/** Values that are wrong in most places. */
const WRONG: readonly Json[] = [
  ...[null, true, "", "zz", -1, 0.5, 99_999, 2 ** 53, 1e300, [], [null, 1], {}, { state: "x" }],
  ...["constructor", "__proto__", "200\r\nX: y", "9".repeat(30), "999999999", "\u0000", "./x.yaml"],
];

/**
 * Replaces or removes a value inside the given one, at any depth, or adds another value beside it.
 */
export const broken = (values: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
  fc
    .tuple(values, fc.nat(), fc.constantFrom(...WRONG), fc.constantFrom("replace", "remove", "add"))
    .map(([value, at, wrong, how]) => {
      const copy: Json = structuredClone(value);
      const places = placesIn({ "": copy });
      const { holder, key } = places[at % places.length]!;
      const inside = (holder as JsonObject)[key];
      if (how === "remove" && !Array.isArray(holder)) delete (holder as JsonObject)[key];
      else if (how === "add" && Array.isArray(inside)) inside.push(wrong);
      else if (how === "add" && typeof inside === "object" && inside !== null)
        Object.assign(inside, { [String(wrong)]: wrong });
      else (holder as JsonObject)[key] = wrong;
      return key === "" ? ((holder as JsonObject)[""] ?? null) : copy;
    });

interface Place {
  readonly holder: object;
  readonly key: string;
}

function placesIn(holder: object): Place[] {
  return Object.entries(holder).flatMap(([key, value]) => [
    { holder, key },
    ...(typeof value === "object" && value !== null ? placesIn(value) : []),
  ]);
}
