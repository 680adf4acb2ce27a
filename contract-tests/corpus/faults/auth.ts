/** The key: what lets in too much, what refuses too much, and what looks before it asks. */
import type { ClauseId } from "../../../spec/clauses/index.ts";
import { alsoAdmits, CARELESS } from "../credentials.ts";
import { empty, error, html, json, redirect, withBody } from "../replies.ts";
import { bearer, type Operation, parameter, type Service } from "../service.ts";
import { type Fault, fault, UNSEEN } from "../variant.ts";
import { field, type Reply, type Request } from "../wire.ts";

const OPERATIONS: readonly (readonly [operation: Operation, title: string, clause: ClauseId])[] = [
  ["list", "The list", "list-unauthorized"],
  ["cancel", "Cancelling", "cancel-unauthorized"],
  ["pet", "The pets operation", "pets-unauthorized"],
];

const careless = OPERATIONS.flatMap(([operation, title, clause]) =>
  Object.entries(CARELESS).map(([name, [words, lets]]) =>
    fault(`${operation}-open-${name}`, `${title} is open ${words}.`, ["auth-key-exact", clause], (service) =>
      alsoAdmits(service, [operation], lets),
    ),
  ),
);

/** In place of the 401. */
const REFUSALS: Readonly<Record<string, Reply>> = {
  "403": error(403, "forbidden", "You may not."),
  "400": error(400, "bad_request", "Authorization is required."),
  "404": error(404, "not_found", "Nothing here."),
  "407": error(407, "proxy_auth", "Authorization is required."),
  "500": error(500, "internal", "jwt malformed"),
  "302": redirect(302, "/login"),
  "200-error": error(200, "unauthorized", "The API key is missing or not valid."),
  "204": empty(204),
};

const refusals = OPERATIONS.flatMap(([operation, title, clause]) =>
  Object.entries(REFUSALS)
    .filter(([name]) => !(operation === "pet" && name === "404"))
    .map(([name, reply]) =>
      fault(
        `${operation}-refuses-with-${name}`,
        `${title} refuses a bad key with ${name}, not 401.`,
        [clause],
        (service) => refuseOn(service, operation, () => reply),
      ),
    ),
);

function refuseOn(service: Service, on: Operation, reply: (request: Request, plain: Reply) => Reply): void {
  const { refuse } = service;
  service.refuse = (request) => (service.operation(request) === on ? reply(request, refuse(request)) : refuse(request));
}

const halves = OPERATIONS.flatMap(([operation, title, clause]) => [
  fault(
    `${operation}-403-for-wrong-key`,
    `${title} answers 403 to a wrong key and 401 only to none.`,
    [clause],
    (service) =>
      refuseOn(service, operation, (request, plain) =>
        (bearer(request) ?? "").length > 0 ? error(403, "forbidden", "The key is not valid.") : plain,
      ),
  ),
  fault(
    `${operation}-400-for-no-key`,
    `${title} answers 400 to a missing key and 401 only to a wrong one.`,
    [clause],
    (service) =>
      refuseOn(service, operation, (request, plain) =>
        field(request, "authorization") === undefined
          ? error(400, "missing_header", "Authorization is required.")
          : plain,
      ),
  ),
  fault(
    `${operation}-500-for-odd-scheme`,
    `${title} breaks on an Authorization that is not Bearer.`,
    [clause, "auth-key-exact"],
    (service) =>
      refuseOn(service, operation, (request, plain) =>
        /^(?!bearer)./i.test(field(request, "authorization") ?? "")
          ? error(500, "internal", "Cannot read properties of undefined")
          : plain,
      ),
  ),
]);

/** Admits as before, and whatever `lets` remembers; remembers every admitted request. */
function remembers(service: Service, lets: (request: Request) => boolean, remember: (request: Request) => void): void {
  const { admits } = service;
  service.admits = (request) => {
    if (!admits(request)) return lets(request);
    remember(request);
    return true;
  };
}

