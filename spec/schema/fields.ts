/** The fields of Order and Error: the kind of value of each, and its clause. */
import type { ClauseId } from "../clauses/index.ts";
import type { components } from "./generated/types.ts";
import type { FieldKind } from "./value-kinds.ts";

interface Field {
  readonly kind: FieldKind;
  readonly clause: ClauseId;
}

type Fields<Name extends keyof components["schemas"]> = {
  readonly [FieldName in keyof components["schemas"][Name]]-?: Field;
};

export const ORDER_FIELDS = {
  id: { kind: "integer", clause: "order-id" },
  petId: { kind: "integer", clause: "order-pet-id" },
  quantity: { kind: "integer", clause: "order-quantity" },
  shipDate: { kind: "date-time", clause: "order-ship-date" },
  complete: { kind: "boolean", clause: "order-complete" },
} as const satisfies Fields<"Order">;

export const ERROR_FIELDS = {
  code: { kind: "string", clause: "error-code" },
  message: { kind: "string", clause: "error-message" },
  status: { kind: "integer", clause: "error-status" },
} as const satisfies Fields<"Error">;

export type OrderField = keyof typeof ORDER_FIELDS;
export const ORDER_FIELD_NAMES = Object.keys(ORDER_FIELDS) as readonly OrderField[];

export function isOrderField(name: string): name is OrderField {
  return Object.hasOwn(ORDER_FIELDS, name);
}

export function isErrorField(name: string): name is keyof typeof ERROR_FIELDS {
  return Object.hasOwn(ERROR_FIELDS, name);
}
