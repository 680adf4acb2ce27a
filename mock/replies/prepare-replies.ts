/**
 * The constant replies of a service, prepared once from its answers to open questions and its Error
 * texts.
 */

import type { ErrorSituation, ErrorTexts } from "../../scenarios/error-texts.ts";
import type { Answers } from "../../spec/clauses/index.ts";
import { PATHS, type Path } from "../../spec/interface/match.ts";
import { bodyReply, emptyReply, type Reply } from "./call-and-reply.ts";
import { ERROR_MESSAGES, type ErrorCode, errorReply } from "./error-reply.ts";

const encoder = new TextEncoder();

const MALFORMED_STATUS = { "not-found": 404, "bad-request": 400, unprocessable: 422 } as const;

/**
 * The mock's own dates: deprecated since 2026-01-01. The sunset is so late that `verify` never
 * gives advice about it.
 */
const DEPRECATION = ["Deprecation", "@1767225600"];
const SUNSET = ["Sunset", "Thu, 31 Dec 2099 23:59:59 GMT"];
const PETS_HEADERS = {
  both: [...DEPRECATION, ...SUNSET],
  deprecation: DEPRECATION,
  sunset: SUNSET,
  none: [],
} as const;

const INVALID_TOKEN = ', error="invalid_token"';

export type Replies = ReturnType<typeof prepareReplies>;

/** `texts` replace the code and message of the mock's own Errors. */
export function prepareReplies(answers: Answers, texts: ErrorTexts) {
  const error = (
    status: number,
    code: ErrorCode,
    situation?: ErrorSituation,
    headers?: readonly string[],
  ): Reply =>
    errorReply(answers, status, code, headers, situation === undefined ? {} : texts[situation]);

  const conflict = (code: ErrorCode, situation: ErrorSituation): Reply => {
    if (answers["conflict-body"] === "none") return emptyReply(409);
    if (answers["conflict-body"] === "error") return error(409, code, situation);
    const text = texts[situation]?.message ?? ERROR_MESSAGES[code];
    return bodyReply(409, encoder.encode(text), [], "text/plain; charset=utf-8");
  };

  const refusedId = (answer: Answers["malformed-id"], situation: ErrorSituation): Reply =>
    answer === "not-found"
      ? error(404, "order_not_found", situation)
      : error(MALFORMED_STATUS[answer], "order_id_malformed", situation);

  /** The replies to a method that a path of the interface does not have. */
  const undeclaredMethod = ({ allowed }: Path): { other: Reply; options: Reply } => {
    const methods = allowed
      .flatMap((method) =>
        method === "GET" && answers.head === "like-get" ? ["GET", "HEAD"] : [method],
      )
      .join(", ");
    const allow = ["Allow", answers.cors === "any" ? `${methods}, OPTIONS` : methods];
    const other =
      answers["other-methods"] === "not-found"
        ? error(404, "path_not_found")
        : error(405, "method_not_allowed", undefined, allow);
    return { other, options: answers.cors === "any" ? emptyReply(204, allow) : other };
  };

  const petsHeaders = PETS_HEADERS[answers["deprecation-headers"]];
  return {
    /** RFC 6750, section 3.1: no error code for a request without a bearer token. */
    keyMissing: error(401, "unauthorized", "key-missing", challengeHeader(answers, "")),
    keyWrong: error(401, "unauthorized", "key-wrong", challengeHeader(answers, INVALID_TOKEN)),
    cancelled: emptyReply(204),
    shipped: conflict("order_shipped", "order-shipped"),
    cancelledBefore:
      answers["second-cancel"] === "conflict"
        ? conflict("order_cancelled", "order-cancelled")
        : error(404, "order_not_found", "order-cancelled"),
    orderNotFound: error(404, "order_not_found", "order-unknown"),
    malformedId:
      answers["malformed-id-body"] === "none"
        ? emptyReply(MALFORMED_STATUS[answers["malformed-id"]])
        : refusedId(answers["malformed-id"], "id-malformed"),
    idBeyondInt64: refusedId(answers["id-beyond-int64"], "id-beyond-int64"),
    otherPath: answers["other-paths"] === "empty" ? emptyReply(404) : error(404, "path_not_found"),
    petsHeaders,
    petNotFound: error(404, "pet_not_found", "pets", petsHeaders),
    petsGone: error(410, "pets_gone", "pets", petsHeaders),
    bodyRefused: error(400, "body_not_taken"),
    /** The mock itself has failed, or the store of its worlds has. */
    failed: error(500, "mock_failed"),
    unavailable: error(503, "store_unavailable", undefined, ["Retry-After", "1"]),
    limited: error(429, "too_many_requests", undefined, ["Retry-After", "0"]),
    /** The replies to a method that a path of the interface does not have, by path. */
    undeclaredMethods: new Map(PATHS.map((path) => [path.template, undeclaredMethod(path)])),
  } as const;
}

function challengeHeader({ challenge }: Answers, error: string): readonly string[] {
  if (challenge === "none") return [];
  return ["WWW-Authenticate", challenge === "bare" ? "Bearer" : `Bearer realm="orders"${error}`];
}
