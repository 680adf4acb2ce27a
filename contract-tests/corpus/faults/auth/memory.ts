/**
 * Key checks that depend on earlier requests, and good keys that are refused.
 *
 * Sources: authentication of the connection, as with NTLM and Negotiate; a key or its result in a
 * variable of the module; a shared cache that ignores Authorization (RFC 9111, section 3.5); a
 * guard that compares Express's req.url, which has the query; one of several instances that is of
 * an older release or does not have the new key; keys with scopes.
 */
import { keepsFiles, LIKE_FILES } from "../../changes/caches.ts";
import { alsoAccepts, GUARDED, remembers } from "../../changes/key-checks.ts";
import type { Request } from "../../raw-http.ts";
import { type Base, fault } from "../../variant.ts";

const isList = (base: Base, request: Request): boolean =>
  base.operationOf(request) === "listOrders";

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
  ...Object.entries(LIKE_FILES).map(([id, isFile]) =>
    fault(
      `A cache keeps the list by its address alone, where that looks like the one of a file: ${id}.`,
      ["list-unauthorized"],
      { foundBy: "openings" },
      (base) => keepsFiles(base, isFile, ({ path, query }) => `${path}?${query}`),
    ),
  ),
  fault(
    "A list without a query comes for a second from a cache that does not check the key.",
    ["auth-key-exact"],
    (base) => {
      let until = 0;
      return remembers(
        base,
        (request) => isList(base, request) && request.query === "" && Date.now() < until,
        () => {
          until = Date.now() + 1000;
        },
      );
    },
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
    "The key that may list may not cancel: 401.",
    ["cancel-pending", "cancel-unknown-not-found"],
    (base) => ({
      isAuthorized: (request) =>
        base.isAuthorized(request) && base.operationOf(request) !== "cancelOrder",
    }),
  ),
  fault("The good key is refused in every seventh request.", ["auth-good-key"], (base) => {
    let calls = 0;
    return { isAuthorized: (request) => base.isAuthorized(request) && ++calls % 7 !== 0 };
  }),
];
