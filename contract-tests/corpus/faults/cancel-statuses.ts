import { empty, error, html, json, redirect } from "../replies.ts";
import { type Fault, fault, UNSEEN } from "../variant.ts";
import type { Reply } from "../wire.ts";

const cancelledBody = '{"status":"cancelled"}';
const NEAR_204: Readonly<Record<string, Reply>> = {
  "200": empty(200),
  "200-body": json(200, cancelledBody),
  "200-order": json(200, '{"id":23,"petId":102,"quantity":1,"complete":false}'),
  "201": empty(201),
  "202": json(202, '{"status":"cancelling"}'),
  "205": empty(205),
  "404": error(404, "order_not_found", "There is no such order."),
  "409": empty(409),
  "403": error(403, "forbidden", "Not your order."),
  "405": error(405, "method_not_allowed", "DELETE is not allowed."),
  "500": error(500, "internal", "deadlock detected"),
  "501": error(501, "not_implemented", "Soon."),
  "303": redirect(303, "/v1/store/orders"),
};
const near204 = Object.entries(NEAR_204).map(([name, reply]) =>
  fault(
    `cancel-answers-${name}`,
    `A cancelled order is answered with ${name.replace("-", " and a ")}.`,
    ["cancel-pending"],
    (service) => {
      service.cancelled = () => reply;
    },
    { readOnly: UNSEEN.pending },
  ),
);

const NEAR_404: Readonly<Record<string, Reply>> = {
  "204": empty(204),
  "200": empty(200),
  "200-error": error(200, "order_not_found", "There is no such order."),
  "202": empty(202),
  "400": error(400, "bad_request", "There is no such order."),
  "403": error(403, "forbidden", "Not your order."),
  "409": empty(409),
  "410": error(410, "gone", "There is no such order."),
  "422": error(422, "unprocessable", "There is no such order."),
  "500": error(500, "internal", "Cannot read properties of null (reading 'status')"),
  "500-html": html(500),
  "405": error(405, "method_not_allowed", "DELETE is not allowed."),
  "302": redirect(302, "/v1/store/orders"),
  "503": error(503, "unavailable", "Shard offline."),
};
const near404 = Object.entries(NEAR_404).map(([name, reply]) =>
  fault(
    `unknown-answers-${name}`,
    `An unknown id is answered with ${name.replace("-", " and an ")}.`,
    ["cancel-unknown-not-found"],
    (service) => {
      service.notFound = () => reply;
      service.gone = () => empty(409);
    },
  ),
);

const NEAR_409: Readonly<Record<string, Reply>> = {
  "204": empty(204),
  "200": json(200, cancelledBody),
  "400": error(400, "bad_request", "The order has shipped."),
  "403": error(403, "forbidden", "The order has shipped."),
  "404": error(404, "order_not_found", "There is no such order."),
  "405": error(405, "method_not_allowed", "The order has shipped."),
  "410": error(410, "gone", "The order has shipped."),
  "412": error(412, "precondition", "The order has shipped."),
  "422": error(422, "unprocessable", "The order has shipped."),
  "423": error(423, "locked", "The order has shipped."),
  "500": error(500, "internal", "IllegalStateException"),
};
const near409 = Object.entries(NEAR_409).map(([name, reply]) =>
  fault(
    `shipped-answers-${name}`,
    `Cancelling what has shipped answers ${name}.`,
    ["cancel-shipped-conflict"],
    (service) => {
      service.conflict = () => reply;
    },
    { readOnly: UNSEEN.shipped },
  ),
);

const UNKNOWN: Readonly<Record<string, readonly [words: string, test: (id: bigint) => boolean]>> = {
  "beyond-int32": ["beyond int32", (id) => id > 2n ** 31n - 1n],
  "beyond-double": ["beyond 2^53", (id) => id > 2n ** 53n],
  "largest-int64": ["2^63 - 1", (id) => id === 2n ** 63n - 1n],
  small: ["below 2^31", (id) => id > 0n && id < 2n ** 31n],
};
/** Of these a 400 is advice. */
const ODD: Readonly<Record<string, readonly [words: string, id: bigint]>> = {
  zero: ["0", 0n],
  "least-int64": ["-2^63", -(2n ** 63n)],
};
const unknownOdd = Object.entries(ODD).flatMap(([name, [words, odd]]) =>
  [409, 500, 204].map((status) =>
    fault(
      `unknown-${name}-answers-${status}`,
      `The unknown id ${words} is answered with ${status}.`,
      ["cancel-unknown-not-found"],
      (service) => {
        const { notFound } = service;
        service.notFound = (id) =>
          id !== odd ? notFound(id) : status === 204 ? empty(204) : error(status, "bad_id", "For input string");
      },
    ),
  ),
);
const unknownBySize = Object.entries(UNKNOWN).flatMap(([name, [words, test]]) =>
  [400, 500, 204].map((status) =>
    fault(
      `unknown-${name}-answers-${status}`,
      `An unknown id ${words} is answered with ${status}.`,
      ["cancel-unknown-not-found"],
      (service) => {
        const { notFound } = service;
        service.gone = ({ id }) => notFound(id);
        service.notFound = (id) =>
          !test(id) ? notFound(id) : status === 204 ? empty(204) : error(status, "bad_id", "For input string");
      },
    ),
  ),
);

const versioned = [
  fault(
    "cancel-not-below-v1",
    "Every DELETE below v1 is a page not found.",
    ["version-in-path", "cancel-unknown-not-found", "not-found-error-body"],
    (service) => {
      const { serve } = service;
      service.serve = async (request) => (service.operation(request) === "cancel" ? html(404) : serve(request));
    },
  ),
  fault("cancel-method-not-allowed", "DELETE is a 405.", ["cancel-unknown-not-found", "cancel-pending"], (service) => {
    const { serve } = service;
    service.serve = async (request) =>
      service.operation(request) === "cancel"
        ? error(405, "method_not_allowed", "DELETE is not allowed.")
        : serve(request);
  }),
  fault(
    "list-below-v2",
    "Below v1 there is only a hint at v2, as a 404.",
    ["version-in-path", "list-ok"],
    (service) => {
      service.serve = async () => error(404, "moved", "Use v2.");
    },
    { orNotJudged: true },
  ),
  fault(
    "operations-above-v1",
    "Below v1 everything is a page not found, key or not.",
    ["version-in-path", "list-ok", "list-unauthorized"],
    (service) => {
      service.answer = async () => html(404);
    },
    { orNotJudged: true },
  ),
  fault(
    "v1-redirects-to-v2",
    "Below v1 everything is a redirect to v2.",
    ["version-in-path", "list-ok"],
    (service) => {
      service.answer = async (request) => redirect(308, `/v2${request.path ?? ""}`);
    },
    { orNotJudged: true },
  ),
];

export const CANCEL_STATUS_FAULTS: readonly Fault[] = [
  ...near204,
  ...near404,
  ...near409,
  ...unknownBySize,
  ...unknownOdd,
  ...versioned,
];
