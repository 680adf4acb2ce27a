/** Why the mock's control under /__admin does not do what a call asks: problem details (RFC 9457) with these codes. */
import { problem } from "./entry.ts";

export const CONTROL = {
  notLoopback: problem(
    "not-loopback",
    "The call comes from another machine, and the mock was started without an admin key: start it with `--admin-key`, and send that key.",
    () => "The control answers to this machine alone. Start the mock with --admin-key to use it from elsewhere.",
  ),
  foreignHost: problem(
    "foreign-host",
    "The call names the mock by a host name that could lead anywhere: call it as 127.0.0.1 or localhost, or start it with `--admin-key`.",
    () => "The control answers under a name of this machine alone, such as 127.0.0.1 or localhost.",
  ),
  foreignOrigin: problem(
    "foreign-origin",
    "A page of another origin tries to drive the mock: use the panel, or call the control from a test instead of the page.",
    () => "A page of another origin cannot drive the mock. Use the panel at /__admin/.",
  ),
  adminKey: problem(
    "admin-key",
    "The mock was started with `--admin-key`, and the call brings another key or none: send that key as a bearer token.",
    () => "The control needs the key of --admin-key: Authorization: Bearer <ADMIN_KEY>.",
  ),
  notFound: problem(
    "not-found",
    "The control has no such path: take one of its description at `/__admin/openapi.yaml`.",
    () => "Nothing is served here. What there is: /__admin/openapi.yaml, and the panel at /__admin/.",
  ),
  wrongMethod: problem(
    "method",
    "The path is one of the control's, and takes other methods: use one that the answer's `Allow` has.",
    (allow: string) => `This path takes ${allow}.`,
  ),
  contentType: problem(
    "content-type",
    "A body came without being called JSON: send `Content-Type: application/json`.",
    () => "The control takes application/json. Say so in Content-Type.",
  ),
  tooLarge: problem(
    "too-large",
    "The body is longer than any that makes sense: send a smaller one, or put large scenarios into a file.",
    (most: number) => `The control takes bodies of up to ${most} bytes.`,
  ),
  badWorld: problem(
    "bad-world",
    "`world` is no name of a world, or the mock was started with `--worlds 0`: take letters, digits, dots, hyphens, tildes and underscores.",
    (worlds: "some" | "none") =>
      worlds === "none"
        ? "This mock has its main world alone (--worlds 0)."
        : "A world's name is 1 to 64 letters, digits, dots, hyphens, tildes or underscores.",
  ),
  mainWorld: problem(
    "main-world",
    "The main world cannot be given up, only those beside it: reset it, or name another with `?world=`.",
    () => "The main world stays. Reset it instead.",
  ),
  badId: problem(
    "bad-id",
    "The path has something else than an order's id: write it in decimal digits, within int64.",
    () => "An order's id is an int64 in decimal digits.",
  ),
  unknownOrder: problem(
    "unknown-order",
    "The world has no order with that id: take one that `GET /__admin/state` lists for the same world.",
    (id: bigint) => `No order of this world has the id ${id}. GET /__admin/state lists those that it has.`,
  ),
  orderCancelled: problem(
    "order-cancelled",
    "A cancelled order was to be shipped: take a pending one, or reset the world first.",
    (id: bigint) => `Order ${id} is cancelled and can no longer ship. Take a pending one, or reset the world.`,
  ),
  orderShipped: problem(
    "order-shipped",
    "A shipped order was to be cancelled: take a pending one, or reset the world first.",
    (id: bigint) =>
      `Order ${id} has already shipped and can no longer be cancelled. Take a pending one, or reset the world.`,
  ),
  badQuery: problem(
    "bad-query",
    "A parameter of the query has a value that it cannot take: the answer says what it takes.",
    (name: string, wanted: string) => `${name} takes ${wanted}.`,
  ),
};
