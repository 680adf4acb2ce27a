/**
 * Rate limits, gateway errors and broken connections that happen once, and slow replies. Source: a
 * deployment during the run, behind nginx and haproxy; cold starts.
 */
import { mapReply } from "../changes/replies.ts";
import type { RawResponse, RawWriter, Reply, Request } from "../raw-http.ts";
import type { Operation } from "../reference-service.ts";
import { empty, error, html, withHeader } from "../replies.ts";
import { type Base, type Sound, sound } from "../variant.ts";

type When = (request: Request, base: Base) => boolean;

const anyCall: When = () => true;
const withKey =
  (operation: Operation, isGood = true): When =>
  (request, base) =>
    base.operationOf(request) === operation && base.isAuthorized(request) === isGood;
const cancelsOrder =
  (wanted: "pending" | "shipped"): When =>
  (request, base) =>
    withKey("cancelOrder")(request, base) &&
    base.store.orders.some(
      ({ id, state }) => state === wanted && request.path === `/store/orders/${id}`,
    );
const cancelsPending = cancelsOrder("pending");

const atOnce = withHeader(error(429, "too_many_requests", "Slow down."), "Retry-After", "0");
const unavailable = withHeader(html(503), "Retry-After", "0");
const broken = (end: RawResponse["end"]): Reply => ({
  ...empty(200),
  writeRaw: () => ({ parts: [], end }),
});

/** After these replies, calls go one at a time. */
const ONE_BY_ONE = { leavesOpen: { unproven: ["cancel-once"] } } as const;

/** Gives this reply to the nth of these calls. */
const once = (title: string, when: When, reply: Reply, nth = 1): Sound =>
  sound(
    title,
    "the call is repeated, and its answer judged",
    [429, 503].includes(reply.status) ? ONE_BY_ONE : {},
    (base) => {
      let calls = 0;
      return {
        answer: async (request) =>
          when(request, base) && ++calls === nth ? reply : base.answer(request),
      };
    },
  );

const slow = (
  title: string,
  delayMs: (nth: number, request: Request, base: Base) => number,
): Sound =>
  sound(title, "the contract says nothing about speed", (base) => {
    let calls = 0;
    return {
      async answer(request) {
        const delay = delayMs(++calls, request, base);
        return { ...(await base.answer(request)), delayMs: delay };
      },
    };
  });

/** Why the gate gives advice on replies of a gateway that occur once in a run. */
const GATEWAY =
  "502, 503, 504 and responses that break off, and do not recur when the call is repeated, are advice";
export const INTERRUPTION_VARIANTS = [
  once("The first call gets a 429.", anyCall, atOnce),
  once("The first cancellation of a pending order gets a 429.", cancelsPending, atOnce),
  once("The first cancellation of a shipped order gets a 429.", cancelsOrder("shipped"), atOnce),
  once("The first list without the key gets a 429.", withKey("listOrders", false), atOnce),
  once("The first cancellation without the key gets a 429.", withKey("cancelOrder", false), atOnce),
  once(
    "The first call gets a 429 with a date in the past as Retry-After.",
    anyCall,
    withHeader(html(429), "Retry-After", "Wed, 01 Jan 2025 00:00:00 GMT"),
  ),
  once("The first call gets a 429 in HTML.", anyCall, withHeader(html(429), "Retry-After", "0")),
  once("The first call gets a 503 in HTML.", anyCall, unavailable),
  once("The connection of the first call is reset.", anyCall, broken("reset")),
  once("The connection of the first call is closed.", anyCall, broken("close")),
  // We cannot know if a cancellation took effect before its connection was reset.
  ...[2, 9, 30].map((nth) =>
    once(
      `The connection of call ${nth} is reset; cancellations of pending orders do not count.`,
      (request, base) => !cancelsPending(request, base),
      broken("reset"),
      nth,
    ),
  ),
  ...[502, 503].flatMap((status) =>
    (
      [
        ["The seventh call with a bad key", 7, (request, base) => !base.isAuthorized(request)],
        ["The second cancellation", 2, withKey("cancelOrder")],
        ["The second 204", 2, (_request, _base, reply) => reply.status === 204],
        ["The third 204", 3, (_request, _base, reply) => reply.status === 204],
      ] satisfies [string, number, (request: Request, base: Base, reply: Reply) => boolean][]
    ).map(([words, nth, when]) =>
      sound(
        `${words} gets a ${status} in HTML in its place.`,
        GATEWAY,
        {
          mayAdvise: GATEWAY,
          leavesOpen: { why: "whether the cancellation took effect is not known" },
        },
        (base) => {
          let calls = 0;
          return {
            async answer(request) {
              const reply = await base.answer(request);
              return when(request, base, reply) && ++calls === nth ? html(status) : reply;
            },
          };
        },
      ),
    ),
  ),
  sound("The second and the twentieth list break off.", GATEWAY, { mayAdvise: GATEWAY }, (base) => {
    let lists = 0;
    const writeRaw: RawWriter = (encoded) => ({
      parts: [encoded.subarray(0, encoded.length >> 1)],
      end: "close",
    });
    return mapReply(base, "listOrders", 200, (reply) =>
      [2, 20].includes(++lists) ? { ...reply, writeRaw } : reply,
    );
  }),
  slow("The first reply takes 1,200 ms.", (nth) => (nth === 1 ? 1200 : 0)),
  slow("The first cancellation of a pending order takes 700 ms.", (_, request, base) =>
    base.store.cancelCount === 0 && cancelsPending(request, base) ? 700 : 0,
  ),
  slow("Every reply takes 8 ms.", () => 8),
  slow("Replies take between 0 and 15 ms.", (nth) => (nth * 7) % 16),
];
