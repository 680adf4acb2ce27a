/** Every answer to the open questions about keys, paths, methods and headers: plain ones. */
import { authorization, header } from "../raw-http.ts";
import { empty, error, redirect, withHeader } from "../replies.ts";
import type { Base, Replacement } from "../variant.ts";
import { answer } from "./answer.ts";

const codes = (unauthorized: string, notFound: string): Replacement => ({
  unauthorized: () => error(401, unauthorized, "The API key is missing or not valid."),
  notFound: () => error(404, notFound, "There is no such order."),
});
const challenge = (value: (isGiven: boolean) => string) => (base: Base) => ({
  unauthorized: (request: Parameters<Base["unauthorized"]>[0]) =>
    withHeader(
      base.unauthorized(request),
      "WWW-Authenticate",
      value(authorization(request) !== undefined),
    ),
});
/** Reads paths in another spelling. */
const spelled = (spelling: (path: string) => string) => (base: Base) => ({
  answer: (request: Parameters<Base["answer"]>[0]) =>
    base.answer(
      request.path === undefined ? request : { ...request, path: spelling(request.path) },
    ),
});
const notAllowed = withHeader(error(405, "method_not_allowed", "No."), "Allow", "GET");
const preflight = withHeader(empty(204), "Access-Control-Allow-Headers", "authorization");

export const HTTP_QUESTION_VARIANTS = [
  answer({ "scheme-case": "refused" }, "The schemes bearer and BEARER are refused.", (base) => ({
    isAuthorized: (request) => authorization(request) === `Bearer ${base.key}`,
  })),
  answer(
    { challenge: "rfc6750" },
    "A 401 has the challenge of RFC 6750.",
    challenge((isGiven) =>
      isGiven ? 'Bearer realm="orders", error="invalid_token"' : 'Bearer realm="orders"',
    ),
  ),
  answer(
    { challenge: "bare" },
    "A 401 has the challenge Bearer.",
    challenge(() => "Bearer"),
  ),
  answer(
    { "error-codes": "capitals" },
    "Codes are capital letters.",
    codes("UNAUTHORIZED", "ORDER_NOT_FOUND"),
  ),
  answer({ "error-codes": "digits" }, "Codes are digits.", codes("401", "404")),
  answer({ "error-codes": "words" }, "Codes and messages are empty strings.", {
    unauthorized: () => error(401, "", ""),
    notFound: () => error(404, "", ""),
  }),
  answer({ "other-methods": "not-allowed" }, "Another method gets 405.", {
    other: ({ path = "" }) =>
      path.startsWith("/store/orders") ? notAllowed : error(404, "not_found", "Nothing here."),
  }),
  answer(
    { head: "like-get" },
    "HEAD is answered like GET, without the body.",
    (base) => ({
      answerAuthorized: (request) =>
        base.answerAuthorized(request.method === "HEAD" ? { ...request, method: "GET" } : request),
    }),
    { foundBy: "open-questions" },
  ),
  answer(
    { head: "refused" },
    "HEAD gets 405.",
    (base) => ({
      other: (request) => (request.method === "HEAD" ? notAllowed : base.other(request)),
    }),
    { foundBy: "open-questions" },
  ),
  answer({ cors: "any" }, "Every origin is allowed.", (base) => ({
    async answer(request) {
      // A preflight carries no key.
      const reply = request.method === "OPTIONS" ? preflight : await base.answer(request);
      return withHeader(reply, "Access-Control-Allow-Origin", "*");
    },
  })),
  answer(
    { "other-paths": "empty" },
    "Another path gets 404 without a body, with or without a key.",
    (base) => ({
      other: () => empty(404),
      answer: async (request) =>
        base.operationOf(request) === "other" ? empty(404) : base.answer(request),
    }),
  ),
  answer({ "other-paths-key": "open" }, "Another path gets 404 without a key, too.", (base) => ({
    answer: async (request) =>
      base.operationOf(request) === "other" ? base.other(request) : base.answer(request),
  })),
  answer(
    { "trailing-slash": "accepted" },
    "A trailing slash is ignored.",
    spelled((path) => path.replace(/(?<=.)\/$/, "")),
  ),
  answer(
    { "trailing-slash": "not-found" },
    "A path with a trailing slash is redirected to the path without it.",
    (base) => ({
      other: (request) =>
        request.path?.endsWith("/")
          ? redirect(308, request.path.slice(0, -1))
          : base.other(request),
    }),
  ),
  answer(
    { "path-case": "ignored" },
    "Paths are not case-sensitive.",
    spelled((path) => path.toLowerCase()),
  ),
  answer({ "request-body": "refused" }, "A request with a body gets 400.", (base) => ({
    answerAuthorized: async (request) =>
      Number(header(request, "content-length") ?? 0) > 0
        ? error(400, "bad_request", "No body, please.")
        : base.answerAuthorized(request),
  })),
  answer(
    { "rate-limits": "limited" },
    "Every 25th request with the key gets a 429 with Retry-After: 0.",
    (base) => {
      let calls = 0;
      return {
        answerAuthorized: async (request) =>
          ++calls % 25 === 0
            ? withHeader(error(429, "too_many_requests", "Slow down."), "Retry-After", "0")
            : base.answerAuthorized(request),
      };
    },
    // From the first 429 on, calls go one at a time.
    { leavesOpen: { unproven: ["cancel-once"] } },
  ),
];
