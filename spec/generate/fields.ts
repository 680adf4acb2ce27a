/**
 * Generates schema/generated/fields.ts: what openapi.yaml says about each field of Order and Error.
 */
import { parse } from "yaml";
import type { FieldEntry, OrderFieldEntry } from "../schema/fields.ts";

/** A property of a schema in openapi.yaml. Only ajv would judge any other JSON Schema keyword. */
interface Property {
  readonly type: "string" | "integer" | "boolean";
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly description: string;
  readonly example?: unknown;
  readonly "x-on-some-orders"?: true;
}

interface Schema {
  readonly required?: readonly string[];
  readonly properties: Readonly<Record<string, Property>>;
}

const KEYWORDS: readonly string[] = [
  "type",
  "format",
  "enum",
  "maxLength",
  "minimum",
  "maximum",
  "description",
  "example",
  "x-on-some-orders",
] satisfies (keyof Property)[];

/** Throws an Error for a keyword the table lacks, and for an order field without an example. */
export function fieldTables(yaml: string): string {
  const { Order: order, Error: error } = parse(yaml).components.schemas as {
    readonly Order: Schema;
    readonly Error: Schema;
  };
  const ofOrder = Object.keys(order.properties);
  const ofError = Object.keys(error.properties);
  const constant = (name: string, entries: readonly (readonly [string, unknown])[]): string =>
    `export const ${name} = ${JSON.stringify(Object.fromEntries(entries), null, 2)} as const;\n`;

  const properties = ofOrder.map((name) => [name, orderField(order, name)] as const);
  const statements = ofOrder.map(
    (name) => [clauseOf("order", name), statementOf(order, name)] as const,
  );
  const errorProperties = ofError.map((name) => [name, fieldEntry("error", error, name)] as const);
  return [
    "// Generated from spec/openapi.yaml by `npm run generate`. Do not edit.\n",
    constant("ORDER_PROPERTIES", properties),
    "/** What the clause of each field says. */",
    constant("ORDER_STATEMENTS", statements),
    constant("ERROR_PROPERTIES", errorProperties),
  ].join("\n");
}

function orderField(schema: Schema, name: string): OrderFieldEntry {
  const property = schema.properties[name]!;
  const isOnSome = property["x-on-some-orders"] === true;
  if (property.example === undefined) throw new Error(`Order.${name} needs an example.`);
  if (isOnSome && schema.required?.includes(name))
    throw new Error(`Order.${name} cannot be required and x-on-some-orders.`);
  return {
    ...fieldEntry("order", schema, name),
    label: labelOf(name),
    example: JSON.stringify(property.example),
    ...(isOnSome && { optional: true as const }),
  } as OrderFieldEntry;
}

function fieldEntry(owner: string, { required = [], properties }: Schema, name: string) {
  const property = properties[name]!;
  const { type, format, enum: values, maxLength, minimum, maximum } = property;
  const unknown = Object.keys(property).filter((keyword) => !KEYWORDS.includes(keyword));
  if (unknown.length > 0)
    throw new Error(`${owner}.${name} has ${unknown.join(", ")}, which no entry of a field has.`);
  return {
    kind: format === "date-time" ? format : type,
    ...(format === "int64" && { format }),
    values,
    maxLength,
    minimum,
    maximum,
    ...(required.includes(name) && { isRequired: true }),
    clause: clauseOf(owner, name),
  } as FieldEntry;
}

/** `shipDate` becomes `order-ship-date`. */
function clauseOf(owner: string, name: string): string {
  return `${owner}-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** `shipDate` becomes `Ship date`. */
function labelOf(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words[0]!.toUpperCase()}${words.slice(1)}`;
}

function statementOf({ required = [], properties }: Schema, name: string): string {
  const what = valueText(properties[name]!);
  return required.includes(name)
    ? `Every order has the field ${name}: ${what}.`
    : `If an order has the field ${name}, it is ${what}.`;
}

function valueText({ type, format, enum: values, maxLength, minimum, maximum }: Property): string {
  if (values !== undefined) return `one of ${values.join(", ")}`;
  if (format === "int64") return "an int64 with all its digits";
  if (format === "date-time") return "a date and time of ISO 8601";
  if (type === "boolean") return "true or false";
  if (type === "integer") {
    const limits = [
      minimum === undefined ? "" : ` of at least ${minimum}`,
      maximum === undefined ? "" : ` of at most ${maximum}`,
    ];
    return `an integer${limits.filter(Boolean).join(" and")}`;
  }
  return maxLength === undefined ? "a text" : `a text of at most ${maxLength} characters`;
}
