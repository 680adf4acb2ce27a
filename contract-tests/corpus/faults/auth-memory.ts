/** Key checks that remember: a connection, an address, an earlier call; and the good key turned away. */
import type { ClauseId } from "../../../spec/clauses/index.ts";
import { alsoAdmits } from "../credentials.ts";
import { error } from "../replies.ts";
import type { Service } from "../service.ts";
import { type Fault, fault } from "../variant.ts";
import type { Request } from "../wire.ts";
import { OPERATIONS } from "./guarding.ts";

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
    ["auth-each-request", "auth-good-key", "cancel-pending", "list-ok"],
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

export const AUTH_MEMORY_FAULTS: readonly Fault[] = [...remembering, ...goodKey];
