/** The fields of Order and Error, one entry each, with everything openapi.yaml says about them. */
import type { ClauseId } from "../clauses/index.ts";
import { ERROR_PROPERTIES, ORDER_PROPERTIES } from "./generated/fields.ts";

export interface FieldEntry {
  readonly kind: "integer" | "date-time" | "boolean" | "string";
  readonly format?: "int64";
  /** The only values this string may have. */
  readonly values?: readonly string[];
  /** In characters of the string. */
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly isRequired?: true;
  /** The clause that any other value violates. */
  readonly clause: ClauseId;
}

export interface OrderFieldEntry extends FieldEntry {
  /** The name shown in the panel. */
  readonly label: string;
  /** A valid value, as JSON text. */
  readonly example: string;
  /**
   * Only some orders have this field, and a deployment may not know it (`x-on-some-orders` in
   * openapi.yaml).
   */
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

/** True for text written by people, which may be personal and say anything. */
export function isFreeText({ kind, values }: FieldEntry): boolean {
  return kind === "string" && values === undefined;
}

/** True if a clause is about a field that a deployment may not know. */
export function isOptionalClause(clause: ClauseId): boolean {
  return Object.values(ORDER_FIELDS).some(
    (field) => field.optional === true && field.clause === clause,
  );
}
