/** Error bodies: each member, each type, each response that must have one. */
import type { ClauseId } from "../../../spec/clauses/index.ts";
import { empty, html, json, typed } from "../replies.ts";
import { bearer, type Operation, type Service } from "../service.ts";
import { type Fault, fault, UNSEEN } from "../variant.ts";
import type { Reply } from "../wire.ts";

type Body = { [name: string]: unknown; status: number };
const CODE = "error-code" as const;
const MESSAGE = "error-message" as const;
const STATUS = "error-status" as const;

/** Bodies that are no Error of that status, and the clauses of which one is broken besides that of the response. */
const WRONG: Readonly<
  Record<string, readonly [title: string, clauses: readonly ClauseId[], body: (error: Body) => unknown]>
> = {
  "without-code": ["without code", [CODE], ({ code: _, ...rest }) => rest],
  "code-null": ["whose code is null", [CODE], (error) => ({ ...error, code: null })],
  "code-number": ["whose code is a number", [CODE], (error) => ({ ...error, code: error.status })],
  "code-object": ["whose code is an object", [CODE], (error) => ({ ...error, code: { value: "x" } })],
  "without-message": ["without message", [MESSAGE], ({ message: _, ...rest }) => rest],
  "message-null": ["whose message is null", [MESSAGE], (error) => ({ ...error, message: null })],
  "message-array": ["whose message is an array", [MESSAGE], (error) => ({ ...error, message: [error.message] })],
  "message-boolean": ["whose message is false", [MESSAGE], (error) => ({ ...error, message: false })],
  "without-status": ["without status", [STATUS], ({ status: _, ...rest }) => rest],
  "status-string": ["whose status is a string", [STATUS], (error) => ({ ...error, status: `${error.status}` })],
  "status-null": ["whose status is null", [STATUS], (error) => ({ ...error, status: null })],
  "status-word": ["whose status is a word", [STATUS], (error) => ({ ...error, status: "error" })],
  "status-other": ["whose status is 400", [STATUS], (error) => ({ ...error, status: 400 })],
  "status-500": ["whose status is 500", [STATUS], (error) => ({ ...error, status: 500 })],
  "status-fraction": ["whose status has a fraction", [STATUS], (error) => ({ ...error, status: error.status + 0.5 })],
  "status-zero": ["whose status is 0", [STATUS], (error) => ({ ...error, status: 0 })],
  capitalised: [
    "with capital letters in its names",
    [CODE],
    ({ code, message, status }) => ({ Code: code, Message: message, Status: status }),
  ],
  nested: ["within error", [CODE, MESSAGE, STATUS], (error) => ({ error })],
  listed: ["within an array", [CODE, MESSAGE, STATUS], (error) => [error]],
  "in-errors": ["within errors", [CODE, MESSAGE, STATUS], (error) => ({ errors: [error] })],
  "a-string": ["that is a string", [CODE, MESSAGE, STATUS], ({ message }) => message],
  "a-string-of-json": ["that is JSON within a string", [CODE, MESSAGE, STATUS], (error) => JSON.stringify(error)],
  null: ["that is null", [CODE, MESSAGE, STATUS], () => null],
  "empty-object": ["that is an empty object", [CODE, MESSAGE, STATUS], () => ({})],
  "empty-array": ["that is an empty array", [CODE, MESSAGE, STATUS], () => []],
  spring: [
    "of Spring",
    [CODE, MESSAGE],
    ({ status }) => ({ timestamp: "2026-03-01T10:00:00Z", status, error: "Unauthorized", path: "/v1/store/orders" }),
  ],
  fastapi: ["of FastAPI", [CODE, MESSAGE, STATUS], ({ message }) => ({ detail: message })],
};

/** Bodies that are not even JSON, or do not say so. */
const FORMS: Readonly<
  Record<string, readonly [title: string, clauses: readonly ClauseId[], reply: (error: Body) => Reply]>
> = {
  empty: ["no body", [], ({ status }) => empty(status)],
  "empty-json": ["no body that claims to be JSON", ["body-json"], ({ status }) => json(status, "")],
  html: ["HTML", ["body-media-type", "body-json"], ({ status }) => html(status)],
  text: [
    "a line of text",
    ["body-media-type", "body-json"],
    ({ status }) => typed(status, "text/plain", "Unauthorized"),
  ],
  problem: [
    "an Error as application/problem+json",
    ["body-media-type"],
    (error) =>
      typed(error.status, "application/problem+json", JSON.stringify({ type: "about:blank", title: "No", ...error })),
  ],
  "text-json": [
    "an Error as text/plain",
    ["body-media-type"],
    (error) => typed(error.status, "text/plain", JSON.stringify(error)),
  ],
  "no-type": [
    "an Error without a media type",
    ["body-media-type"],
    (error) => ({ status: error.status, headers: [], body: Buffer.from(JSON.stringify(error)) }),
  ],
  "not-json": [
    "an Error in single quotes",
    ["body-json"],
    (error) => json(error.status, JSON.stringify(error).replaceAll('"', "'")),
  ],
  cut: ["an Error that ends early", ["body-json"], (error) => json(error.status, JSON.stringify(error).slice(0, -1))],
  xml: [
    "XML",
    ["body-media-type", "body-json"],
    ({ status }) => typed(status, "application/xml", `<error><status>${status}</status></error>`),
  ],
};

