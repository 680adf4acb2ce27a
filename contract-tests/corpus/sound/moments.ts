import { empty, error, html, withHeader } from "../replies.ts";
import type { Service } from "../service.ts";
import { type Sound, sound } from "../variant.ts";
import type { Reply, Request } from "../wire.ts";

const once = (
  id: string,
  title: string,
  when: (request: Request, service: Service) => boolean,
  reply: (plain: Reply) => Reply,
  turn = 1,
): Sound =>
  sound(id, title, "429, 503 with Retry-After, and one transport error, are not judged", (service) => {
    const { answer } = service;
    let calls = 0;
    service.answer = async (request) =>
      when(request, service) && ++calls === turn ? reply(empty(200)) : answer(request);
  });
const limited = (seconds: string) => (): Reply =>
  withHeader(error(429, "too_many_requests", "Slow down."), "Retry-After", seconds);
const unavailable = (): Reply => withHeader(html(503), "Retry-After", "0");
const is =
  (operation: string, good: boolean) =>
  (request: Request, service: Service): boolean =>
    service.operation(request) === operation && service.admits(request) === good;
const pendingOnly = (request: Request, service: Service): boolean =>
  is("cancel", true)(request, service) &&
  service.orders.some(({ id, state }) => state === "pending" && request.path === `/store/orders/${id}`);
const shippedOnly = (request: Request, service: Service): boolean =>
  is("cancel", true)(request, service) &&
  service.orders.some(({ id, state }) => state === "shipped" && request.path === `/store/orders/${id}`);
const onces = [
  once("429-on-the-first-call", "The first call is a 429.", () => true, limited("0")),
  once("429-for-a-second", "A list is a 429 that asks for a second.", is("list", true), limited("1")),
  once("429-on-a-cancel", "The first cancel of a pending order is a 429.", pendingOnly, limited("0")),
  once("429-on-shipped", "The first cancel of what has shipped is a 429.", shippedOnly, limited("0")),
  once("429-on-a-bad-key", "The first bad key is a 429.", is("list", false), limited("0")),
  once(
    "429-on-a-cancel-with-a-bad-key",
    "The first cancel with a bad key is a 429.",
    is("cancel", false),
    limited("0"),
  ),
  once("429-on-pets", "The first call of the pets operation is a 429.", is("pet", false), limited("0")),
  once(
    "429-with-a-date",
    "The first call is a 429 that names a time gone by.",
    () => true,
    limited("Wed, 01 Jan 2025 00:00:00 GMT"),
  ),
  once(
    "429-empty",
    "The first call is a 429 without a body.",
    () => true,
    () => withHeader(empty(429), "Retry-After", "0"),
  ),
  once(
    "429-html",
    "The first call is a 429 in HTML.",
    () => true,
    () => withHeader(html(429), "Retry-After", "0"),
  ),
  once("503-on-the-first-call", "The first call is a 503 in HTML.", () => true, unavailable),
  once("503-on-a-cancel", "The first cancel of a pending order is a 503.", pendingOnly, unavailable),
  once("503-on-a-bad-key", "The first bad key is a 503.", is("list", false), unavailable),
  once(
    "503-on-a-query",
    "The first list with a query is a 503.",
    (request, service) => is("list", true)(request, service) && request.query !== "",
    unavailable,
  ),
  once(
    "reset-on-the-first-call",
    "The first call is reset.",
    () => true,
    (plain) => ({ ...plain, onWire: () => ({ parts: [], end: "reset" }) }),
  ),
  once(
    "closed-on-the-first-call",
    "The first call is closed without a word.",
    () => true,
    (plain) => ({ ...plain, onWire: () => ({ parts: [], end: "close" }) }),
  ),
  ...[2, 5, 9, 14, 30].map((n) => {
    // A cancel of a pending order is spared: whether it took effect would be anybody's guess.
    return once(
      `reset-on-call-${n}`,
      `The call number ${n} is reset, if it cancels nothing.`,
      (request, service) => !pendingOnly(request, service),
      (plain) => ({ ...plain, onWire: () => ({ parts: [], end: "reset" }) }),
      n,
    );
  }),
];

const slow = (id: string, title: string, delay: (request: Request, call: number, service: Service) => number): Sound =>
  sound(id, title, "nothing is said about speed", (service) => {
    const { answer } = service;
    let calls = 0;
    service.answer = async (request) => {
      const delayMs = delay(request, ++calls, service);
      return { ...(await answer(request)), delayMs };
    };
  });
const slows = [
  slow("slow-start", "The first answer takes 1,200 ms.", (_, call) => (call === 1 ? 1200 : 0)),
  slow("slow-cancel", "The first cancel of a pending order takes 700 ms to be answered.", (request, _call, service) =>
    service.cancels === 0 && pendingOnly(request, service) ? 700 : 0,
  ),
  slow("slow-throughout", "Every answer takes 8 ms.", () => 8),
  slow("uneven", "Answers take between 0 and 15 ms, each its own time.", (_, call) => (call * 7) % 16),
];

export const MOMENT_VARIANTS: readonly Sound[] = [...onces, ...slows];
