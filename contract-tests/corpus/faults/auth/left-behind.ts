/** What a response leaves behind, a cookie, a validator, a token or a connection, replaces the key. */
import { header, type Request } from "../../raw-http.ts";
import { bearer } from "../../reference-service.ts";
import { empty, withHeader } from "../../replies.ts";
import { type Base, type Fault, fault, UNDETECTED } from "../../variant.ts";

const isList = (base: Base, request: Request): boolean => base.operationOf(request) === "list";

/** A good call sets a session cookie; what the cookie opens without a key. */
const session = (id: string, title: string, opens: (request: Request, base: Base) => boolean): Fault =>
  fault(id, title, ["auth-each-request"], (base) => {
    const cookie = "session=4f1d9a";
    return {
      isAuthorized: (request) =>
        base.isAuthorized(request) || (header(request, "cookie")?.includes(cookie) === true && opens(request, base)),
      async answer(request) {
        const reply = await base.answer(request);
        return base.isAuthorized(request) ? withHeader(reply, "Set-Cookie", `${cookie}; HttpOnly; Path=/`) : reply;
      },
    };
  });

/** What a good call leaves behind in a header of its response. */
const inHeaders = [
  fault(
    "validator-opens-the-list",
    "A list call with a current ETag gets 304 without a key.",
    ["auth-each-request"],
    (base) => ({
      async answer(request) {
        if (isList(base, request) && header(request, "if-none-match") === '"v1"') return empty(304);
        const reply = await base.answer(request);
        return isList(base, request) && reply.status === 200 ? withHeader(reply, "ETag", '"v1"') : reply;
      },
    }),
  ),
  fault(
    "validator-opens-the-list-with-any-key",
    "A list call with a current ETag gets 304 with any key.",
    ["auth-each-request"],
    (base) => ({
      async answer(request) {
        const isCurrent = header(request, "if-none-match") === 'W/"v1"' && bearer(request) !== undefined;
        if (isList(base, request) && isCurrent) return empty(304);
        const reply = await base.answer(request);
        return isList(base, request) && reply.status === 200 ? withHeader(reply, "ETag", 'W/"v1"') : reply;
      },
    }),
  ),
  fault(
    "issued-token-as-bearer",
    "A token that the list issues in X-Auth-Token is accepted as a bearer token.",
    ["auth-each-request"],
    (base) => ({
      isAuthorized: (request) => base.isAuthorized(request) || bearer(request) === "t-1",
      async answer(request) {
        const reply = await base.answer(request);
        return reply.status === 200 ? withHeader(reply, "X-Auth-Token", "t-1") : reply;
      },
    }),
  ),
  fault(
    "cookie-of-a-cancellation-opens-cancelling",
    "The cookie of a 204 replaces the key when an order is cancelled.",
    ["auth-each-request"],
    (base) => ({
      isAuthorized: (request) =>
        base.isAuthorized(request) || (!isList(base, request) && header(request, "cookie") === "session=4f1d9a"),
      async answer(request) {
        const reply = await base.answer(request);
        return reply.status === 204 ? withHeader(reply, "Set-Cookie", "session=4f1d9a; Path=/") : reply;
      },
    }),
    { readOnly: UNDETECTED.pending },
  ),
  fault("cookie-of-a-refusal-opens-the-list", "The cookie of a 401 opens the list.", ["auth-each-request"], (base) => ({
    isAuthorized: (request) => base.isAuthorized(request) || header(request, "cookie") === "guest=1",
    async answer(request) {
      const reply = await base.answer(request);
      return reply.status === 401 ? withHeader(reply, "Set-Cookie", "guest=1") : reply;
    },
  })),
  fault(
    "connection-trusted-after-three",
    "A connection needs no key after three requests with the good one.",
    ["auth-first"],
    (base) => {
      const good = new WeakMap<object, number>();
      return {
        isAuthorized({ connection, ...request }) {
          const count = good.get(connection) ?? 0;
          const isGood = base.isAuthorized({ connection, ...request });
          good.set(connection, isGood ? count + 1 : 0);
          return isGood || count >= 3;
        },
      };
    },
    { readOnly: UNDETECTED.pending },
  ),
  fault(
    "issued-token-opens-the-list",
    "A token that a response issues replaces the key.",
    ["auth-each-request"],
    (base) => ({
      isAuthorized: (request) => base.isAuthorized(request) || header(request, "x-session-token") === "t-1",
      async answer(request) {
        const reply = await base.answer(request);
        return reply.status === 200 ? withHeader(reply, "X-Session-Token", "t-1") : reply;
      },
    }),
  ),
];

export const LEFT_BEHIND_FAULTS = [
  ...inHeaders,
  session("session-cookie", "The session cookie of a good call replaces the key.", () => true),
  session("session-cookie-for-lists", "The session cookie of a good call opens the list.", (request, base) =>
    isList(base, request),
  ),
  session(
    "session-cookie-for-cancel",
    "The session cookie of a good call opens cancelling.",
    (request, base) => base.operationOf(request) === "cancel",
  ),
];
