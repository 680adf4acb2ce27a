/**
 * Unusual but conforming Errors, replies to malformed ids, and 409s. Source: FastAPI's 422, RFC
 * 9457, request ids and details that most services add, translated messages.
 */
import type { Reply } from "../raw-http.ts";
import { empty, error, html, json, typed, withHeader } from "../replies.ts";
import { type Sound, sound } from "../variant.ts";

interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly status: number;
}

/** Writes the Errors of 401 and 404 as JSON text. */
const errors = (title: string, reading: string, write: (error: ErrorBody) => string): Sound =>
  sound(title, reading, {
    unauthorized: () => json(401, write({ code: "unauthorized", message: "No.", status: 401 })),
    notFound: () => json(404, write({ code: "order_not_found", message: "No.", status: 404 })),
  });

const nested = (code: string, status: number): string =>
  `{"code":"${code}","message":"No.","status":${status},"extra":${"[".repeat(2000)}${"]".repeat(2000)}}`;

const EXTRA = "the contract does not forbid them";
const MESSAGE = "a message is any string";

/** Replies to a malformed id, by their words in a title. */
const MALFORMED: Readonly<Record<string, Reply>> = {
  "400 with text": typed(400, "text/plain", "Bad Request"),
  "400 with HTML": html(400),
  "404 with HTML": html(404),
  "404 without a body": empty(404),
  "422 with another object": json(
    422,
    '{"detail":[{"loc":["path","orderId"],"msg":"value is not a valid integer"}]}',
  ),
  "400 with a problem document": typed(
    400,
    "application/problem+json",
    '{"type":"about:blank","title":"Bad Request","status":400}',
  ),
};
const ANY_4XX = "any 4xx with any body refuses it";

export const ERROR_VARIANTS = [
  errors("Errors have further members.", EXTRA, (plain) =>
    JSON.stringify({
      ...plain,
      requestId: "r-1",
      details: [null, { field: "x" }],
      timestamp: 1,
      statusText: null,
    }),
  ),
  sound(
    "Errors have a further member that is nested deeper than the gate reads.",
    EXTRA,
    {
      leavesOpen: {
        unproven: [
          "body-json",
          "auth-error-body",
          "not-found-error-body",
          "error-code",
          "error-message",
          "error-status",
        ],
      },
    },
    {
      unauthorized: () => json(401, nested("unauthorized", 401)),
      notFound: () => json(404, nested("order_not_found", 404)),
    },
  ),
  errors("Errors have a message of 20,000 characters.", MESSAGE, (plain) =>
    JSON.stringify({ ...plain, message: "so sorry ".repeat(2222) }),
  ),
  errors("Errors have a message in Japanese, with emoji.", MESSAGE, (plain) =>
    JSON.stringify({ ...plain, message: "注文が見つかりません 🐶" }),
  ),
  sound("Every 404 has another message.", MESSAGE, () => {
    let calls = 0;
    return { notFound: (id) => error(404, "order_not_found", `${++calls}: ${id}`) };
  }),
  ...Object.entries(MALFORMED).map(([words, reply]) =>
    sound(`A malformed id gets ${words}.`, ANY_4XX, { malformedId: () => reply }),
  ),
  sound(
    "%zz in the path gets a 400 in HTML from a gateway, before the key is checked.",
    ANY_4XX,
    { mayAdvise: "the 400 comes before the 401" },
    (base) => ({
      answer: async (request) =>
        /%(?![0-9a-f]{2})/i.test(request.path ?? "") ? html(400) : base.answer(request),
    }),
  ),
  sound("The empty 409 has further headers.", "headers of a 409 are not described", {
    conflict: () =>
      withHeader(withHeader(empty(409), "Content-Language", "en"), "X-Reason", "shipped"),
  }),
];
