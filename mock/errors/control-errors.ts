/** Errors of the control API, sent as problem details (RFC 9457) with these codes. */
import { errorTable } from "../../spec/errors/user-error.ts";

export const controlError = errorTable({
  "not-loopback":
    "The control accepts requests from this machine only. Start the mock with --admin-key to use it from another machine.",
  "foreign-host":
    "The control accepts only 127.0.0.1 and localhost as its host. Use one of them, or start the mock with --admin-key.",
  "foreign-origin": "A page of another origin cannot control the mock. Use the panel at /__admin/.",
  "admin-key": "The control needs the key of --admin-key. Send Authorization: Bearer <ADMIN_KEY>.",
  "not-found":
    "The control has no such path. /__admin/openapi.yaml lists its paths, and the panel is at /__admin/.",
  method: "This path takes {allow} only.",
  "content-type": "The control takes JSON only. Send Content-Type: application/json.",
  "too-large": "The control takes bodies of up to {max} bytes. Send a smaller one.",
  "world-too-large":
    "A scenario file has at most {max} characters, and the {orders} orders of this world need more. Reset it with fewer.",
  "unknown-fault":
    "This world has no fault {number}. Its state lists those that it has; the first is number 1.",
  "bad-world":
    "The name of a world is 1 to 64 letters, digits, dots, hyphens, tildes or underscores; with worlds: 0 there is only the main world.",
  "main-world": "The main world cannot be deleted. Reset it instead.",
  "bad-id": "An order id is an int64 in decimal digits.",
  "unknown-order": "This world has no order {id}. Use the id of one of its orders.",
  "unknown-request":
    "The details of request {number} are not kept any more. The mock keeps those of the last 200 requests of a world, and 8 MB in all.",
  "order-exists":
    "This world has an order {id}. Save again to replace it, or give the new one another id.",
  "order-cancelled":
    "Order {id} is cancelled and cannot be shipped. Use a pending one, or reset the world.",
  "order-shipped":
    "Order {id} has shipped and cannot be cancelled. Use a pending one, or reset the world.",
  "store-unavailable": "The store of this mock does not answer. The mock connects again by itself.",
});
