/**
 * Error bodies with wrong members or in other formats, for each reply that must have an Error.
 *
 * Sources: errors of Spring, RFC 9457 (application/problem+json), JSON:API and GraphQL (errors in
 * an array), C# (capitalised names), HTML of Express and nginx; a 401 that a gateway makes.
 */
import type { ClauseId } from "../../../spec/clauses/index.ts";
import { GUARDED } from "../changes/key-checks.ts";
import { mapUnauthorized } from "../changes/replies.ts";
import { bearer, type Reply, type Request } from "../raw-http.ts";
import { empty, html, json, typed } from "../replies.ts";
import { type Base, fault, type Replacement } from "../variant.ts";

type Body = { [name: string]: unknown; status: number };
/** `response` means the clause that says that this response has an Error. */
type Broken = ClauseId | "response";
const CODE = "error-code";
const MESSAGE = "error-message";
const STATUS = "error-status";
const TYPE = "body-media-type";
const SYNTAX = "body-json";
const MEMBERS: readonly ClauseId[] = [CODE, MESSAGE, STATUS];

const WRONG_BODIES: readonly (readonly [
  words: string,
  broken: readonly Broken[],
  body: (error: Body) => unknown,
])[] = [
  ["lacks code", [CODE], ({ code: _, ...rest }) => rest],
  ["has a number as code", [CODE], (error) => ({ ...error, code: error.status })],
  ["lacks message", [MESSAGE], ({ message: _, ...rest }) => rest],
  ["has an array as message", [MESSAGE], (error) => ({ ...error, message: [error.message] })],
  ["lacks status", [STATUS], ({ status: _, ...rest }) => rest],
  ["has a string as status", [STATUS], (error) => ({ ...error, status: `${error.status}` })],
  ["has status null", [STATUS], (error) => ({ ...error, status: null })],
  ["has status 400", [STATUS], (error) => ({ ...error, status: 400 })],
  ["has a fraction as status", [STATUS], (error) => ({ ...error, status: error.status + 0.5 })],
  [
    "has capitalised names",
    MEMBERS,
    ({ code, message, status }) => ({ Code: code, Message: message, Status: status }),
  ],
  ["is wrapped in error", MEMBERS, (error) => ({ error })],
  ["is wrapped in an array", ["response"], (error) => [error]],
  ["is a string", ["response"], ({ message }) => message],
  ["is null", ["response"], () => null],
  ["is an empty object", MEMBERS, () => ({})],
  [
    "has the members of Spring's errors",
    [CODE, MESSAGE],
    ({ status }) => ({
      timestamp: "2026-03-01T10:00:00Z",
      status,
      error: "Unauthorized",
      path: "/v1/store/orders",
    }),
  ],
];

type Row = readonly [words: string, broken: readonly Broken[], reply: (error: Body) => Reply];
/** Replies in another format. */
const OTHER_FORMATS: readonly Row[] = [
  ["has no body", ["response"], ({ status }) => empty(status)],
  ["is HTML", ["response", TYPE, SYNTAX], ({ status }) => html(status)],
  [
    "is labelled as application/problem+json",
    [TYPE],
    (error) =>
      typed(
        error.status,
        "application/problem+json",
        JSON.stringify({ type: "about:blank", title: "No", ...error }),
      ),
  ],
  [
    "is labelled as text/plain",
    [TYPE],
    (error) => typed(error.status, "text/plain", JSON.stringify(error)),
  ],
  [
    "has no Content-Type",
    [TYPE],
    (error) => ({ ...empty(error.status), body: Buffer.from(JSON.stringify(error)) }),
  ],
  [
    "is cut off",
    ["response", SYNTAX],
    (error) => json(error.status, JSON.stringify(error).slice(0, -1)),
  ],
];

/** A reply that must have an Error. */
type Place = readonly [
  title: string,
  clause: ClauseId,
  replace: (base: Base, reply: (error: Body) => Reply) => Replacement,
];
const REFUSALS = GUARDED.map(
  ({ operation, title }): Place => [
    `${title}: the Error in the 401`,
    "auth-error-body",
    (base, reply) =>
      mapUnauthorized(base, operation, () =>
        reply({
          code: "unauthorized",
          message: "There is no valid key.",
          status: 401,
        }),
      ),
  ],
);
const NOT_FOUND: Place = [
  "The Error in the 404",
  "not-found-error-body",
  (_, reply) => ({
    notFound: () =>
      reply({ code: "order_not_found", message: "There is no such order.", status: 404 }),
  }),
];

const WITH_WRONG_BODY = WRONG_BODIES.map(
  ([words, broken, body]): Row => [
    words,
    broken,
    (error) => json(error.status, JSON.stringify(body(error))),
  ],
);

const faultsOf = ([title, response, replace]: Place, rows: readonly Row[]) =>
  rows.map(([words, broken, reply]) =>
    fault(
      `${title} ${words}.`,
      broken.map((clause) => (clause === "response" ? response : clause)),
      (base) => replace(base, reply),
    ),
  );

const hasToken = (request: Request): boolean => (bearer(request) ?? "") !== "";

export const ERROR_FAULTS = [
  // Each 401 gets some of the wrong bodies: most services write every 401 with the same code.
  ...REFUSALS.flatMap((place, index) =>
    faultsOf(
      place,
      WITH_WRONG_BODY.filter((_, nth) => nth % REFUSALS.length === index),
    ),
  ),
  ...REFUSALS.slice(0, 1).flatMap((place) => faultsOf(place, OTHER_FORMATS)),
  ...faultsOf(NOT_FOUND, [...WITH_WRONG_BODY, ...OTHER_FORMATS]),
  fault("Only a 401 to a wrong key has a body.", ["auth-error-body"], (base) => ({
    unauthorized: (request) => (hasToken(request) ? base.unauthorized(request) : empty(401)),
  })),
  fault(
    "The 404 to an id beyond int32 is HTML.",
    ["not-found-error-body", TYPE, SYNTAX],
    (base) => ({
      notFound: (id) => (id > 2n ** 31n ? html(404) : base.notFound(id)),
    }),
  ),
  fault("Every second 404 has no body.", ["not-found-error-body"], (base) => {
    let calls = 0;
    return { notFound: (id) => (++calls % 2 === 0 ? empty(404) : base.notFound(id)) };
  }),
  fault(
    "The 404 to a cancelled order has no body.",
    ["not-found-error-body"],
    { withoutIds: "undetected" },
    { secondCancel: () => empty(404) },
  ),
  fault("The Error in a 404 has status twice, with different values.", [STATUS], {
    notFound: () =>
      json(404, '{"code":"order_not_found","message":"No.","status":400,"status":404}'),
  }),
];
