/** Mistakes that come naturally in the frameworks, and the clauses that each breaks. The corpus has those that any program can make. */
import type { ClauseId } from "../../../spec/clauses/index.ts";
import { OPERATIONS, type Operation } from "../../../spec/interface/operations.ts";

export interface Mistake {
  readonly title: string;
  /** The frameworks in which it is natural. */
  readonly madeIn: readonly ("Express" | "Fastify" | "Hono" | "Koa")[];
  /** Empty where there is only advice. */
  readonly breaks: readonly ClauseId[];
  /** Kinds of advice that it gets. */
  readonly advice?: readonly string[];
  /** What the gate finds violated instead, as long as it has a known gap. */
  readonly gap?: { readonly violated: readonly ClauseId[]; readonly why: string };
}

const UNAUTHORIZED: readonly ClauseId[] = Object.values(OPERATIONS).map(({ unauthorized }) => unauthorized.clause);
const ORDER_UNAUTHORIZED: readonly ClauseId[] = Object.values<Operation>(OPERATIONS).flatMap(
  ({ parameter, unauthorized }) => (parameter?.names === "order" ? unauthorized.clause : []),
);
const LIST_UNAUTHORIZED = OPERATIONS.listOrders.unauthorized.clause;
const WITHOUT_KEY: readonly ClauseId[] = [
  ...(["auth-key-exact", "auth-each-request", "auth-first", "auth-no-effect"] as const),
  ...UNAUTHORIZED,
];
const ROUNDED = ["list-whole", "order-id", "cancel-malformed-refused"] as const;
const NO_JSON_ERRORS = ["auth-error-body", "not-found-error-body", "body-json", "body-media-type"] as const;

const mistake = (
  title: string,
  madeIn: Mistake["madeIn"],
  breaks: readonly ClauseId[],
  more: Pick<Mistake, "advice" | "gap"> = {},
): Mistake => ({ title, madeIn, breaks, ...more });

const TABLE = {
  // Ids
  "number-ids": mistake("Ids are numbers, read with Number().", ["Express", "Hono"], ROUNDED),
  "parse-int": mistake("Ids are numbers, read with parseInt().", ["Express", "Koa"], ROUNDED),
  "integer-parameter": mistake("The schema of the path makes the id a number.", ["Fastify"], ROUNDED),
  "bigint-unchecked": mistake(
    "Ids are read with BigInt(), which throws for text and reads hexadecimal.",
    ["Express", "Hono"],
    ["cancel-malformed-refused"],
  ),
  "bigint-in-json": mistake(
    "Orders with a bigint are given to JSON.stringify, which throws.",
    ["Express", "Fastify", "Hono", "Koa"],
    ["list-ok"],
  ),
  "pretty-json": mistake(
    "prettyJSON reads the list with JSON.parse, and writes it again, for ?pretty.",
    ["Hono"],
    ["order-id"],
    {
      gap: {
        violated: ["list-unpaged"],
        why: "An order whose id a query parameter rounds is taken for one that it leaves out.",
      },
    },
  ),
  "digits-only": mistake(
    "The route takes digits only, so that a negative id gets the framework's 404.",
    ["Hono"],
    ["not-found-error-body", "body-json", "body-media-type"],
  ),

  // Errors
  "express-errors": mistake("There is no error handler: Express sends HTML.", ["Express"], NO_JSON_ERRORS),
  "fastify-errors": mistake("There is no error handler: Fastify sends JSON of its own.", ["Fastify"], ["error-status"]),
  "hono-errors": mistake(
    "There is no error handler: Hono sends text, and bearerAuth sends 400.",
    ["Hono"],
    [...NO_JSON_ERRORS, ...UNAUTHORIZED],
  ),
  "koa-errors": mistake("There is no error handler: Koa sends text.", ["Koa"], NO_JSON_ERRORS),
  "always-500": mistake("The error handler sends 500 for every error of the framework, as for %ff.", ["Express"], [], {
    advice: ["malformed-server-error"],
  }),
  "stack-in-error": mistake(
    "The error handler sends 500 with the stack for every error of the framework.",
    ["Express"],
    ["cancel-malformed-refused"],
  ),

  // The key
  "key-check-last": mistake(
    "The middleware that checks the key comes after the routes.",
    ["Express", "Hono", "Koa"],
    WITHOUT_KEY,
  ),
  "key-check-elsewhere": mistake(
    "The hook that checks the key is in another plugin than the routes.",
    ["Fastify"],
    WITHOUT_KEY,
  ),
  "key-for-list-only": mistake(
    "The middleware that checks the key matches /store/orders, and not what is below it.",
    ["Hono"],
    WITHOUT_KEY.filter((clause) => clause !== LIST_UNAUTHORIZED),
  ),
  "key-by-path": mistake(
    "The key is checked for paths in lower case, and the routes match any case.",
    ["Express"],
    ["auth-no-effect", "cancel-unauthorized", "list-unauthorized"],
  ),
  "order-before-key": mistake(
    "The order is looked up by router.param, which runs before the key is checked.",
    ["Express"],
    ["auth-key-exact", "auth-each-request", "auth-first", ...ORDER_UNAUTHORIZED],
  ),
  "bad-request-for-key": mistake("bearerAuth sends 400 for a header that it cannot read.", ["Hono"], UNAUTHORIZED),

  // Cancelling
  "body-of-204": mistake(
    "A 204 is made with a body, which throws after the order is cancelled.",
    ["Hono"],
    ["cancel-pending"],
  ),
  race: mistake(
    "The status is read, and then written, in two steps.",
    ["Express", "Fastify", "Hono", "Koa"],
    ["cancel-once"],
  ),
  "no-return": mistake(
    "After the 409 the handler goes on, because a return is missing.",
    ["Express", "Fastify", "Koa"],
    ["cancel-once", "cancel-shipped-conflict", "cancel-shipped-unchanged"],
  ),
};

export type MistakeId = keyof typeof TABLE;

export const MISTAKES: Readonly<Record<MistakeId, Mistake>> = TABLE;