const eachRequest: readonly ClauseId[] = ["auth-each-request", "auth-key-exact"];
const remembering = [
  ...OPERATIONS.map(([operation, title, clause]) =>
    fault(
      `${operation}-key-once-a-connection`,
      `${title} asks for the key once a connection.`,
      [...eachRequest, clause],
      (service) =>
        remembers(
          service,
          (request) => request.connection.opened && service.operation(request) === operation,
          () => {},
        ),
    ),
  ),
  fault(
    "connection-opened-by-same-operation",
    "A connection on which the list was served serves it to anyone.",
    eachRequest,
    (service) => {
      const opened = new WeakSet<object>();
      remembers(
        service,
        (request) => service.operation(request) === "list" && opened.has(request.connection),
        (request) => service.operation(request) === "list" && opened.add(request.connection),
      );
    },
  ),
  fault(
    "connection-poisoned",
    "A connection that saw a bad key refuses the good one.",
    ["auth-each-request", "auth-good-key"],
    (service) => {
      const { admits } = service;
      const poisoned = new WeakSet<object>();
      service.admits = (request) => {
        if (!admits(request)) poisoned.add(request.connection);
        return !poisoned.has(request.connection);
      };
    },
  ),
  fault(
    "open-after-first-success",
    "Once the key was seen, everybody is let in.",
    [...eachRequest, "list-unauthorized"],
    (service) => {
      let seen = false;
      remembers(
        service,
        () => seen,
        () => {
          seen = true;
        },
      );
    },
  ),
  fault(
    "cached-by-url",
    "A cache serves a list with a query to anyone who repeats the query.",
    eachRequest,
    (service) => {
      const cached = new Set<string>();
      remembers(
        service,
        (request) => service.operation(request) === "list" && cached.has(request.query),
        (request) => request.query !== "" && service.operation(request) === "list" && cached.add(request.query),
      );
    },
  ),
  fault("cached-without-query", "A cache serves the plain list to anyone for a second.", eachRequest, (service) => {
    let until = 0;
    remembers(
      service,
      (request) => service.operation(request) === "list" && request.query === "" && Date.now() < until,
      () => {
        until = Date.now() + 1000;
      },
    );
  }),
  fault("open-with-a-query", "The key is asked for only where the address has no query.", eachRequest, (service) =>
    alsoAdmits(service, ["list"], ({ query }) => query !== ""),
  ),
  fault(
    "every-fifth-unchecked",
    "One instance of five behind the balancer lets everybody in.",
    ["auth-key-exact", "list-unauthorized", "cancel-unauthorized"],
    (service) => {
      const { admits } = service;
      let refused = 0;
      service.admits = (request) => admits(request) || ++refused % 5 === 0;
    },
  ),
  fault(
    "last-good-key-by-address",
    "An address is let in for as long as it used the key a second ago.",
    eachRequest,
    (service) => {
      let until = 0;
      remembers(
        service,
        () => Date.now() < until,
        () => {
          until = Date.now() + 1000;
        },
      );
    },
  ),
];

/** What is looked up before the key is asked for. */
function before(service: Service, look: (request: Request) => Reply | undefined): void {
  const { answer } = service;
  service.answer = async (request) =>
    (service.admits(request) || service.operation(request) !== "cancel" ? undefined : look(request)) ?? answer(request);
}
const named = (service: Service, request: Request) => service.find(service.parseId(parameter(request)) ?? 10n ** 30n);

const order = [
  fault(
    "404-before-401",
    "An unknown id gets 404 before the key is asked for.",
    ["auth-first", "cancel-unauthorized"],
    (service) =>
      before(service, (request) => (named(service, request) === undefined ? service.notFound(0n) : undefined)),
  ),
  fault(
    "404-before-401-wrong-key",
    "An unknown id gets 404 for a wrong key, 401 for none.",
    ["auth-first", "cancel-unauthorized"],
    (service) =>
      before(service, (request) =>
        named(service, request) === undefined && bearer(request) ? service.notFound(0n) : undefined,
      ),
  ),
  fault(
    "404-before-401-cancelled",
    "A cancelled id gets 404 before the key is asked for.",
    ["auth-first", "cancel-unauthorized"],
    (service) =>
      before(service, (request) => (named(service, request)?.state === "cancelled" ? service.notFound(0n) : undefined)),
    { readOnly: UNSEEN.pending },
  ),
  fault(
    "409-before-401-cancelled",
    "A cancelled id gets 409, before the key is asked for too.",
    ["auth-first", "cancel-unauthorized"],
    (service) => {
      service.gone = service.conflict;
      before(service, (request) => (named(service, request)?.state === "cancelled" ? empty(409) : undefined));
    },
    { readOnly: UNSEEN.pending },
  ),
  fault(
    "404-beyond-int32-before-401",
    "An id beyond int32 gets 404 before the key is asked for.",
    ["auth-first", "cancel-unauthorized"],
    (service) =>
      before(service, (request) => {
        const id = service.parseId(parameter(request)) ?? 0n;
        return id > 2n ** 31n && named(service, request) === undefined ? service.notFound(id) : undefined;
      }),
  ),
];

