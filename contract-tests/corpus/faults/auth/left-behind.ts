/**
 * Cookies, validators, tokens or connections left behind by a response replace the key.
 *
 * Sources: session middleware in front of an API, caches that answer 304 by themselves, signed
 * addresses as of S3, guest sessions.
 */
import { bearer, header, type Request } from "../../raw-http.ts";
import { empty, withHeader } from "../../replies.ts";
import { type Base, type Fault, fault, type Options } from "../../variant.ts";

const isList = (base: Base, request: Request): boolean =>
  base.operationOf(request) === "listOrders";

/** Responses with this status have the header; requests for which `opens` is true need no key. */
const issued = (
  title: string,
  [status, name, value]: readonly [status: number, name: string, value: string],
  opens: (request: Request, base: Base) => boolean,
  options: Options<Fault> = {},
): Fault =>
  fault(title, ["auth-each-request"], options, (base) => ({
    isAuthorized: (request) => base.isAuthorized(request) || opens(request, base),
    async answer(request) {
      const reply = await base.answer(request);
      return reply.status === status ? withHeader(reply, name, value) : reply;
    },
  }));

export const LEFT_BEHIND_FAULTS = [
  fault(
    "A list call with a current ETag gets 304 without a key.",
    ["auth-each-request"],
    (base) => ({
      async answer(request) {
        if (!isList(base, request)) return base.answer(request);
        if (header(request, "if-none-match") === '"v1"') return empty(304);
        const reply = await base.answer(request);
        return reply.status === 200 ? withHeader(reply, "ETag", '"v1"') : reply;
      },
    }),
  ),
  issued(
    "A token that the list issues in X-Auth-Token is accepted as a bearer token.",
    [200, "X-Auth-Token", "t-1"],
    (request) => bearer(request) === "t-1",
  ),
  ...(["Link", "Content-Location"] as const).map((name) => {
    const query = "sig=8c1";
    const address = `/v1/store/orders?${query}`;
    const value = name === "Link" ? `<${address}>; rel="alternate", </docs>; rel="help"` : address;
    return fault(
      `The address that a list names in ${name} needs no key.`,
      ["list-unauthorized"],
      (base) => ({
        isAuthorized: (request) =>
          base.isAuthorized(request) || (isList(base, request) && request.query === query),
        list: (request) => withHeader(base.list(request), name, value),
      }),
    );
  }),
  issued(
    "The cookie of a 204 replaces the key when an order is cancelled.",
    [204, "Set-Cookie", "session=4f1d9a; Path=/"],
    (request, base) => !isList(base, request) && header(request, "cookie") === "session=4f1d9a",
    { withoutIds: "undetected" },
  ),
  fault("A cookie and a token of the list replace the key.", ["auth-each-request"], (base) => ({
    isAuthorized: (request) =>
      base.isAuthorized(request) ||
      (header(request, "cookie") === "s=1" && header(request, "x-csrf-token") === "t-1"),
    async answer(request) {
      const reply = await base.answer(request);
      if (!isList(base, request)) return reply;
      return withHeader(withHeader(reply, "Set-Cookie", "s=1"), "X-CSRF-Token", "t-1");
    },
  })),
  issued(
    "A token that a response issues replaces the key.",
    [200, "X-Session-Token", "t-1"],
    (request) => header(request, "x-session-token") === "t-1",
  ),
  issued(
    "The cookie of a 401 opens the list.",
    [401, "Set-Cookie", "guest=1"],
    (request) => header(request, "cookie") === "guest=1",
  ),
];
