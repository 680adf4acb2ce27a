// Generated from spec/openapi.yaml by `npm run generate`. Do not edit.

export const ORDER_PROPERTIES = {
  "id": {
    "kind": "integer",
    "format": "int64",
    "clause": "order-id",
    "label": "Id",
    "example": "17"
  },
  "petId": {
    "kind": "integer",
    "format": "int64",
    "clause": "order-pet-id",
    "label": "Pet id",
    "example": "3"
  },
  "quantity": {
    "kind": "integer",
    "clause": "order-quantity",
    "label": "Quantity",
    "example": "1"
  },
  "shipDate": {
    "kind": "date-time",
    "clause": "order-ship-date",
    "label": "Ship date",
    "example": "\"2026-03-01T09:00:00Z\""
  },
  "complete": {
    "kind": "boolean",
    "clause": "order-complete",
    "label": "Complete",
    "example": "false"
  }
} as const;

/** What the clause of each field says. */
export const ORDER_STATEMENTS = {
  "order-id": "If an order has the field id, it is an int64 with all its digits.",
  "order-pet-id": "If an order has the field petId, it is an int64 with all its digits.",
  "order-quantity": "If an order has the field quantity, it is an integer.",
  "order-ship-date": "If an order has the field shipDate, it is a date and time of ISO 8601.",
  "order-complete": "If an order has the field complete, it is true or false."
} as const;

export const ERROR_PROPERTIES = {
  "code": {
    "kind": "string",
    "isRequired": true,
    "clause": "error-code"
  },
  "message": {
    "kind": "string",
    "isRequired": true,
    "clause": "error-message"
  },
  "status": {
    "kind": "integer",
    "isRequired": true,
    "clause": "error-status"
  }
} as const;
