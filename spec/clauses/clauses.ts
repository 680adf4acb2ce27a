/** All clauses of the contract. Reports, checks and documents use this list. */
import { VERSION_SEGMENT } from "../base-address.ts";
import { ORDER_STATEMENTS } from "../schema/generated/fields.ts";
import type { Clause } from "./clause.ts";

/**
 * Returns clauses by id. `common` holds the fields they share; a plain string is the statement of a
 * clause with no other fields of its own.
 */
function group<Id extends string>(
  common: Omit<Clause, "id" | "statement">,
  own: Readonly<Record<Id, string | (Pick<Clause, "statement"> & Partial<Omit<Clause, "id">>)>>,
): (Clause & { readonly id: Id })[] {
  return (Object.keys(own) as Id[]).map((id) => {
    const entry = own[id];
    const { area, section, statement, ...rest } = {
      ...common,
      ...(typeof entry === "string" ? { statement: entry } : entry),
    };
    return { id, area, section, statement, ...rest };
  });
}

export const CLAUSES = [
  ...group(
    { area: "auth", section: "Authentication", needs: "nothing" },
    {
      "auth-good-key": {
        statement: "A request with a valid API key as its bearer token is served.",
        binds: "every response",
      },
      "auth-key-exact": {
        statement: "Only the exact API key is accepted; any other credential gets 401.",
        status: 401,
      },
      "auth-each-request": {
        statement: "No request is served because of the key of an earlier one.",
        status: 401,
      },
      "auth-first": {
        statement: "401 takes precedence over 404 and 409.",
        operation: "cancelOrder",
        status: 401,
      },
      "auth-no-effect": {
        statement: "A request that gets 401 changes no order.",
        operation: "cancelOrder",
        status: 401,
        needs: "pending id",
      },
      "auth-error-body": {
        statement: "A 401 has an Error body.",
        status: 401,
        binds: "every response",
      },
    },
  ),
  ...group(
    {
      area: "list",
      section: "List orders",
      operation: "listOrders",
      status: 200,
      needs: "nothing",
    },
    {
      "list-ok": {
        statement: "Listing the orders with a valid key returns 200.",
        binds: "every list",
      },
      "list-array": {
        statement: "The list is a JSON array, not an object around one.",
        binds: "every list",
      },
      "list-whole": {
        statement: "Every list contains all orders of the store.",
        needs: "pending and shipped ids",
        binds: "every list",
      },
      "list-unfiltered": {
        statement: "No query parameter changes which orders are listed.",
        section: "Limits",
        needs: "listed order",
      },
      "list-unpaged": {
        statement: "No query parameter or header splits the list into pages.",
        section: "Limits",
        needs: "listed order",
        binds: "every list",
      },
      "list-unauthorized": {
        statement: "Listing the orders with a missing or invalid key returns 401.",
        status: 401,
      },
    },
  ),
  ...group(
    {
      area: "order",
      section: "Order",
      operation: "listOrders",
      status: 200,
      needs: "listed order",
      binds: "every list",
    },
    {
      "order-object": "Every element of the list is an object with one value for each field.",
      "order-id-unique": "No two orders have the same id.",
      ...ORDER_STATEMENTS,
    },
  ),
  ...group(
    { area: "cancel", section: "Cancel an order", operation: "cancelOrder", needs: "nothing" },
    {
      "cancel-pending": {
        statement: "Cancelling a pending order returns 204.",
        status: 204,
        needs: "pending id",
      },
      "cancel-no-content": {
        statement: "The 204 has no body.",
        section: "States and transitions",
        status: 204,
        needs: "pending id",
        binds: "every response",
      },
      "cancel-once": {
        statement: "A cancelled order cannot be cancelled again, later or in parallel.",
        section: "States and transitions",
        needs: "pending id",
      },
      "cancel-only-that-order": {
        statement: "Cancelling an order does not change any other order.",
        section: "States and transitions",
        needs: "pending id",
      },
      "cancel-shipped-conflict": {
        statement: "Cancelling a shipped order returns 409.",
        status: 409,
        needs: "shipped id",
      },
      "cancel-shipped-unchanged": {
        statement: "An attempt to cancel a shipped order does not change it.",
        section: "States and transitions",
        status: 409,
        needs: "shipped id",
      },
      "cancel-unknown-not-found": {
        statement: "Cancelling an int64 that is not the id of an order returns 404.",
        status: 404,
      },
      "cancel-id-exact": {
        statement: "A request for one id never cancels the order with another.",
        needs: "pending id",
      },
      "cancel-malformed-refused":
        "An orderId that is not an integer cancels no order and does not end the service.",
      "cancel-unauthorized": {
        statement: "Cancelling with a missing or invalid key returns 401.",
        status: 401,
      },
    },
  ),
  ...group(
    { area: "errors", section: "Errors", needs: "nothing", binds: "every response" },
    {
      "not-found-error-body": {
        statement: "A 404 for an order has an Error body.",
        operation: "cancelOrder",
        status: 404,
      },
      "error-code": { statement: "An Error has a code, a string.", section: "Error" },
      "error-message": { statement: "An Error has a message, a string.", section: "Error" },
      "error-status":
        "An Error has a status, an integer equal to the HTTP status code of the response.",
      "body-json": {
        statement: "Every response body is complete and valid JSON in UTF-8.",
        section: "What the service does",
      },
      "body-media-type": {
        statement: "A response with a body has the media type application/json.",
        section: "What the service does",
      },
    },
  ),
  ...group(
    { area: "versioning", section: "Versioning", needs: "nothing" },
    {
      "version-in-path": `The base address ends in ${VERSION_SEGMENT}, and the operations are served below it.`,
    },
  ),
  ...group(
    { area: "pets", section: "Authentication", operation: "getPet", status: 401, needs: "nothing" },
    {
      "pets-unauthorized":
        "The deprecated pets operation also returns 401 for a missing or invalid key.",
    },
  ),
] as const;

export type ClauseId = (typeof CLAUSES)[number]["id"];
