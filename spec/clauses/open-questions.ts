/** Questions that the contract leaves open. */
import type { Section } from "./clause.ts";

/**
 * A question the contract leaves open. The mock has a switch with its id, and the gate reports the
 * deployment's answer.
 */
export interface OpenQuestion {
  readonly id: string;
  readonly section: Section;
  readonly question: string;
  /** The possible answers, each with its meaning. */
  readonly answers: Readonly<Record<string, string>>;
  /** The mock's default. */
  readonly default: string;
  /** Why the mock has this default, if that is not obvious. */
  readonly why?: string;
}

/** The first answer of each question is the mock's default. */
const QUESTIONS = {
  "conflict-body": {
    section: "Errors",
    question: "What is the body of the 409 for a shipped order?",
    why: "a client that needs a body fails early",
    answers: {
      none: "no body",
      error: "an Error object with status 409",
      text: "a line of plain text",
    },
  },
  "second-cancel": {
    section: "States and transitions",
    question: "What is the response to cancelling an order that is already cancelled?",
    answers: { "not-found": "404 with an Error", conflict: "409, with the body of conflict-body" },
  },
  "cancelled-in-list": {
    section: "States and transitions",
    question: "Does a cancelled order stay in the list?",
    why: "no field of an Order shows that it is cancelled",
    answers: {
      vanishes: "the next list does not contain it",
      stays: "it stays in the list, unchanged",
      later: "the next list still contains it, the one after does not",
    },
  },
  "malformed-id": {
    section: "Cancel an order",
    question: "What is the response to an orderId that is not an integer?",
    answers: {
      "not-found": "404 with an Error",
      "bad-request": "400 with an Error",
      unprocessable: "422 with an Error",
    },
  },
  "malformed-id-body": {
    section: "Cancel an order",
    question: "What is the body of that response?",
    answers: { error: "an Error", none: "no body" },
  },
  "id-beyond-int64": {
    section: "Cancel an order",
    question: "What is the response to an orderId that is an integer outside int64?",
    answers: { "not-found": "404 with an Error", "bad-request": "400 with an Error" },
  },
  "scheme-case": {
    section: "Authentication",
    question: "Is the scheme accepted as `bearer` or `BEARER`?",
    answers: { accepted: "as in RFC 9110", refused: "401" },
  },
  challenge: {
    section: "Authentication",
    question: "Which WWW-Authenticate challenge does a 401 have?",
    answers: {
      rfc6750: 'a Bearer challenge with a realm, and error="invalid_token" for a wrong key',
      bare: "`Bearer` alone",
      none: "no WWW-Authenticate header",
    },
  },
  "error-codes": {
    section: "Errors",
    question: "What are the values of the code of an Error?",
    answers: {
      words: "snake_case words: unauthorized, order_not_found, order_shipped",
      capitals: "capitals: UNAUTHORIZED, ORDER_NOT_FOUND, ORDER_SHIPPED",
      digits: "the status as text: 401, 404, 409",
    },
  },
  "list-order": {
    section: "List orders",
    question: "How is the list sorted?",
    answers: {
      ascending: "by ascending id",
      descending: "by descending id",
      shuffled: "in a random order, the same in every response",
    },
  },
  "order-fields": {
    section: "Order",
    question: "Which fields does an Order have?",
    answers: {
      all: "every order has all fields",
      some: "some orders lack fields",
      extra: "every order has all fields, and additional ones",
      "some-and-extra": "some orders lack fields, and there are additional fields",
    },
  },
  "ship-date-form": {
    section: "Order",
    question: "Which form of RFC 3339 does shipDate have?",
    why: "a client that compares dates as text fails early",
    answers: {
      mixed: "several forms, as the orders are written",
      milliseconds: "UTC, with milliseconds: 2026-01-15T12:00:00.000Z",
      seconds: "UTC, without fractions: 2026-01-15T12:00:00Z",
      offset: "with the offset of another time zone: 2026-01-15T13:00:00+01:00",
    },
  },
  "pets-answer": {
    section: "Other operations",
    question: "What does the deprecated pets operation return for a valid key?",
    why: "existing clients keep working",
    answers: {
      pet: "200 with an object that has the id",
      "not-found": "404 with an Error",
      gone: "410 with an Error",
    },
  },
  "deprecation-headers": {
    section: "Versioning",
    question: "Which headers announce the deprecation and the sunset of the pets operation?",
    answers: {
      both: "Deprecation (RFC 9745) and Sunset (RFC 8594)",
      deprecation: "Deprecation only",
      sunset: "Sunset only",
      none: "neither",
    },
  },
  "other-methods": {
    section: "Other operations",
    question: "What is the response to a method that a path does not have?",
    answers: { "not-allowed": "405 with Allow and an Error", "not-found": "404 with an Error" },
  },
  head: {
    section: "Other operations",
    question: "Does HEAD work on the paths of GET?",
    answers: {
      "like-get": "the headers of GET, without the body",
      refused: "like any other method (other-methods)",
    },
  },
  cors: {
    section: "Other operations",
    question: "Can a page of another origin call the service?",
    why: "pages must be able to call the mock",
    answers: {
      any: "preflights need no key, and every origin is allowed",
      none: "no CORS headers",
    },
  },
  "other-paths": {
    section: "Other operations",
    question: "What is the response to an undocumented path?",
    answers: { error: "404 with an Error", empty: "404 without a body" },
  },
  "other-paths-key": {
    section: "Other operations",
    question: "Is the key required for undocumented paths?",
    answers: {
      asked: "401 without a valid key, as for the operations",
      open: "the response of other-paths, with and without a key",
    },
  },
  "trailing-slash": {
    section: "Other operations",
    question: "Is a path with a trailing slash the same path?",
    why: "a mistake in a client shows at once",
    answers: {
      "not-found": "no, it is another path",
      accepted: "yes, it is served like the path without the slash",
    },
  },
  "path-case": {
    section: "Other operations",
    question: "Are paths case-sensitive?",
    answers: { exact: "yes", ignored: "no, /Store/Orders is served like /store/orders" },
  },
  "request-body": {
    section: "Cancel an order",
    question: "What happens to the body of a request?",
    answers: { ignored: "it is read and ignored", refused: "400 with an Error" },
  },
  "rate-limits": {
    section: "Limits",
    question: "Is the request rate limited?",
    answers: {
      none: "no",
      limited: "yes, every 25th request with a valid key gets 429 with Retry-After: 0",
    },
  },
} as const satisfies Record<string, Omit<OpenQuestion, "id" | "default">>;

export type OpenQuestionId = keyof typeof QUESTIONS;

/** One answer to every open question: the mock's switches. */
export type Answers = { readonly [Id in OpenQuestionId]: keyof (typeof QUESTIONS)[Id]["answers"] };

export const OPEN_QUESTIONS = Object.entries<Omit<OpenQuestion, "id" | "default">>(QUESTIONS).map(
  ([id, question]): OpenQuestion & { readonly id: OpenQuestionId } => {
    const [answer = ""] = Object.keys(question.answers);
    return { id: id as OpenQuestionId, ...question, default: answer };
  },
);

export const DEFAULT_ANSWERS = Object.fromEntries(
  OPEN_QUESTIONS.map(({ id, default: answer }) => [id, answer]),
) as Answers;
