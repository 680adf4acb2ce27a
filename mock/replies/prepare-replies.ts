/** The constant replies of a service, prepared once from its answers to silences and its profile. */
import type { Answers } from "../../spec/clauses/index.ts";
import { PATHS, type Path } from "../../spec/interface/match.ts";
import { SITUATIONS, type SituationId } from "../../spec/interface/situations.ts";
import type { Profile, ProfileReply } from "../../spec/profile/shape.ts";
import { ERROR_MESSAGES, type ErrorCode, errorReply } from "./error-reply.ts";
import { bodyReply, emptyReply, JSON_TYPE, type Reply } from "./messages.ts";
import { applyProfile, type PreparedReply } from "./profile-replies.ts";

const encoder = new TextEncoder();

const MALFORMED_STATUS = { "not-found": 404, "bad-request": 400, unprocessable: 422 } as const;
/** The mock's own dates: deprecated since 2026-01-01, sunset at the end of 2027. */
const DEPRECATION = ["Deprecation", "@1767225600"];
const SUNSET = ["Sunset", "Fri, 31 Dec 2027 23:59:59 GMT"];
const PETS_HEADERS = {
  both: [...DEPRECATION, ...SUNSET],
  deprecation: DEPRECATION,
  sunset: SUNSET,
  none: [],
} as const;

/** The contract shows no field of a pet, so the mock sends only the requested id. */
const PET: ProfileReply = { status: 200, body: "json", fields: { id: ["integer"] } };
const PET_WORDING = { code: "pet_not_found", message: ERROR_MESSAGES.pet_not_found };

/** Whether a profile leaves the fields of a pet to the mock. */
function isPet({ body, fields }: ProfileReply): boolean {
  return fields === undefined && (body === undefined || body === "json");
}

export type Replies = ReturnType<typeof prepareReplies>;

/** The constant replies of a service; the profile overrides the mock's own. */
export function prepareReplies(
  answers: Answers,
  { replies: profile, origin }: Pick<Profile, "replies" | "origin">,
) {
  const withProfile = (situation: SituationId, code: ErrorCode, base: Reply): PreparedReply =>
    applyProfile(base, profile[situation], { code, message: ERROR_MESSAGES[code] });
  const error = (status: number, code: ErrorCode, headers?: readonly string[]): Reply =>
    errorReply(answers, status, code, headers);
  const challenge = (error: string): readonly string[] => {
    if (answers.challenge === "none") return [];
    return [
      "WWW-Authenticate",
      answers.challenge === "bare" ? "Bearer" : `Bearer realm="orders"${error}`,
    ];
  };
  const conflict = (code: "order_shipped" | "order_cancelled"): Reply => {
    if (answers["conflict-body"] === "none") return emptyReply(409);
    if (answers["conflict-body"] === "error") return error(409, code);
    return bodyReply(409, [encoder.encode(ERROR_MESSAGES[code])], [], "text/plain; charset=utf-8");
  };
  const orderNotFound = withProfile(
    "order-unknown",
    "order_not_found",
    error(404, "order_not_found"),
  );
  const refusedId = (answer: Answers["malformed-id"]): Reply =>
    answer === "not-found" ? orderNotFound : error(MALFORMED_STATUS[answer], "order_id_malformed");
  const malformedId = withProfile(
    "id-malformed",
    "order_id_malformed",
    refusedId(answers["malformed-id"]),
  );
  const cancelledAgain =
    answers["second-cancel"] === "conflict" ? conflict("order_cancelled") : orderNotFound;
  /** The profile has the replies of the path of an order. Other paths get their own methods, if it has Allow at all. */
  const undeclaredMethod = ({
    allowed,
    parameter,
  }: Path): { other: PreparedReply; options: PreparedReply } => {
    const methods = allowed
      .flatMap((method) =>
        method === "GET" && answers.head === "like-get" ? ["GET", "HEAD"] : [method],
      )
      .join(", ");
    const allow = ["Allow", answers.cors === "any" ? `${methods}, OPTIONS` : methods];
    const profiled = profile["other-method"];
    const isProfiled = parameter?.names === "order" || profiled?.headers?.Allow === undefined;
    const other = applyProfile(
      answers["other-methods"] === "not-found"
        ? error(404, "path_not_found")
        : error(405, "method_not_allowed", allow),
      isProfiled ? profiled : { ...profiled, headers: { ...profiled.headers, Allow: methods } },
      { code: "method_not_allowed", message: ERROR_MESSAGES.method_not_allowed },
    );
    return { other, options: answers.cors === "any" ? emptyReply(204, allow) : other };
  };
  /** RFC 6750, section 3.1: no error code for a request without a bearer token. */
  const noKey = error(401, "unauthorized", challenge(""));
  const badKey = error(401, "unauthorized", challenge(', error="invalid_token"'));
  const constant = new Map<string, PreparedReply>();
  const heads = new Map<string, ProfileReply>();
  for (const { id, call, status } of SITUATIONS) {
    const own = profile[id];
    if (call === undefined || own === undefined) continue;
    const [method, place = ""] = call.split(" ");
    if (method === "HEAD") heads.set(place, own);
    else if ((own.status ?? status) === 401)
      constant.set(call, withProfile(id, "unauthorized", noKey));
    else constant.set(call, withProfile(id, "path_not_found", error(404, "path_not_found")));
  }
  return {
    keyMissing: withProfile("key-missing", "unauthorized", noKey),
    keyWrong: withProfile("key-wrong", "unauthorized", badKey),
    /** The replies of the profile by call, such as `OPTIONS list good`. */
    constant,
    /** What the profile has of replies to HEAD, by place. */
    heads,
    list: {
      type: profile.list?.type ?? JSON_TYPE,
      headers: Object.entries(profile.list?.headers ?? {}).flat(),
    },
    cancelled: withProfile("cancelled", "order_cancelled", emptyReply(204)),
    shipped: withProfile("order-shipped", "order_shipped", conflict("order_shipped")),
    cancelledBefore: withProfile("order-cancelled", "order_cancelled", cancelledAgain),
    orderNotFound,
    malformedId,
    badEscape: withProfile("id-bad-escape", "order_id_malformed", malformedId),
    idBeyondInt64: withProfile(
      "id-beyond-int64",
      "order_id_malformed",
      refusedId(answers["id-beyond-int64"]),
    ),
    otherPath: withProfile(
      "other-path",
      "path_not_found",
      answers["other-paths"] === "empty" ? emptyReply(404) : error(404, "path_not_found"),
    ),
    petsHeaders:
      profile.pets?.headers === undefined ? PETS_HEADERS[answers["deprecation-headers"]] : [],
    petNotFound: withProfile("pets", "pet_not_found", error(404, "pet_not_found")),
    petsGone: withProfile("pets", "pets_gone", error(410, "pets_gone")),
    /** Defined only if the profile has a reply for pets. */
    pet:
      profile.pets &&
      applyProfile(
        emptyReply(200),
        { ...(isPet(profile.pets) && PET), ...profile.pets },
        PET_WORDING,
      ),
    bodyRefused: withProfile("body-refused", "body_not_taken", error(400, "body_not_taken")),
    limited: withProfile(
      "rate-limited",
      "too_many_requests",
      error(429, "too_many_requests", ["Retry-After", "0"]),
    ),
    /** The replies to a method that a path of the interface does not have, by path. */
    undeclaredMethods: new Map(PATHS.map((path) => [path.template, undeclaredMethod(path)])),
    hasEntityTags: Object.values(profile).some(({ headers = {} }) => "ETag" in headers),
    observed: { replies: profile, origin },
  } as const;
}
