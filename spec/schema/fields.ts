/** The fields of Order and Error: one entry for each, with all that openapi.yaml says of it. */
import type { ClauseId } from "../clauses/index.ts";
import { ERROR_PROPERTIES, ORDER_PROPERTIES } from "./generated/fields.ts";

export interface FieldEntry {
  readonly kind: "integer" | "date-time" | "boolean" | "string";
  readonly format?: "int64";
  /** The only values that a string can have. */
  readonly values?: readonly string[];
  /** Characters of a string. */
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  /** It may not be left out. */
  readonly isRequired?: true;
  /** The clause that another value violates. */
  readonly clause: ClauseId;
}

export interface OrderFieldEntry extends FieldEntry {
  /** The name that the panel shows. */
  readonly label: string;
  /** A valid value as JSON text. */
  readonly example: string;
  /** Only some orders have it, and a deployment may know nothing of it (`x-on-some-orders` in openapi.yaml). */
  readonly optional?: true;
}

export const ERROR_FIELDS = ERROR_PROPERTIES satisfies Readonly<Record<string, FieldEntry>>;

export type OrderField = keyof typeof ORDER_PROPERTIES;

export const ORDER_FIELDS: Readonly<Record<OrderField, OrderFieldEntry>> = ORDER_PROPERTIES;
export const ORDER_FIELD_NAMES = Object.keys(ORDER_FIELDS) as readonly OrderField[];

export function isOrderField(name: string): name is OrderField {
  return Object.hasOwn(ORDER_FIELDS, name);
}

export function isErrorField(name: string): name is keyof typeof ERROR_FIELDS {
  return Object.hasOwn(ERROR_FIELDS, name);
}

/** A text that people write: it may be personal, and say anything. */
export function isFreeText({ kind, values }: FieldEntry): boolean {
  return kind === "string" && values === undefined;
}

/** True if a clause is about a field that a deployment may know nothing of. */
export function isOptionalClause(clause: ClauseId): boolean {
  return Object.values(ORDER_FIELDS).some(
    (field) => field.optional === true && field.clause === clause,
  );
}
