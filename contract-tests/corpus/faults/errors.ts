/** Error bodies: wrong members, other formats, and the replies that must have one. */
import type { ClauseId } from "../../../spec/clauses/index.ts";
import { GUARDED } from "../changes/key-checks.ts";
import { mapUnauthorized } from "../changes/replies.ts";
import { bearer, type Reply } from "../raw-http.ts";
import { empty, html, json, typed } from "../replies.ts";
import { type Base, fault, type Replacement } from "../variant.ts";

type Body = { [name: string]: unknown; status: number };
/** A clause; `response` is the one that says that the response has an Error. */
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

/** Replies in another format; `text` is the Error as JSON. */
type Format = (error: Body, text: string) => Reply;
const OTHER_FORMATS: readonly (readonly [words: string, broken: readonly Broken[], Format])[] = [
  ["has no body", ["response"], ({ status }) => empty(status)],
  ["is HTML", ["response", TYPE, SYNTAX], ({ status }) => html(status)],
  [
    "is a line of text",
    ["response", TYPE, SYNTAX],
    ({ status }) => typed(status, "text/plain", "Unauthorized"),
  ],
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
  ["is labelled as text/plain", [TYPE], ({ status }, text) => typed(status, "text/plain", text)],
  [
    "has no Content-Type",
    [TYPE],
    ({ status }, text) => ({ status, headers: [], body: Buffer.from(text) }),
  ],
  [
    "has single quotes",
    ["response", SYNTAX],
    ({ status }, text) => json(status, text.replaceAll('"', "'")),
  ],
  ["is cut off", ["response", SYNTAX], ({ status }, text) => json(status, text.slice(0, -1))],
  [
    "is XML",
    ["response", TYPE, SYNTAX],
    ({ status }) => typed(status, "application/xml", `<error><status>${status}</status></error>`),
  ],
];

/** The replies that must have an Error. */
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
          message: "The API key is missing or not valid.",
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

const clausesOf = (broken: readonly Broken[], response: ClauseId): ClauseId[] =>
  broken.map((clause) => (clause === "response" ? response : clause));

/** Each 401 gets some of the wrong bodies: services usually write all of them with the same code. */
const wrongBodies = ([title, response, replace]: Place, includes: (nth: number) => boolean) =>
  WRONG_BODIES.filter((_, nth) => includes(nth)).map(([words, broken, body]) =>
    fault(`${title} ${words}.`, clausesOf(broken, response), (base) =>
      replace(base, (error) => json(error.status, JSON.stringify(body(error)))),
    ),
  );
const otherFormats = ([title, response, replace]: Place) =>
  OTHER_FORMATS.map(([words, broken, reply]) =>
    fault(`${title} ${words}.`, clausesOf(broken, response), (base) =>
      replace(base, (error) => reply(error, JSON.stringify(error))),
    ),
  );

const hasToken = (request: Parameters<typeof bearer>[0]): boolean => (bearer(request) ?? "") !== "";

export const ERROR_FAULTS = [
  ...REFUSALS.flatMap((place, index) => [
    ...wrongBodies(place, (nth) => nth % REFUSALS.length === index),
    ...(index === 0 ? otherFormats(place) : []),
  ]),
  ...wrongBodies(NOT_FOUND, () => true),
  ...otherFormats(NOT_FOUND),
  fault("Only a 401 to a wrong key has a body.", ["auth-error-body"], (base) => ({
    unauthorized: (request) => (hasToken(request) ? base.unauthorized(request) : empty(401)),
  })),
  fault("The Error in the 401 to a wrong key has status 403.", [STATUS], (base) => ({
    unauthorized: (request) =>
      hasToken(request)
        ? json(401, '{"code":"forbidden","message":"No.","status":403}')
        : base.unauthorized(request),
  })),
  fault(
    "The 404 to an id beyond int32 is HTML.",
    ["not-found-error-body", TYPE, SYNTAX],
    (base) => ({
      notFound: (id) => (id > 2n ** 31n ? html(404) : base.notFound(id)),
    }),
  ),
  fault("The Error in the 404 to an id beyond 2^53 has status 400.", [STATUS], (base) => ({
    notFound: (id) =>
      id > 2n ** 53n
        ? json(404, '{"code":"bad_id","message":"No.","status":400}')
        : base.notFound(id),
  })),
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
  fault(
    "The Error in the 404 to a cancelled order lacks code.",
    [CODE],
    { withoutIds: "undetected" },
    { secondCancel: () => json(404, '{"message":"Cancelled before.","status":404}') },
  ),
  fault("The Error in a 404 has status twice, with different values.", [STATUS], {
    notFound: () =>
      json(404, '{"code":"order_not_found","message":"No.","status":400,"status":404}'),
  }),
  fault("The Error in a 401 has code twice, with different values.", [CODE], {
    unauthorized: () =>
      json(401, '{"code":401,"code":"unauthorized","message":"No.","status":401}'),
  }),
];
