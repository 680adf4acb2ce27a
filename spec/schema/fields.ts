/** The fields of Order and Error: one entry for each, with all that is known of it. */
import type { ClauseId } from "../clauses/index.ts";
import type { components } from "./generated/types.ts";

export interface FieldEntry {
  readonly kind: "integer" | "date-time" | "boolean" | "string";
  readonly format?: "int64";
  /** The only values that a string can have. */
  readonly values?: readonly string[];
  /** The clause that another value violates. */
  readonly clause: ClauseId;
}

export interface OrderFieldEntry extends FieldEntry {
  /** The name that the panel shows. */
  readonly label: string;
  /** A valid value as JSON text. */
  readonly example: string;
  /** Came after version 1: a deployment may know nothing of it, and an order without it lacks it only where another has it. */
  readonly optional?: true;
}

type Schema<Name extends keyof components["schemas"]> = keyof components["schemas"][Name];

const ORDER = {
  id: { kind: "integer", format: "int64", clause: "order-id", label: "Id", example: "17" },
  petId: { kind: "integer", format: "int64", clause: "order-pet-id", label: "Pet", example: "3" },
  quantity: { kind: "integer", clause: "order-quantity", label: "Quantity", example: "1" },
  shipDate: {
    kind: "date-time",
    clause: "order-ship-date",
    label: "Ship date",
    example: '"2026-03-01T09:00:00Z"',
  },
  complete: { kind: "boolean", clause: "order-complete", label: "Complete", example: "false" },
} as const satisfies { readonly [Field in Schema<"Order">]-?: OrderFieldEntry };

export const ERROR_FIELDS = {
  code: { kind: "string", clause: "error-code" },
  message: { kind: "string", clause: "error-message" },
  status: { kind: "integer", clause: "error-status" },
} as const satisfies { readonly [Field in Schema<"Error">]-?: FieldEntry };

export type OrderField = keyof typeof ORDER;
/** The fields that a deployment may know nothing of. */
export type OptionalOrderField = {
  [Field in OrderField]: (typeof ORDER)[Field] extends { readonly optional: true } ? Field : never;
}[OrderField];

export const ORDER_FIELDS: Readonly<Record<OrderField, OrderFieldEntry>> = ORDER;
export const ORDER_FIELD_NAMES = Object.keys(ORDER_FIELDS) as readonly OrderField[];

export function isOrderField(name: string): name is OrderField {
  return Object.hasOwn(ORDER_FIELDS, name);
}

export function isErrorField(name: string): name is keyof typeof ERROR_FIELDS {
  return Object.hasOwn(ERROR_FIELDS, name);
}

/** Whether a clause is about a field that a deployment may know nothing of. */
export function isOptionalClause(clause: ClauseId): boolean {
  return Object.values(ORDER_FIELDS).some(
    (field) => field.optional === true && field.clause === clause,
  );
}