/** The responses that must carry an Error. */
const RESPONSES: readonly (readonly [
  id: string,
  title: string,
  clause: ClauseId,
  change: (service: Service, reply: (error: Body) => Reply) => void,
])[] = [
  ["list-401", "The 401 of the list", "auth-error-body", refusalOf("list")],
  ["cancel-401", "The 401 of a cancel", "auth-error-body", refusalOf("cancel")],
  ["pet-401", "The 401 of the pets operation", "auth-error-body", refusalOf("pet")],
  [
    "cancel-404",
    "The 404",
    "not-found-error-body",
    (service, reply) => {
      service.notFound = () => reply({ code: "order_not_found", message: "There is no such order.", status: 404 });
    },
  ],
];

function refusalOf(operation: Operation) {
  return (service: Service, reply: (error: Body) => Reply): void => {
    const { refuse } = service;
    service.refuse = (request) =>
      service.operation(request) === operation
        ? reply({ code: "unauthorized", message: "The API key is missing or not valid.", status: 401 })
        : refuse(request);
  };
}

/**
 * Every wrong body stands in the 404 and in one of the 401s, which share their code as a rule; the forms that are no JSON
 * stand in the 401 of the list and in the 404.
 */
const REFUSALS = ["list-401", "cancel-401", "pet-401"];
const sampled = (where: string, index: number): boolean => where === "cancel-404" || REFUSALS[index % 3] === where;

const bodies = RESPONSES.flatMap(([where, title, clause, change]) => {
  const also: readonly ClauseId[] = where === "pet-401" ? [clause, "pets-unauthorized"] : [clause];
  const wrong = Object.entries(WRONG).map(([name, [words, clauses, body]]) =>
    fault(`${where}-${name}`, `${title} carries an Error ${words}.`, [...also, ...clauses], (service) =>
      change(service, (error) => json(error.status, JSON.stringify(body(error)))),
    ),
  );
  const forms = Object.entries(FORMS).map(([name, [words, clauses, reply]]) =>
    fault(`${where}-body-${name}`, `${title} carries ${words}.`, [...also, ...clauses], (service) =>
      change(service, reply),
    ),
  );
  const formed = where === "list-401" || where === "cancel-404" ? forms : [];
  return [...wrong.filter((_, index) => sampled(where, index)), ...formed];
});

const particular = [
  fault(
    "401-body-only-without-key",
    "A 401 for a wrong key has no body, one for no key has.",
    ["auth-error-body"],
    (service) => {
      const { refuse } = service;
      service.refuse = (request) => ((bearer(request) ?? "") === "" ? refuse(request) : empty(401));
    },
  ),
  fault(
    "401-body-only-with-wrong-key",
    "A 401 for no key has no body, one for a wrong key has.",
    ["auth-error-body"],
    (service) => {
      const { refuse } = service;
      service.refuse = (request) => ((bearer(request) ?? "") === "" ? empty(401) : refuse(request));
    },
  ),
  fault("401-status-only-wrong-key", "The Error of a wrong key says status 403 in a 401.", [STATUS], (service) => {
    const { refuse } = service;
    service.refuse = (request) =>
      (bearer(request) ?? "") === "" ? refuse(request) : json(401, '{"code":"forbidden","message":"No.","status":403}');
  }),
  fault(
    "401-html-for-other-schemes",
    "A 401 for another scheme than Bearer is HTML.",
    ["auth-error-body", "body-media-type", "body-json"],
    (service) => {
      const { refuse } = service;
      service.refuse = (request) =>
        request.headers.some(
          ([name, value]) => name.toLowerCase() === "authorization" && /^(basic|digest)/i.test(value),
        )
          ? html(401)
          : refuse(request);
    },
  ),
  fault(
    "404-html-beyond-int32",
    "The 404 for an id beyond int32 is the page of the web server.",
    ["not-found-error-body", "body-media-type", "body-json"],
    (service) => {
      const { notFound } = service;
      service.notFound = (id) => (id > 2n ** 31n ? html(404) : notFound(id));
    },
  ),
  fault("404-status-beyond-double", "The 404 for an id beyond 2^53 says status 400.", [STATUS], (service) => {
    const { notFound } = service;
    service.notFound = (id) =>
      id > 2n ** 53n ? json(404, '{"code":"bad_id","message":"No.","status":400}') : notFound(id);
  }),
  fault("404-empty-second-time", "The second 404 has no body.", ["not-found-error-body"], (service) => {
    const { notFound } = service;
    let calls = 0;
    service.notFound = (id) => (++calls === 2 ? empty(404) : notFound(id));
  }),
  fault(
    "404-empty-for-cancelled",
    "The 404 for a cancelled order has no body.",
    ["not-found-error-body"],
    (service) => {
      service.gone = () => empty(404);
    },
    { readOnly: UNSEEN.pending },
  ),
  fault(
    "404-without-code-for-cancelled",
    "The Error for a cancelled order lacks its code.",
    [CODE],
    (service) => {
      service.gone = () => json(404, '{"message":"Cancelled before.","status":404}');
    },
    { readOnly: UNSEEN.pending },
  ),
  fault(
    "404-duplicate-keys",
    "The Error of a 404 has status twice, with different values.",
    ["not-found-error-body", STATUS, "body-json"],
    (service) => {
      service.notFound = () => json(404, '{"code":"order_not_found","message":"No.","status":400,"status":404}');
    },
  ),
  fault(
    "401-duplicate-keys",
    "The Error of a 401 has code twice, with different values.",
    ["auth-error-body", CODE, "body-json"],
    (service) => {
      service.refuse = () => json(401, '{"code":401,"code":"unauthorized","message":"No.","status":401}');
    },
  ),
];

export const ERROR_FAULTS: readonly Fault[] = [...bodies, ...particular];
