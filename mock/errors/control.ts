/** Errors of the control API, sent as problem details (RFC 9457) with these codes. Each is a function of the details in its message. */
import { type Details, UserError } from "../../spec/errors/user-error.ts";

export const notLoopbackError = () =>
  new UserError({
    code: "not-loopback",
    message:
      "The control accepts requests from this machine only. Start the mock with --admin-key to use it from another machine.",
  });

export const foreignHostError = () =>
  new UserError({
    code: "foreign-host",
    message:
      "The control accepts only 127.0.0.1 and localhost as its host. Use one of them, or start the mock with --admin-key.",
  });

export const foreignOriginError = () =>
  new UserError({
    code: "foreign-origin",
    message: "A page of another origin cannot control the mock. Use the panel at /__admin/.",
  });

export const adminKeyError = () =>
  new UserError({
    code: "admin-key",
    message: "The control needs the key of --admin-key. Send Authorization: Bearer <ADMIN_KEY>.",
  });

export const notFoundError = () =>
  new UserError({
    code: "not-found",
    message:
      "The control has no such path. /__admin/openapi.yaml lists its paths, and the panel is at /__admin/.",
  });

export const methodError = ({ allow }: Details<"allow">) =>
  new UserError({ code: "method", message: `This path takes ${allow} only.` });

export const contentTypeError = () =>
  new UserError({
    code: "content-type",
    message: "The control takes JSON only. Send Content-Type: application/json.",
  });

export const tooLargeError = ({ max }: Details<"max">) =>
  new UserError({
    code: "too-large",
    message: `The control takes bodies of up to ${max} bytes. Send a smaller one.`,
  });

export const worldTooLargeError = ({ orders, max }: Details<"orders" | "max">) =>
  new UserError({
    code: "world-too-large",
    message: `A scenario file has at most ${max} characters, and the ${orders} orders of this world need more. Reset it with fewer.`,
  });

export const unknownFaultError = ({ number }: Details<"number">) =>
  new UserError({
    code: "unknown-fault",
    message: `This world has no fault ${number}. GET faults lists those that it has; the first is number 1.`,
  });

export const badWorldError = () =>
  new UserError({
    code: "bad-world",
    message:
      "The name of a world is 1 to 64 letters, digits, dots, hyphens, tildes or underscores; with worlds: 0 there is only the main world.",
  });

export const mainWorldError = () =>
  new UserError({
    code: "main-world",
    message: "The main world cannot be deleted. Reset it instead.",
  });

export const badIdError = () =>
  new UserError({ code: "bad-id", message: "An order id is an int64 in decimal digits." });

export const unknownOrderError = ({ id }: Details<"id">) =>
  new UserError({
    code: "unknown-order",
    message: `This world has no order ${id}. Use the id of one of its orders.`,
  });

export const unknownRequestError = ({ number }: Details<"number">) =>
  new UserError({
    code: "unknown-request",
    message: `The details of request ${number} are not kept any more. The mock keeps those of the last 200 requests of a world, and 8 MB in all.`,
  });

export const orderExistsError = ({ id }: Details<"id">) =>
  new UserError({
    code: "order-exists",
    message: `This world has an order ${id}. Save again to replace it, or give the new one another id.`,
  });

export const orderCancelledError = ({ id }: Details<"id">) =>
  new UserError({
    code: "order-cancelled",
    message: `Order ${id} is cancelled and cannot be shipped. Use a pending one, or reset the world.`,
  });

export const orderShippedError = ({ id }: Details<"id">) =>
  new UserError({
    code: "order-shipped",
    message: `Order ${id} has shipped and cannot be cancelled. Use a pending one, or reset the world.`,
  });

export const storeUnavailableError = () =>
  new UserError({
    code: "store-unavailable",
    message: "The store of this mock does not answer. The mock connects again by itself.",
  });

export const badQueryError = ({ name, expected }: Details<"name" | "expected">) =>
  new UserError({ code: "bad-query", message: `${name} takes ${expected}.` });
