/**
 * Mistakes that come naturally in each framework, with the clauses they violate. The corpus has the
 * mistakes that any program can make.
 */
import type { ClauseId } from "../../../spec/clauses/index.ts";
import { OPERATIONS, type Operation } from "../../../spec/interface/operations.ts";

export type Framework = "Express" | "Fastify" | "Hono";

export interface Mistake {
  /** The frameworks in which this mistake is natural. */
  readonly madeIn: readonly Framework[];
  /** Empty if the gate only advises. */
  readonly breaks: readonly ClauseId[];
  /** The kinds of advice that it gets. */
  readonly advice: readonly string[];
}

const UNAUTHORIZED: readonly ClauseId[] = Object.values(OPERATIONS).map(
  ({ unauthorized }) => unauthorized.clause,
);
const ORDER_UNAUTHORIZED: readonly ClauseId[] = Object.values<Operation>(OPERATIONS).flatMap(
  ({ parameter, unauthorized }) => (parameter?.names === "order" ? unauthorized.clause : []),
);
const LIST_UNAUTHORIZED = OPERATIONS.listOrders.unauthorized.clause;
/** Without any key check, the call before proves nothing, so auth-each-request is not violated. */
const WITHOUT_KEY: readonly ClauseId[] = [
  ...(["auth-key-exact", "auth-first", "auth-no-effect"] as const),
  ...UNAUTHORIZED,
];
const ROUNDED = ["list-whole", "order-id"] as const;
const NO_JSON_ERRORS = [
  "auth-error-body",
  "not-found-error-body",
  "body-json",
  "body-media-type",
] as const;
const ALL: readonly Framework[] = ["Express", "Fastify", "Hono"];

const mistake = (
  madeIn: readonly Framework[],
  breaks: readonly ClauseId[],
  advice: readonly string[] = [],
): Mistake => ({ madeIn, breaks, advice });

const TABLE = {
  // Ids read with Number() or parseInt(), or by the path's schema.
  "number-ids": mistake(["Express", "Hono"], ROUNDED, ["similar-id-accepted"]),
  "parse-int": mistake(["Express"], [...ROUNDED, "cancel-malformed-refused"]),
  "integer-parameter": mistake(["Fastify"], ROUNDED, ["similar-id-accepted"]),
  // BigInt() throws for text and reads hexadecimal.
  "bigint-unchecked": mistake(["Express", "Hono"], [], ["similar-id-accepted"]),
  // JSON.stringify throws for a bigint.
  "bigint-in-json": mistake(ALL, ["list-ok"]),
  // For ?pretty, prettyJSON reads the list with JSON.parse and writes it again. A known gap: this
  // violates order-id, but the gate takes an order whose id a query parameter rounds for one that
  // it leaves out.
  "pretty-json": mistake(["Hono"], ["list-unpaged"]),
  // A negative id gets the framework's 404.
  "digits-only": mistake(["Hono"], [], ["negative-id"]),

  // Errors. Without a handler, Express sends HTML, Fastify its own JSON, Hono text, and
  // bearerAuth 400.
  "express-errors": mistake(["Express"], NO_JSON_ERRORS),
  "fastify-errors": mistake(["Fastify"], ["error-status"]),
  "hono-errors": mistake(["Hono"], NO_JSON_ERRORS, ["refused-by-a-firewall"]),
  // Every error of the framework gets 500, for example for %ff.
  "always-500": mistake(["Express"], [], ["malformed-server-error"]),
  "stack-in-error": mistake(["Express"], [], ["malformed-server-error"]),

  // The key is checked after the routes, in another plugin, not below the list, or in lower case
  // only.
  "key-check-last": mistake(["Express", "Hono"], WITHOUT_KEY),
  "key-check-elsewhere": mistake(["Fastify"], WITHOUT_KEY),
  "key-for-list-only": mistake(
    ["Hono"],
    WITHOUT_KEY.filter((clause) => clause !== LIST_UNAUTHORIZED),
  ),
  "key-by-path": mistake(
    ["Express"],
    ["auth-no-effect", "cancel-pending", "cancel-unauthorized", "list-unauthorized"],
  ),
  // Express runs router.param before the key check.
  "order-before-key": mistake(["Express"], ["auth-key-exact", "auth-first", ...ORDER_UNAUTHORIZED]),
  // bearerAuth sends 400 for a header that it cannot read.
  "bad-request-for-key": mistake(["Hono"], [], ["refused-by-a-firewall"]),

  // Cancelling: a 204 with a body throws after the order is cancelled; a state is read and written
  // in two steps; a return is missing.
  "body-of-204": mistake(["Hono"], ["cancel-pending"]),
  race: mistake(ALL, ["cancel-once"]),
  "no-return": mistake(
    ["Express", "Fastify"],
    ["cancel-once", "cancel-shipped-conflict", "cancel-shipped-unchanged"],
  ),
};

export type MistakeId = keyof typeof TABLE;

export const MISTAKES: Readonly<Record<MistakeId, Mistake>> = TABLE;
