/** Every silence about keys, paths and methods, in every answer. */
import { empty, error, redirect, withHeader } from "../replies.ts";
import type { Service } from "../service.ts";
import type { Sound } from "../variant.ts";
import { field } from "../wire.ts";
import { answers, asIs } from "./silence.ts";

const codes =
  (unauthorized: string, notFound: string) =>
  (service: Service): void => {
    service.refuse = () => error(401, unauthorized, "The API key is missing or not valid.");
    service.notFound = () => error(404, notFound, "There is no such order.");
  };
const challenge =
  (value: (given: boolean) => string | undefined) =>
  (service: Service): void => {
    const { refuse } = service;
    service.refuse = (request) =>
      withHeader(refuse(request), "WWW-Authenticate", value(field(request, "authorization") !== undefined));
  };
/** CORS before the key, as a browser needs it. */
const cors = (service: Service): void => {
  const { answer } = service;
  service.answer = async (request) => {
    const reply =
      request.method === "OPTIONS"
        ? withHeader(empty(204), "Access-Control-Allow-Headers", "authorization")
        : await answer(request);
    return withHeader(reply, "Access-Control-Allow-Origin", "*");
  };
};
/** Paths of the interface that are spelt in another way are what they would be. */
const respelled =
  (spell: (path: string) => string) =>
  (service: Service): void => {
    const { answer } = service;
    service.answer = (request) =>
      answer(request.path === undefined ? request : { ...request, path: spell(request.path) });
  };

export const HTTP_SILENCE_VARIANTS: readonly Sound[] = [
  answers({ id: "scheme-case", answer: "accepted" }, "bearer and BEARER are Bearer.", asIs),
  answers({ id: "scheme-case", answer: "refused" }, "bearer and BEARER are not Bearer.", (service) => {
    service.admits = (request) => field(request, "authorization") === `Bearer ${service.key}`;
  }),
  answers(
    { id: "challenge", answer: "rfc6750" },
    "A 401 has the challenge of RFC 6750.",
    challenge((given) => (given ? 'Bearer realm="orders", error="invalid_token"' : 'Bearer realm="orders"')),
  ),
  answers(
    { id: "challenge", answer: "bare" },
    "A 401 says Bearer.",
    challenge(() => "Bearer"),
  ),
  answers({ id: "challenge", answer: "none" }, "A 401 has no challenge.", asIs),
  answers({ id: "error-codes", answer: "words" }, "Codes are words.", asIs),
  answers({ id: "error-codes", answer: "capitals" }, "Codes are capitals.", codes("UNAUTHORIZED", "ORDER_NOT_FOUND")),
  answers({ id: "error-codes", answer: "digits" }, "Codes are digits.", codes("401", "404")),
  answers(
    { id: "error-codes", answer: "words" },
    "Code and message are empty strings.",
    (service) => {
      service.refuse = () => error(401, "", "");
      service.notFound = () => error(404, "", "");
    },
    "-empty",
  ),
  answers({ id: "other-methods", answer: "not-allowed" }, "Another method is a 405.", (service) => {
    service.other = ({ path = "" }) =>
      path.startsWith("/store/orders")
        ? withHeader(error(405, "method_not_allowed", "No."), "Allow", "GET")
        : error(404, "not_found", "Nothing here.");
  }),
  answers({ id: "other-methods", answer: "not-found" }, "Another method is a 404.", asIs),
  answers({ id: "head", answer: "like-get" }, "HEAD is GET without the body.", (service) => {
    const { serve } = service;
    service.serve = (request) => serve(request.method === "HEAD" ? { ...request, method: "GET" } : request);
  }),
  answers({ id: "head", answer: "refused" }, "HEAD is a 405.", (service) => {
    const { other } = service;
    service.other = (request) =>
      request.method === "HEAD" ? withHeader(error(405, "method_not_allowed", "No."), "Allow", "GET") : other(request);
  }),
  answers({ id: "cors", answer: "any" }, "Every origin may call.", cors),
  answers({ id: "cors", answer: "none" }, "No other origin may call.", asIs),
  answers({ id: "other-paths", answer: "error" }, "Another path is a 404 with an Error.", asIs),
  answers({ id: "other-paths", answer: "empty" }, "Another path is a 404 without a body, for everybody.", (service) => {
    const { answer } = service;
    service.other = () => empty(404);
    service.answer = async (request) => (service.operation(request) === "other" ? empty(404) : answer(request));
  }),
  answers({ id: "other-paths-key", answer: "asked" }, "Another path asks for the key, too.", asIs),
  answers({ id: "other-paths-key", answer: "open" }, "Another path is a 404 for everybody.", (service) => {
    const { answer } = service;
    service.answer = async (request) =>
      service.operation(request) === "other" ? service.other(request) : answer(request);
  }),
  answers({ id: "trailing-slash", answer: "not-found" }, "A slash at the end makes another path.", asIs),
  answers(
    { id: "trailing-slash", answer: "accepted" },
    "A slash at the end changes nothing.",
    respelled((path) => path.replace(/(?<=.)\/$/, "")),
  ),
  answers(
    { id: "trailing-slash", answer: "not-found" },
    "A slash at the end is a redirect to the path without it.",
    (service) => {
      const { other } = service;
      service.other = (request) =>
        request.path?.endsWith("/") ? redirect(308, request.path.slice(0, -1)) : other(request);
    },
    "-redirects",
  ),
  answers({ id: "path-case", answer: "exact" }, "Paths are compared letter by letter.", asIs),
  answers(
    { id: "path-case", answer: "ignored" },
    "Upper case in a path is lower case.",
    respelled((path) => path.toLowerCase()),
  ),
  answers({ id: "request-body", answer: "ignored" }, "A body of a request is ignored.", asIs),
  answers({ id: "request-body", answer: "refused" }, "A body of a request is a 400.", (service) => {
    const { serve } = service;
    service.serve = async (request) =>
      Number(field(request, "content-length") ?? 0) > 0
        ? error(400, "bad_request", "No body, please.")
        : serve(request);
  }),
  answers({ id: "rate-limits", answer: "none" }, "Nobody is slowed down.", asIs),
  answers(
    { id: "rate-limits", answer: "limited" },
    "Every 25th call with the key is a 429 that asks to come back at once.",
    (service) => {
      const { serve } = service;
      let calls = 0;
      service.serve = async (request) =>
        ++calls % 25 === 0
          ? withHeader(error(429, "too_many_requests", "Slow down."), "Retry-After", "0")
          : serve(request);
    },
  ),
];
