/** A conforming service behind a gateway that caches, limits the rate of calls, bans clients, or refuses unusual requests. */
import { keepsFiles, LIKE_FILES } from "../changes/caches.ts";
import { authorization, header, type Reply, type Request } from "../raw-http.ts";
import { error, html, withHeader } from "../replies.ts";
import { type Base, type Change, type Sound, sound } from "../variant.ts";

const isList = (base: Base, request: Request): boolean => base.operationOf(request) === "list";

/** Keeps each 200 to a list for some time, by its address and the Authorization header. */
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

/** Refuses calls beyond a rate, with a reserve for bursts. */
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

/** Refuses all calls for a minute after a number of calls with a bad key. */
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

/** Refuses all calls after a number of them. */
const quota =
  (calls: number, refusal: Reply): Change =>
  (base) => {
    let left = calls;
    return { answer: async (request) => (left-- > 0 ? base.answer(request) : refusal) };
  };

/** Refuses requests with a certain header. */
const refusing =
  (name: string, refusal: Reply): Change =>
  (base) => ({
    answer: async (request) => (header(request, name) === undefined ? base.answer(request) : refusal),
  });

const NOT_JUDGED = "429 and an overloaded gateway are not judged";
/** Why there may be advice. */
const ONCE = "a 503 that does not recur";
const tooMany = error(429, "too_many_requests", "Slow down.");
const banned = withHeader(tooMany, "Retry-After", "60");

type Row = readonly [title: string, ruling: string, change: Change, mayAdvise?: string, open?: Sound["leavesOpen"]];
const ROWS: readonly Row[] = [
  [
    "A cancellation with a query gets 400.",
    "a query of a cancellation may be refused",
    (base) => ({
      answerAuthorized: async (request) =>
        base.operationOf(request) === "cancel" && request.query !== ""
          ? error(400, "bad_request", "No query.")
          : base.answerAuthorized(request),
    }),
  ],
  [
    "Who asks for HTML without a key gets a page, with 401.",
    "the body of a 401 to a request that accepts only HTML is not judged",
    (base) => ({
      unauthorized: (request) =>
        /^text\/html/.test(header(request, "accept") ?? "") ? html(401) : base.unauthorized(request),
    }),
  ],
  [
    "Requests with X-Forwarded-For get 403, as a firewall answers what looks like an attack.",
    "what a gateway says of an unusual header says nothing about the plain call",
    refusing("x-forwarded-for", html(403)),
  ],
  ["Lists are cached by address and key for 1 s.", "a list may lag behind", cached(1_000)],
  ["Lists are cached by address and key for 5 s.", "a list may lag behind", cached(5_000)],
  ...Object.entries(LIKE_FILES).map(
    ([id, isFile]): Row => [
      `The list is cached by address and key where its address looks like the one of a file: ${id}.`,
      "another address of the list may be served, with the key",
      (base) =>
        keepsFiles(base, isFile, (request) => JSON.stringify([request.path, request.query, authorization(request)])),
    ],
  ),
  ...[5, 20, 45, 80, 120, 160, 200, 240].map(
    (calls): Row => [`After ${calls} calls: 429.`, NOT_JUDGED, quota(calls, banned)],
  ),
  ["30 bad keys: 429 for a minute.", NOT_JUDGED, banning(30, banned)],
  ["9 bad keys: 429 for a minute.", NOT_JUDGED, banning(9, banned)],
  [
    "More than ten calls a second get 503 without Retry-After, as nginx answers.",
    NOT_JUDGED,
    limited(10, 20, html(503)),
    ONCE,
  ],
  ["More than two calls a second get 503 without Retry-After.", NOT_JUDGED, limited(2, 5, html(503)), ONCE],
  ["More than ten calls a second get 429 without Retry-After.", NOT_JUDGED, limited(10, 20, tooMany)],
  [
    "More than ten calls a second get 429 with Retry-After: 1.",
    NOT_JUDGED,
    limited(10, 20, withHeader(tooMany, "Retry-After", "1")),
  ],
];

export const GATEWAY_VARIANTS: readonly Sound[] = [
  ...ROWS.map(([title, ruling, change, mayAdvise]) =>
    sound(
      title,
      ruling,
      {
        ...(mayAdvise !== undefined && { mayAdvise }),
        ...(ruling === NOT_JUDGED && { leavesOpen: { why: ruling }, mayEndRun: true }),
      },
      change,
    ),
  ),
  sound(
    "Requests with Range get 503 with Retry-After.",
    "what a gateway says of an unusual header says nothing about the plain call",
    { leavesOpen: { unproven: ["cancel-once"] } },
    refusing("range", withHeader(html(503), "Retry-After", "5")),
  ),
];
