/**
 * Key checks that accept too much, or refuse with something other than a 401.
 *
 * Sources: what frameworks answer by default (Spring Security and FastAPI's HTTPBearer 403, a
 * required header of Spring 400, a login page 302, Slack's API 200), and handlers that set 401 and
 * go on, without a return, to send the orders.
 */
import { alsoAccepts, GUARDED } from "../../changes/key-checks.ts";
import { mapUnauthorized } from "../../changes/replies.ts";
import { BREAKS, notTheKey, WITHOUT_KEY } from "../../changes/wrong-keys.ts";
import { authorization, bearer, header, type Reply, type Request } from "../../raw-http.ts";
import { error, json, redirect, withBody } from "../../replies.ts";
import { fault } from "../../variant.ts";

const OTHER_REFUSALS: Readonly<Record<string, Reply>> = {
  "403": error(403, "forbidden", "You may not."),
  "400": error(400, "bad_request", "Authorization is required."),
  "500": error(500, "internal", "jwt malformed"),
  "302": redirect(302, "/login"),
  "200-error": error(200, "unauthorized", "The API key is missing or not valid."),
};

/** Other replies than the 401 to some requests without a valid key. */
const REFUSED_IN_PART: readonly (readonly [
  words: string,
  when: (request: Request) => boolean,
  Reply,
])[] = [
  [
    "with a wrong key gets 403; only a missing key gets 401.",
    (request) => (bearer(request) ?? "").length > 0,
    error(403, "forbidden", "The key is not valid."),
  ],
  [
    "without a key gets 400; only a wrong key gets 401.",
    (request) => authorization(request) === undefined,
    error(400, "missing_header", "Authorization is required."),
  ],
];

/**
 * A key in another place makes a call a probe: the 404 for an unknown order proves nothing, since
 * it may refuse the probe.
 */
const ELSEWHERE =
  /X-API-Key|api_key|access_token|scheme Token|of one word|Basic|Digest|empty Authorization|without a token/;

/**
 * Headers that replace the key if they have such a value; most name a client or a proxy. The words
 * are part of a title. Sources: CWE-290 and CWE-348, CVE-2025-29927 (Next.js), headers that Envoy
 * and oauth2-proxy set, probes of Kubernetes that need no key.
 */
const TRUSTED: readonly (readonly [words: string, name: string, value: RegExp])[] = [
  ["X-Forwarded-For: 10.0.0.1", "x-forwarded-for", /^10\./],
  ["Sec-Fetch-Site: same-origin", "sec-fetch-site", /^same-origin$/],
  ["X-Requested-With", "x-requested-with", /^/],
  ["the X-Middleware-Subrequest of a framework", "x-middleware-subrequest", /^middleware:/],
  ["X-Envoy-Internal", "x-envoy-internal", /^true$/],
  ["X-Real-IP: 127.0.0.1", "x-real-ip", /^127\.0\.0\.1$/],
  ["Forwarded: for=127.0.0.1", "forwarded", /for="?127\./],
  ["X-Forwarded-User", "x-forwarded-user", /^/],
  ["X-User-Id", "x-user-id", /^/],
  ["the headers of a preflight", "access-control-request-method", /^/],
  ["X-Internal: true", "x-internal", /^true$/],
  ["the User-Agent of a health check", "user-agent", /kube-probe|HealthChecker/],
];

export const AUTH_KEY_FAULTS = [
  // PHP's == and MySQL compare texts of digits as numbers.
  fault(
    "0918 is taken for the key 918.",
    ["auth-key-exact", "list-unauthorized", "cancel-unauthorized"],
    { key: "918273645500" },
    (base) =>
      alsoAccepts(
        base,
        ["listOrders", "cancelOrder"],
        (request, key) => Number(bearer(request)) === Number(key),
      ),
  ),
  ...GUARDED.flatMap(({ operation, title, clause, namesOrder }) =>
    notTheKey(operation).map(([words, accepts]) =>
      fault(
        `${title} accepts ${words}.`,
        // If no key is needed, the first cancellation leaves no order for the other keys.
        words === WITHOUT_KEY ? [clause] : ["auth-key-exact", clause],
        namesOrder && ELSEWHERE.test(words) ? { withoutIds: "undetected" } : {},
        (base) => alsoAccepts(base, [operation], accepts),
      ),
    ),
  ),
  ...BREAKS.map(([words, breaks]) =>
    fault(`A key ${words} gets 500.`, ["list-unauthorized"], (base) => ({
      unauthorized: (request) =>
        breaks(request, base.key)
          ? error(500, "internal", "Unexpected token")
          : base.unauthorized(request),
    })),
  ),
  ...TRUSTED.map(([words, name, value]) =>
    fault(
      `A request with ${words} needs no key.`,
      ["list-unauthorized"],
      { foundBy: "openings" },
      (base) =>
        alsoAccepts(base, ["listOrders"], (request) => {
          const sent = header(request, name);
          return sent !== undefined && value.test(sent);
        }),
    ),
  ),
  // OWASP API9:2023: nobody looks after an old operation.
  fault(
    "The pets operation needs no key.",
    ["pets-unauthorized"],
    { foundBy: "bad-keys" },
    (base) => alsoAccepts(base, ["getPet"], () => true),
  ),
  ...GUARDED.flatMap(({ operation, title, clause }) =>
    Object.entries(OTHER_REFUSALS)
      // For the pets operation, these are advice.
      .filter(([name]) => !(operation === "getPet" && ["404", "302"].includes(name)))
      .map(([name, reply]) =>
        fault(
          `${title} without a valid key gets ${name.replace("-", " with an ")} in place of 401.`,
          [clause],
          (base) => mapUnauthorized(base, operation, () => reply),
        ),
      ),
  ),
  ...GUARDED.flatMap(({ operation, title, clause }) =>
    REFUSED_IN_PART.map(([words, when, reply]) =>
      fault(`${title} ${words}`, [clause], (base) =>
        mapUnauthorized(base, operation, (plain, request) => (when(request) ? reply : plain)),
      ),
    ),
  ),
  fault("The 401 to a list contains the orders.", ["auth-error-body"], (base) =>
    mapUnauthorized(base, "listOrders", (plain, request) =>
      withBody(plain, base.list(request).body),
    ),
  ),
  fault(
    "Every operation answers a wrong key with 200 and an Error of status 401.",
    ["list-unauthorized", "cancel-unauthorized"],
    { unauthorized: () => json(200, '{"code":"unauthorized","message":"No.","status":401}') },
  ),
];
