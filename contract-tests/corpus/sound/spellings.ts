/**
 * Routers that take other addresses for the contract's and check the key there, too; and pages at
 * other addresses. Source: those of changes/spellings.ts; apps with one page, and portals with
 * examples, at the addresses beside the service.
 */
import { NORMALIZED } from "../changes/spellings.ts";
import type { Reply } from "../raw-http.ts";
import { json, typed } from "../replies.ts";
import { type Sound, sound } from "../variant.ts";

const RULING = "another address without a key may answer anything but orders";
const EXAMPLES =
  '{"id":1,"petId":101,"quantity":2,"shipDate":"2026-01-01T00:00:00Z","complete":false}';
const pages: readonly (readonly [words: string, reply: Reply])[] = [
  [
    "a page of an app",
    typed(200, "text/html", '<!doctype html><div id="root" data-size="23 31 1 2 3"></div>'),
  ],
  [
    "a documentation with an example",
    typed(200, "text/html", `<h1>Order</h1><pre>${EXAMPLES}</pre> 1 2 3 4 5`),
  ],
  [
    "a description with examples",
    json(200, `{"openapi":"3.1.0","examples":[${EXAMPLES},${EXAMPLES}]}`),
  ],
  ["an empty list", json(200, "[]")],
];

export const SPELLING_VARIANTS: readonly Sound[] = [
  ...Object.values(NORMALIZED).map(([words, normalize]) =>
    sound(
      `An address with ${words} is served like the contract's, with the key.`,
      RULING,
      (base) => ({
        answer: (request) =>
          base.answer(
            request.method !== "GET" || request.path === undefined
              ? request
              : { ...request, path: normalize(request.path) },
          ),
      }),
    ),
  ),
  ...pages.map(([words, reply]) =>
    sound(
      `Every other address answers ${words}, to any method and without a key.`,
      RULING,
      { mayAdvise: "HEAD of the list is another address" },
      (base) => ({
        answer: async (request) =>
          base.operationOf(request) === "other" ? reply : base.answer(request),
      }),
    ),
  ),
];