/** The order of a refused request is cancelled all the same. */
function effectDespite401(service: Service, when: (request: Request) => boolean): void {
  const { refuse } = service;
  service.refuse = (request) => {
    const order = service.operation(request) === "cancel" ? named(service, request) : undefined;
    if (order?.state === "pending" && when(request)) service.settle(order, "cancelled");
    return refuse(request);
  };
}
const effects = [
  fault(
    "cancelled-despite-401",
    "A refused cancel cancels all the same.",
    ["auth-no-effect"],
    (service) => effectDespite401(service, () => true),
    { readOnly: UNSEEN.effect },
  ),
  fault(
    "cancelled-despite-401-no-key",
    "A cancel without a key is refused and carried out.",
    ["auth-no-effect"],
    (service) => effectDespite401(service, (request) => field(request, "authorization") === undefined),
    { readOnly: UNSEEN.effect },
  ),
  fault(
    "cancelled-despite-401-wrong-key",
    "A cancel with a wrong key is refused and carried out.",
    ["auth-no-effect"],
    (service) => effectDespite401(service, (request) => (bearer(request) ?? "") !== ""),
    { readOnly: UNSEEN.effect },
  ),
  fault(
    "cancelled-despite-401-later",
    "A refused cancel is queued, and carried out a moment later.",
    ["auth-no-effect"],
    (service) => {
      const { refuse } = service;
      service.refuse = (request) => {
        const order = service.operation(request) === "cancel" ? named(service, request) : undefined;
        if (order?.state === "pending")
          setTimeout(() => order.state === "pending" && service.settle(order, "cancelled"), 5);
        return refuse(request);
      };
    },
    { readOnly: UNSEEN.effect },
  ),
  fault(
    "shipped-despite-401",
    "A refused cancel locks the order: it counts as shipped from then on.",
    ["auth-no-effect"],
    (service) => {
      const { refuse } = service;
      service.refuse = (request) => {
        const order = service.operation(request) === "cancel" ? named(service, request) : undefined;
        if (order?.state === "pending") service.settle(order, "shipped");
        return refuse(request);
      };
    },
    { readOnly: UNSEEN.effect },
  ),
];

/** The good key is turned away. */
const goodKey = [
  fault(
    "good-key-refused-for-cancel",
    "The key that lists may not cancel: 401.",
    ["auth-good-key", "cancel-pending", "cancel-unknown-not-found"],
    (service) => {
      const { admits } = service;
      service.admits = (request) => admits(request) && service.operation(request) !== "cancel";
    },
  ),
  fault(
    "good-key-forbidden-for-cancel",
    "The key that lists may not cancel: 403.",
    ["auth-good-key", "cancel-pending", "cancel-unknown-not-found"],
    (service) => {
      const { serve } = service;
      service.serve = async (request) =>
        service.operation(request) === "cancel" ? error(403, "forbidden", "Read only.") : serve(request);
    },
  ),
  fault(
    "good-key-expires",
    "The key is refused from the tenth request on.",
    ["auth-good-key"],
    (service) => {
      const { admits } = service;
      let calls = 0;
      service.admits = (request) => admits(request) && ++calls < 10;
    },
    { orNotJudged: true },
  ),
  fault(
    "good-key-refused-now-and-then",
    "Every seventh request with the good key is refused.",
    ["auth-good-key"],
    (service) => {
      const { admits } = service;
      let calls = 0;
      service.admits = (request) => admits(request) && ++calls % 7 !== 0;
    },
  ),
  fault(
    "good-key-burnt-by-bad-ones",
    "Twenty bad keys lock the good one out: 401.",
    ["auth-good-key"],
    (service) => {
      const { admits } = service;
      let bad = 0;
      service.admits = (request) => {
        if (admits(request)) return bad < 20;
        bad += 1;
        return false;
      };
    },
    { orNotJudged: true, readOnly: "seen" },
  ),
];

const leaks = [
  fault("list-behind-401", "The 401 of the list carries the orders.", ["auth-error-body", "error-code"], (service) =>
    refuseOn(service, "list", (request, plain) => withBody(plain, service.list(request).body)),
  ),
  fault(
    "401-only-in-body",
    "A bad key gets 200 with the status 401 in the body, everywhere.",
    ["list-unauthorized", "cancel-unauthorized"],
    (service) => {
      service.refuse = () => json(200, '{"code":"unauthorized","message":"No.","status":401}');
    },
  ),
  fault(
    "login-page",
    "A gateway shows its login page, 200 in HTML, for a bad key.",
    ["list-unauthorized", "cancel-unauthorized"],
    (service) => {
      service.refuse = () => html(200);
    },
  ),
];

export const AUTH_FAULTS: readonly Fault[] = [
  ...careless,
  ...refusals,
  ...halves,
  ...remembering,
  ...order,
  ...effects,
  ...goodKey,
  ...leaks,
];
