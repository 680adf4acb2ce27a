/** Key checks that depend on earlier requests, and good keys that are refused. */
import { keepsFiles, LIKE_FILES } from "../../changes/caches.ts";
import { alsoAccepts, GUARDED, remembers } from "../../changes/key-checks.ts";
import type { Request } from "../../raw-http.ts";
import { type Base, type Fault, fault } from "../../variant.ts";

const isList = (base: Base, request: Request): boolean =>
  base.operationOf(request) === "listOrders";

/** After the good key, these requests need none for a second. */
function forOneSecond(base: Base, accepts: (request: Request) => boolean) {
  let until = 0;
  return remembers(
    base,
    (request) => accepts(request) && Date.now() < until,
    () => {
      until = Date.now() + 1000;
    },
  );
}

/** Whether the good key is accepted, by the number of requests with it and with other keys so far. */
const acceptsGoodKey = (title: string, accepts: (good: number, bad: number) => boolean): Fault =>
  fault(title, ["auth-good-key"], (base) => {
    let [good, bad] = [0, 0];
    return {
      isAuthorized(request) {
        if (base.isAuthorized(request)) return accepts(++good, bad);
        bad += 1;
        return false;
      },
    };
  });

export const AUTH_MEMORY_FAULTS = [
  ...GUARDED.map(({ operation, title }) =>
    fault(`${title} needs the key only once on each connection.`, ["auth-each-request"], (base) =>
      remembers(
        base,
        (request) => request.connection.authorized && base.operationOf(request) === operation,
      ),
    ),
  ),
  fault(
    "A list needs no key on a connection that has served a list.",
    ["auth-each-request"],
    (base) => {
      const opened = new WeakSet<object>();
      return remembers(
        base,
        (request) => isList(base, request) && opened.has(request.connection),
        (request) => isList(base, request) && opened.add(request.connection),
      );
    },
  ),
  fault(
    "The good key is refused on a connection that has sent a wrong one.",
    ["auth-good-key", "cancel-pending"],
    (base) => {
      const poisoned = new WeakSet<object>();
      return {
        isAuthorized(request) {
          if (!base.isAuthorized(request)) poisoned.add(request.connection);
          return !poisoned.has(request.connection);
        },
      };
    },
  ),
  fault(
    "No request needs a key after the first one with the good key.",
    ["auth-key-exact", "list-unauthorized"],
    (base) => {
      let opened = false;
      return remembers(
        base,
        () => opened,
        () => {
          opened = true;
        },
      );
    },
  ),
  fault(
    "A list with a query comes from a cache that does not check the key.",
    ["auth-each-request"],
    (base) => {
      const cached = new Set<string>();
      return remembers(
        base,
        (request) => isList(base, request) && cached.has(request.query),
        (request) => request.query !== "" && isList(base, request) && cached.add(request.query),
      );
    },
  ),
  ...Object.entries(LIKE_FILES).map(([id, isFile]) =>
    fault(
      `A cache keeps the list by its address alone, where that looks like the one of a file: ${id}.`,
      id === "query" ? ["auth-each-request"] : ["list-unauthorized"],
      { foundBy: id === "query" ? "bad-keys" : "openings" },
      (base) => keepsFiles(base, isFile, ({ path, query }) => `${path}?${query}`),
    ),
  ),
  fault(
    "A list without a query comes for a second from a cache that does not check the key.",
    ["auth-key-exact"],
    (base) =>
      forOneSecond(
        base,
        (request) => base.operationOf(request) === "listOrders" && request.query === "",
      ),
  ),
  fault(
    "A list with a query needs no key.",
    ["auth-each-request", "auth-key-exact"],
    { foundBy: "bad-keys" },
    (base) => alsoAccepts(base, ["listOrders"], ({ query }) => query !== ""),
  ),
  ...GUARDED.map(({ operation, title, clause }) =>
    fault(`${title} is served once in twelve requests without the good key.`, [clause], (base) => {
      let refused = 0;
      return remembers(
        base,
        (request) => base.operationOf(request) === operation && ++refused % 12 === 6,
      );
    }),
  ),
  fault(
    "An address needs no key for a second after it has sent the good one.",
    ["auth-key-exact", "list-unauthorized"],
    (base) => forOneSecond(base, () => true),
  ),
  fault(
    "The key that may list may not cancel: 401.",
    ["cancel-pending", "cancel-unknown-not-found"],
    (base) => ({
      isAuthorized: (request) =>
        base.isAuthorized(request) && base.operationOf(request) !== "cancelOrder",
    }),
  ),
  acceptsGoodKey("The good key is refused in every seventh request.", (good) => good % 7 !== 0),
];
