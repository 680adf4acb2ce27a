/**
 * Cancellations answered with another status.
 *
 * Sources: what frameworks and style guides answer to a DELETE (200 with the order, 202, 303 after
 * a form, 404 for whom the order is not, 422), errors of databases, routers without the operation.
 */
import type { ClauseId } from "../../../../spec/clauses/index.ts";
import { counter } from "../../changes/effects.ts";
import { answersCancellations } from "../../changes/replies.ts";
import type { Reply } from "../../raw-http.ts";
import { empty, error, html, json, redirect } from "../../replies.ts";
import { type Fault, fault, type Options, type Replacement } from "../../variant.ts";

const cancelled = json(200, '{"status":"cancelled"}');
const notFound = error(404, "order_not_found", "There is no such order.");
const hasShipped = (status: number, code: string): Reply =>
  error(status, code, "The order has shipped.");

const OF_PENDING: Readonly<Record<string, Reply>> = {
  "200": empty(200),
  "200-order": json(200, '{"id":23,"petId":102,"quantity":1,"complete":false}'),
  "202": json(202, '{"status":"cancelling"}'),
  "404": notFound,
  "403": error(403, "forbidden", "Not your order."),
  "500": error(500, "internal", "deadlock detected"),
  "303": redirect(303, "/v1/store/orders"),
};
const OF_UNKNOWN: Readonly<Record<string, Reply>> = {
  "204": empty(204),
  "200-error": error(200, "order_not_found", "There is no such order."),
  "400": error(400, "bad_request", "There is no such order."),
  "403": error(403, "forbidden", "Not your order."),
  "409": empty(409),
  "500": error(500, "internal", "Cannot read properties of null (reading 'status')"),
  "302": redirect(302, "/v1/store/orders"),
};
const OF_SHIPPED: Readonly<Record<string, Reply>> = {
  "204": empty(204),
  "200": cancelled,
  "403": hasShipped(403, "forbidden"),
  "404": notFound,
  "422": hasShipped(422, "unprocessable"),
  "500": error(500, "internal", "IllegalStateException"),
};

const answered = (
  title: string,
  clause: ClauseId,
  replies: Readonly<Record<string, Reply>>,
  change: (reply: Reply) => Replacement,
  options: Options<Fault> = {},
): Fault[] =>
  Object.entries(replies).map(([name, reply]) =>
    fault(
      `${title} is answered with ${name.replace("-", " and ")}.`,
      [clause],
      // Without ids, all cancellations get 403: the key may be for lists only.
      clause === "cancel-unknown-not-found" && name === "403"
        ? { withoutIds: "undetected" }
        : options,
      change(reply),
    ),
  );

const unknownIds = (words: string, matches: (id: bigint) => boolean, status = 400): Fault =>
  fault(
    `The cancellation of ${words} is answered with ${status}.`,
    ["cancel-unknown-not-found"],
    (base) => ({
      // Answers for a cancelled order as the reference does.
      secondCancel: ({ id }) => base.notFound(id),
      notFound: (id) =>
        matches(id) ? error(status, "bad_id", "For input string") : base.notFound(id),
    }),
  );

export const CANCEL_STATUS_FAULTS = [
  ...answered("The cancellation of a pending order", "cancel-pending", OF_PENDING, (reply) => ({
    noContent: () => reply,
  })),
  ...answered(
    "The cancellation of an unknown id",
    "cancel-unknown-not-found",
    OF_UNKNOWN,
    (reply) => ({
      notFound: () => reply,
      secondCancel: () => empty(409),
    }),
  ),
  ...answered(
    "The cancellation of a shipped order",
    "cancel-shipped-conflict",
    OF_SHIPPED,
    (reply) => ({ conflict: () => reply }),
    { foundBy: "shipped" },
  ),
  unknownIds("an unknown id beyond 2^53", (id) => id > 2n ** 53n),
  unknownIds("an unknown id below 2^31", (id) => id > 0n && id < 2n ** 31n),
  // For these ids, 400 is advice.
  unknownIds("the unknown id 0", (id) => id === 0n, 409),
  // A cache remembers the miss as a tombstone.
  fault(
    "An unknown id gets 404, and 409 when it is asked for again.",
    ["cancel-unknown-not-found"],
    { foundBy: "once-more" },
    (base) => {
      const count = counter<bigint>();
      return { notFound: (id) => (count(id) > 1 ? empty(409) : base.notFound(id)) };
    },
  ),
  fault("Every DELETE below v1 is a 404 in HTML.", ["not-found-error-body"], (base) =>
    answersCancellations(base, html(404)),
  ),
  fault("Every DELETE is a 405.", ["cancel-unknown-not-found", "cancel-pending"], (base) =>
    answersCancellations(base, error(405, "method_not_allowed", "DELETE is not allowed.")),
  ),
  fault(
    "Below v1 every request gets a 404 in HTML, with or without a key.",
    ["list-ok", "list-unauthorized"],
    { answer: async () => html(404) },
  ),
  fault("Below v1 every request is redirected to v2.", ["list-ok"], {
    answer: async ({ path = "" }) => redirect(308, `/v2${path}`),
  }),
];
