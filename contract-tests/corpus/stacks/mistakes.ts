/** Mistakes that come naturally in the frameworks, and the clauses that each breaks. */
import type { ClauseId } from "../../../spec/clauses/index.ts";
import { OPERATIONS, type Operation } from "../../../spec/interface/operations.ts";

export interface Mistake {
  readonly title: string;
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
  "auth-key-exact",
  "auth-each-request",
  "auth-first",
  "auth-no-effect",
  ...UNAUTHORIZED,
];
const WITH_ANOTHER_KEY: readonly ClauseId[] = ["auth-key-exact", "auth-no-effect", ...UNAUTHORIZED];
const ROUNDED = ["list-whole", "order-id", "cancel-malformed-refused"] as const;
const NO_JSON_ERRORS = ["auth-error-body", "not-found-error-body", "body-json", "body-media-type"] as const;

const TABLE = {
  // Ids
  "number-ids": { title: "Ids are numbers, read with Number().", breaks: ROUNDED },
  "parse-int": { title: "Ids are numbers, read with parseInt().", breaks: ROUNDED },
  "integer-parameter": { title: "The schema of the path makes the id a number.", breaks: ROUNDED },
  "bigint-unchecked": {
    title: "Ids are read with BigInt(), which throws for text and reads hexadecimal.",
    breaks: ["cancel-malformed-refused"],
  },
  "bigint-in-json": { title: "Orders with a bigint are given to JSON.stringify, which throws.", breaks: ["list-ok"] },
  "text-ids": { title: "A bigint becomes a string in JSON.", breaks: ["order-id", "order-pet-id"] },
  "pretty-json": {
    title: "prettyJSON reads the list with JSON.parse, and writes it again, for ?pretty.",
    breaks: ["order-id"],
    gap: {
      violated: ["list-unpaged"],
      why: "An order whose id a query parameter rounds is taken for one that it leaves out.",
    },
  },
  "digits-only": {
    title: "The route takes digits only, so that a negative id gets the framework's 404.",
    breaks: ["not-found-error-body", "body-json", "body-media-type"],
  },

  // Errors
  "express-errors": { title: "There is no error handler: Express sends HTML.", breaks: NO_JSON_ERRORS },
  "fastify-errors": { title: "There is no error handler: Fastify sends JSON of its own.", breaks: ["error-status"] },
  "hono-errors": {
    title: "There is no error handler: Hono sends text, and bearerAuth sends 400.",
    breaks: [...NO_JSON_ERRORS, ...UNAUTHORIZED],
  },
  "koa-errors": { title: "There is no error handler: Koa sends text.", breaks: NO_JSON_ERRORS },
  "message-only": { title: "An error has only a message.", breaks: ["error-code", "error-status"] },
  "always-500": {
    title: "The error handler sends 500 for every error of the framework, as for %ff.",
    breaks: [],
    advice: ["malformed-server-error"],
  },
  "stack-in-error": {
    title: "The error handler sends 500 with the stack for every error of the framework.",
    breaks: ["cancel-malformed-refused"],
  },

  // The key
  "key-check-last": {
    title: "The middleware that checks the key comes after the routes.",
    breaks: WITHOUT_KEY,
  },
  "key-check-elsewhere": {
    title: "The hook that checks the key is in another plugin than the routes.",
    breaks: WITHOUT_KEY,
  },
  "key-for-list-only": {
    title: "The middleware that checks the key matches /store/orders, and not what is below it.",
    breaks: WITHOUT_KEY.filter((clause) => clause !== LIST_UNAUTHORIZED),
  },
  "key-by-path": {
    title: "The key is checked for paths in lower case, and the routes match any case.",
    breaks: ["auth-no-effect", "cancel-unauthorized", "list-unauthorized"],
  },
  "order-before-key": {
    title: "The order is looked up by router.param, which runs before the key is checked.",
    breaks: ["auth-key-exact", "auth-each-request", "auth-first", ...ORDER_UNAUTHORIZED],
  },
  "key-if-any": {
    title: "The key is checked only if there is one.",
    breaks: WITHOUT_KEY,
  },
  "second-word": { title: "The key is the second word of the header, whatever follows.", breaks: WITH_ANOTHER_KEY },
  "part-of-key": { title: "The list of keys is a text, and includes() finds parts of it.", breaks: WITH_ANOTHER_KEY },
  "bad-request-for-key": {
    title: "bearerAuth sends 400 for a header that it cannot read.",
    breaks: UNAUTHORIZED,
  },

  // Cancelling
  "body-of-cancel": { title: "A cancellation gets 200 with a message.", breaks: ["cancel-pending"] },
  "body-of-204": {
    title: "A 204 is made with a body, which throws after the order is cancelled.",
    breaks: ["cancel-pending"],
  },
  "repeatable-cancel": {
    title: "DELETE is idempotent: 204 for whatever is not there.",
    breaks: ["cancel-once", "cancel-unknown-not-found", "cancel-id-exact", "cancel-malformed-refused"],
  },
  race: { title: "The status is read, and then written, in two steps.", breaks: ["cancel-once"] },
  "missing-await": { title: "The result of a promise is tested without await.", breaks: ["cancel-once"] },
  "no-return": {
    title: "After the 409 the handler goes on, because a return is missing.",
    breaks: ["cancel-once", "cancel-shipped-conflict", "cancel-shipped-unchanged"],
  },
  "overwritten-status": {
    title: "The handler sets 409 and goes on to set 204, because a return is missing.",
    breaks: ["cancel-once", "cancel-shipped-conflict", "cancel-shipped-unchanged"],
  },
  "bad-request-for-shipped": {
    title: "A shipped order gets 400.",
    breaks: ["cancel-shipped-conflict"],
    gap: {
      violated: ["cancel-shipped-conflict", "cancel-shipped-unchanged"],
      why: "A second cancellation that gets anything but 409 is taken for a change of the order.",
    },
  },

  // The list
  "wrapped-list": { title: "The list is in an object.", breaks: ["list-array"] },
  paged: { title: "The list has pages.", breaks: ["list-unpaged"] },
  filtered: { title: "The list has a filter.", breaks: ["list-unfiltered"] },
  "null-date": { title: "What has not shipped has null as its shipDate.", breaks: ["order-ship-date"] },
  "day-only": { title: "shipDate is a day.", breaks: ["order-ship-date"] },
  "sqlite-boolean": { title: "complete is 0 or 1, as SQLite has it.", breaks: ["order-complete"] },
} as const satisfies Readonly<Record<string, Mistake>>;

export type MistakeId = keyof typeof TABLE;

export const MISTAKES: Readonly<Record<MistakeId, Mistake>> = TABLE;
