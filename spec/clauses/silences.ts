/** What the contract leaves open: each a question, its possible answers, the mock's default, and our ruling. */
import type { Silence } from "./entry.ts";

export const SILENCES = [
  {
    id: "conflict-body",
    section: "Errors",
    question: "What body does the 409 for a shipped order have?",
    answers: { none: "no body", error: "an Error object with status 409", text: "a line of plain text" },
    default: "none",
    ruling:
      "Only a description of the 409 is given. The mock sends what is shown, no body, so that a client that leans on one finds out early. The gate takes none, an Error, plain text or a JSON string; HTML, another JSON object, or an Error of another status is advice.",
  },
  {
    id: "second-cancel",
    section: "States and transitions",
    question: "What does cancelling an order that is already cancelled answer?",
    answers: { "not-found": "404 with an Error", conflict: "409, with the body of conflict-body" },
    default: "not-found",
    ruling:
      "The contract names two conditions, unknown and shipped, and a cancelled order is neither for certain. Both 404 and 409 are sound; 404 goes with the order vanishing from the list. A second 204 is none of the two: only pending orders can be cancelled, and this one no longer is.",
  },
  {
    id: "cancelled-in-list",
    section: "States and transitions",
    question: "Does a cancelled order stay in the list?",
    answers: {
      vanishes: "the next list is without it",
      stays: "it stays listed, unchanged",
      later: "it is still in the next list, and gone from the one after",
    },
    default: "vanishes",
    ruling:
      "An Order has no field for its state, so a list in which it stays would look as if nothing had happened; the mock lets it vanish. The gate never judges whether it does.",
  },
  {
    id: "malformed-id",
    section: "Cancel an order",
    question: "What does an orderId that is no integer get?",
    answers: {
      "not-found": "404 with an Error",
      "bad-request": "400 with an Error",
      unprocessable: "422 with an Error",
    },
    default: "not-found",
    ruling:
      "The parameter is an int64, and no status is shown for other text. An address that names no order is not found, which is also the one documented answer that fits. Any 4xx with any body is sound; a success, an effect or a broken service is not.",
  },
  {
    id: "id-beyond-int64",
    section: "Cancel an order",
    question: "What does an orderId that is an integer outside int64 get?",
    answers: { "not-found": "404 with an Error", "bad-request": "400 with an Error" },
    default: "not-found",
    ruling:
      "No order can have such an identifier, so 404 is true of it; a service that checks the format first may as well say 400.",
  },
  {
    id: "scheme-case",
    section: "Authentication",
    question: "Is the scheme accepted when it is not written `Bearer`, but `bearer` or `BEARER`?",
    answers: { accepted: "as RFC 9110 has it", refused: "401" },
    default: "accepted",
    ruling:
      "RFC 9110 compares schemes without regard to case; the contract shows one spelling. Clients exist that send lower case, and the mock follows the RFC.",
  },
  {
    id: "challenge",
    section: "Authentication",
    question: "Does a 401 say in WWW-Authenticate how to authenticate?",
    answers: {
      rfc6750: 'a Bearer challenge with a realm, and error="invalid_token" for a wrong key',
      bare: "`Bearer` alone",
      none: "no such header",
    },
    default: "rfc6750",
    ruling:
      "The contract shows no headers. HTTP asks for the challenge, RFC 6750 says how it looks, and clients rely on it.",
  },
  {
    id: "error-codes",
    section: "Errors",
    question: "Which values does the code of an Error have?",
    answers: {
      words: "snake_case words: unauthorized, order_not_found, order_shipped",
      capitals: "capitals: UNAUTHORIZED, ORDER_NOT_FOUND, ORDER_SHIPPED",
      digits: "the status as text: 401, 404, 409",
    },
    default: "words",
    ruling: "The values are not published, only that programs read them. Words tell a reader most.",
  },
  {
    id: "list-order",
    section: "List orders",
    question: "In which order does the list stand?",
    answers: {
      ascending: "by ascending id",
      descending: "by descending id",
      shuffled: "in no order that a client could rely on, the same in every answer",
    },
    default: "ascending",
    ruling: "Nothing is said about it, so a client must sort for itself; ascending ids are the easiest to read.",
  },
  {
    id: "order-fields",
    section: "Order",
    question: "Which of the fields does an Order have?",
    answers: {
      all: "all five",
      some: "some orders lack fields",
      extra: "all five, and further ones",
      "some-and-extra": "some orders lack fields, and there are further ones",
    },
    default: "all",
    ruling:
      "No field is required and none is forbidden: `{}` is an Order, and so is one with fields that nobody documented. The mock gives all five, unless its scenario says otherwise.",
  },
  {
    id: "ship-date-form",
    section: "Order",
    question: "In which form of RFC 3339 does shipDate stand?",
    answers: {
      mixed: "in several, as the orders have it",
      milliseconds: "in UTC, with milliseconds: 2026-01-15T12:00:00.000Z",
      seconds: "in UTC, to the second: 2026-01-15T12:00:00Z",
      offset: "in a time zone of the service's own: 2026-01-15T13:00:00+01:00",
    },
    default: "mixed",
    ruling:
      "The format allows them all, and clients exist that compare such texts letter by letter or cut them. The mock's default scenario has several, so that such a client is found out.",
  },
  {
    id: "pets-answer",
    section: "Other operations",
    question: "What does the deprecated pets operation answer to a good key?",
    answers: {
      pet: "200 with an object that repeats the id",
      "not-found": "404 with an Error",
      gone: "410 with an Error",
    },
    default: "pet",
    ruling:
      "Only that the operation exists and is deprecated is known. An answer with the least invented content keeps a client going; 404 and 410 are what it will meet after the sunset.",
  },
  {
    id: "deprecation-headers",
    section: "Versioning",
    question: "Does the pets operation announce its deprecation and sunset in headers?",
    answers: {
      both: "Deprecation (RFC 9745) and Sunset (RFC 8594)",
      deprecation: "Deprecation alone",
      sunset: "Sunset alone",
      none: "neither",
    },
    default: "both",
    ruling:
      "The sunset date exists and its value is not published; the standard headers are where a client would look. The mock's dates are its own: deprecated since 2026-01-01, sunset at the end of 2027.",
  },
  {
    id: "other-methods",
    section: "Other operations",
    question: "What does a method get that a path of the interface does not have?",
    answers: { "not-allowed": "405 with Allow and an Error", "not-found": "404 with an Error" },
    default: "not-allowed",
    ruling: "RFC 9110 has a status for it, and asks for Allow with it.",
  },
  {
    id: "head",
    section: "Other operations",
    question: "Does HEAD work where GET does?",
    answers: { "like-get": "the headers of GET, without the body", refused: "as other-methods says" },
    default: "like-get",
    ruling: "RFC 9110 makes GET and HEAD the two methods that a general-purpose server must have.",
  },
  {
    id: "cors",
    section: "Other operations",
    question: "May a page of another origin call the service?",
    answers: {
      any: "preflights are answered before the key is asked for, and every origin is allowed",
      none: "no CORS headers; OPTIONS is as other-methods says",
    },
    default: "any",
    ruling: "Browsers ask, the contract does not say. A mock that a page cannot call would be of little use.",
  },
  {
    id: "other-paths",
    section: "Other operations",
    question: "What does a path get that the contract does not show?",
    answers: { error: "404 with an Error", empty: "404 without a body" },
    default: "error",
    ruling:
      "404 is what HTTP has for it; an Error body is what the rest of the interface would lead a client to expect.",
  },
  {
    id: "other-paths-key",
    section: "Other operations",
    question: "Is the key asked for where nothing is served?",
    answers: { asked: "401 without a good key, as everywhere", open: "as other-paths says, whoever asks" },
    default: "asked",
    ruling:
      "The key is required for every operation, and such a path is none. A service that asks first tells strangers nothing; a router that comes before the key answers 404.",
  },
  {
    id: "trailing-slash",
    section: "Other operations",
    question: "Is a path with a slash at its end the path without it?",
    answers: { "not-found": "it is another path", accepted: "it is served like the path without it" },
    default: "not-found",
    ruling:
      "The contract shows paths without one. Many routers take both, so that a client's mistake shows only when another one is put in front; the mock shows it at once.",
  },
  {
    id: "path-case",
    section: "Other operations",
    question: "Do upper and lower case matter in a path?",
    answers: { exact: "another spelling is another path", ignored: "/Store/Orders is served like /store/orders" },
    default: "exact",
    ruling: "URIs are compared letter by letter but for scheme and host (RFC 3986); some routers are laxer.",
  },
  {
    id: "request-body",
    section: "Cancel an order",
    question: "What happens to a body that comes with a request?",
    answers: { ignored: "it is read and ignored", refused: "400 with an Error" },
    default: "ignored",
    ruling: "No operation takes one. RFC 9110 gives it no meaning on GET and DELETE, and services ignore it.",
  },
  {
    id: "rate-limits",
    section: "Limits",
    question: "Is the number of calls limited?",
    answers: { none: "never", limited: "every 25th call with a good key gets 429 with Retry-After: 0" },
    default: "none",
    ruling:
      "Limits are not shown. The gate waits as long as Retry-After says, within its bounds, asks again, and judges the answer that it then gets.",
  },
] as const satisfies readonly Silence[];

export type SilenceId = (typeof SILENCES)[number]["id"];

type Entry<Id extends SilenceId> = Extract<(typeof SILENCES)[number], { id: Id }>;

/** One answer to every silence: what the mock decides by. */
export type Answers = { readonly [Id in SilenceId]: keyof Entry<Id>["answers"] };

export const DEFAULT_ANSWERS = Object.fromEntries(SILENCES.map(({ id, default: answer }) => [id, answer])) as Answers;
