/**
 * A conforming service behind a gateway that caches, limits rates, bans clients, or refuses unusual
 * requests. Source: limit_req of nginx (503 without Retry-After), quotas of Kong and AWS API
 * Gateway (429), fail2ban, rules of ModSecurity, CDNs.
 */
import { keepsFiles, LIKE_FILES } from "../changes/caches.ts";
import { authorization, header, type Reply, type Request } from "../raw-http.ts";
import { error, html, withHeader } from "../replies.ts";
import { type Base, type Change, type Options, type Sound, sound } from "../variant.ts";

const isList = (base: Base, request: Request): boolean =>
  base.operationOf(request) === "listOrders";

/** Caches each 200 to a list for some time, by address and Authorization. */
const cached =
  (ms: number): Change =>
  (base) => {
    const kept = new Map<string, { readonly reply: Reply; readonly until: number }>();
    return {
      async answer(request) {
        if (!isList(base, request)) return base.answer(request);
        const key = `${request.query} ${authorization(request)}`;
        const entry = kept.get(key);
        if (entry !== undefined && base.now() < entry.until) return entry.reply;
        const reply = await base.answer(request);
        if (reply.status === 200) kept.set(key, { reply, until: base.now() + ms });
        return reply;
      },
    };
  };

/** Refuses calls above a rate, with a reserve for bursts. */
const limited =
  (perSecond: number, burst: number, refusal: Reply): Change =>
  (base) => {
    let [tokens, at] = [burst, base.now()];
    return {
      answer: async (request) => {
        const now = base.now();
        tokens = Math.min(burst, tokens + ((now - at) * perSecond) / 1000);
        at = now;
        if (tokens < 1) return refusal;
        tokens--;
        return base.answer(request);
      },
    };
  };

/** Refuses all calls for a minute after this many calls with a bad key. */
const banning =
  (badKeys: number, refusal: Reply): Change =>
  (base) => {
    let [count, bannedUntil] = [0, 0];
    return {
      async answer(request) {
        if (base.now() < bannedUntil) return refusal;
        if (!base.isAuthorized(request) && ++count >= badKeys) {
          count = 0;
          bannedUntil = base.now() + 60_000;
        }
        return base.answer(request);
      },
    };
  };

/** Answers this many calls and refuses all others. */
export const quota =
  (calls: number, refusal: Reply): Change =>
  (base) => {
    let left = calls;
    return { answer: async (request) => (left-- > 0 ? base.answer(request) : refusal) };
  };

const UNUSUAL = "how a probe is refused says nothing about the plain call";
const refusesHeader = (title: string, name: string, refusal: Reply): Sound =>
  sound(title, UNUSUAL, (base) => ({
    answer: async (request) =>
      header(request, name) === undefined ? base.answer(request) : refusal,
  }));

const NOT_JUDGED = "429 and an overloaded gateway are not judged";
const refusesCalls = (title: string, change: Change, mayAdvise: Options<Sound> = {}): Sound =>
  sound(
    title,
    NOT_JUDGED,
    { ...mayAdvise, leavesOpen: { why: NOT_JUDGED }, mayEndRun: true },
    change,
  );
const ONCE = { mayAdvise: "a 503 that does not recur" };
const tooMany = error(429, "too_many_requests", "Slow down.");
const banned = withHeader(tooMany, "Retry-After", "60");

export const GATEWAY_VARIANTS: readonly Sound[] = [
  sound(
    "A cancellation with a query gets 400.",
    "a query of a cancellation may be refused",
    { mayAdvise: "a refusal of a query is advice" },
    (base) => ({
      answerAuthorized: async (request) =>
        base.operationOf(request) === "cancelOrder" && request.query !== ""
          ? error(400, "bad_request", "No query.")
          : base.answerAuthorized(request),
    }),
  ),
  sound(
    "A list call without a key that accepts only HTML gets a 401 in HTML.",
    "how a probe is refused is not judged",
    (base) => ({
      unauthorized: (request) =>
        /^text\/html/.test(header(request, "accept") ?? "")
          ? html(401)
          : base.unauthorized(request),
    }),
  ),
  refusesHeader(
    "Requests with X-Forwarded-For get 403, as from a firewall.",
    "x-forwarded-for",
    html(403),
  ),
  refusesHeader(
    "Requests with Range get 503 with Retry-After.",
    "range",
    withHeader(html(503), "Retry-After", "5"),
  ),
  ...[1, 5].map((seconds) =>
    sound(
      `Lists are cached by address and key for ${seconds} s.`,
      "a list may lag behind",
      cached(seconds * 1_000),
    ),
  ),
  ...Object.entries(LIKE_FILES).map(([id, isFile]) =>
    sound(
      `The list is cached by address and key where its address looks like the one of a file: ${id}.`,
      "another address of the list may be served, with the key",
      (base) =>
        keepsFiles(base, isFile, (request) =>
          JSON.stringify([request.path, request.query, authorization(request)]),
        ),
    ),
  ),
  ...[5, 20, 45, 80, 120, 200].map((calls) =>
    refusesCalls(`After ${calls} calls: 429.`, quota(calls, banned)),
  ),
  refusesCalls("9 bad keys: 429 for a minute.", banning(9, banned)),
  refusesCalls(
    "More than ten calls a second get 503 without Retry-After, as nginx answers.",
    limited(10, 20, html(503)),
    ONCE,
  ),
  refusesCalls(
    "More than ten calls a second get 429 without Retry-After.",
    limited(10, 20, tooMany),
  ),
  refusesCalls(
    "More than ten calls a second get 429 with Retry-After: 1.",
    limited(10, 20, withHeader(tooMany, "Retry-After", "1")),
  ),
];
