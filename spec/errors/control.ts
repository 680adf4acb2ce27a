/** Errors of the mock's control under /__admin, sent as problem details (RFC 9457) with these codes. */
import { defineError } from "./user-error.ts";

export const CONTROL = {
  notLoopback: defineError(
    "not-loopback",
    "The request comes from another machine, and the mock has no admin key: start the mock with `--admin-key`, and send that key.",
    () =>
      "The control accepts requests from this machine only. Start the mock with --admin-key to use it from another machine.",
  ),
  foreignHost: defineError(
    "foreign-host",
    "The Host header is not a name of this machine: use 127.0.0.1 or localhost, or start the mock with `--admin-key`.",
    () =>
      "The control accepts only 127.0.0.1 and localhost as its host. Use one of them, or start the mock with --admin-key.",
  ),
  foreignOrigin: defineError(
    "foreign-origin",
    "A page of another origin sends the request: use the panel, or call the control from a test instead of the page.",
    () => "A page of another origin cannot control the mock. Use the panel at /__admin/.",
  ),
  adminKey: defineError(
    "admin-key",
    "The mock was started with `--admin-key`, and the request has another key or none: send that key as a bearer token.",
    () => "The control needs the key of --admin-key. Send Authorization: Bearer <ADMIN_KEY>.",
  ),
  notFound: defineError(
    "not-found",
    "The control has no such path: use one that `/__admin/openapi.yaml` describes.",
    () => "The control has no such path. /__admin/openapi.yaml lists its paths, and the panel is at /__admin/.",
  ),
  wrongMethod: defineError(
    "method",
    "The path does not take this method: use one of the response's `Allow` header.",
    (allow: string) => `This path takes ${allow} only.`,
  ),
  contentType: defineError(
    "content-type",
    "The request has a body that is not declared as JSON: send `Content-Type: application/json`.",
    () => "The control takes JSON only. Send Content-Type: application/json.",
  ),
  tooLarge: defineError(
    "too-large",
    "The body exceeds the limit: send a smaller one, or put a large scenario in a file.",
    (most: number) => `The control takes bodies of up to ${most} bytes. Send a smaller one.`,
  ),
  badWorld: defineError(
    "bad-world",
    "`world` is not a valid name, or the mock was started with `--worlds 0`: use letters, digits, dots, hyphens, tildes and underscores.",
    (worlds: "some" | "none") =>
      worlds === "none"
        ? "This mock has the main world only (--worlds 0)."
        : "The name of a world is 1 to 64 letters, digits, dots, hyphens, tildes or underscores.",
  ),
  mainWorld: defineError(
    "main-world",
    "The main world cannot be deleted: reset it, or name another world with `?world=`.",
    () => "The main world cannot be deleted. Reset it instead.",
  ),
  badId: defineError(
    "bad-id",
    "The path has no valid order id: use an int64 in decimal digits.",
    () => "An order id is an int64 in decimal digits.",
  ),
  unknownOrder: defineError(
    "unknown-order",
    "The world has no order with that id: use one that `GET /__admin/state` lists for the same world.",
    (id: bigint) => `This world has no order ${id}. GET /__admin/state lists its orders.`,
  ),
  unknownRequest: defineError(
    "unknown-request",
    "The details of a request are kept for the last 200 of a world, from the moment that somebody watches it: open the panel first.",
    (n: string) => `The details of request ${n} were not kept: nobody was watching this world. Send it again.`,
  ),
  orderCancelled: defineError(
    "order-cancelled",
    "A cancelled order cannot be shipped: use a pending one, or reset the world first.",
    (id: bigint) => `Order ${id} is cancelled and cannot be shipped. Use a pending one, or reset the world.`,
  ),
  orderShipped: defineError(
    "order-shipped",
    "A shipped order cannot be cancelled: use a pending one, or reset the world first.",
    (id: bigint) => `Order ${id} has shipped and cannot be cancelled. Use a pending one, or reset the world.`,
  ),
  storeUnavailable: defineError(
    "store-unavailable",
    "The mock has a store (`--store`) that does not answer: wait as long as `Retry-After` says, since the mock connects again by itself.",
    () => "The store of this mock does not answer. The mock connects again by itself.",
  ),
  badQuery: defineError(
    "bad-query",
    "A query parameter has an invalid value: the response says what it takes.",
    (name: string, expected: string) => `${name} takes ${expected}.`,
  ),
};
