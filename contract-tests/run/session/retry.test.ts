/**
 * Tests what follows the last attempt of a call. Nothing is sent, and no time passes: the clock
 * stands at 1,000 ms, and each answer arrives then.
 */
import { expect, test } from "playwright/test";
import { cancellationOf, LIST_WITH_KEY, type OutgoingCall } from "../../client/calls.ts";
import { sampleExchange } from "../../testing/sample-exchange.ts";
import { type Circumstances, concurrencyAfter, nextAfter } from "./retry.ts";

const CANCEL = cancellationOf(17n);
const TEXT = cancellationOf("17x");
const TEXT_WITHOUT_KEY: OutgoingCall = { ...TEXT, credential: "none" };
const QUERY: OutgoingCall = { ...LIST_WITH_KEY, query: "limit=1" };
const NEW_RUN: Circumstances = {
  now: 1_000,
  epoch: Date.parse("2026-01-01T00:00:00Z"),
  sent: 21,
  limiter: { heldMs: 0, nextAt: 0 },
  givenUp: 0,
};

type Answer =
  | number
  | "cut off"
  | "reset"
  | "unreachable"
  | "malformed"
  | "timeout"
  | "tls"
  | "too-large"
  | "forbidden"
  | readonly [status: number, retryAfter: string];

function answered(call: OutgoingCall, answer: Answer) {
  const failed = (kind: Exclude<Answer, "cut off" | number | readonly unknown[]> | "reset") =>
    ({ kind, message: "" }) as const;
  const times = { sentAt: 999, receivedAt: 1_000 };
  if (answer === "cut off")
    return { ...sampleExchange(call, { status: 200 }, failed("reset")), ...times };
  if (typeof answer === "string")
    return { ...sampleExchange(call, undefined, failed(answer)), ...times };
  const [status, retryAfter] = typeof answer === "number" ? [answer] : answer;
  const headers = retryAfter === undefined ? [] : [["Retry-After", retryAfter] as const];
  return { ...sampleExchange(call, { status, headers }), ...times };
}

const FINAL = { kind: "final", actions: [] };
const AT_ONCE = { kind: "repeat", actions: [] };
const GIVE_UP = { kind: "give up", actions: ["without delays"] };
const whenBack = (ms: number, ...then: readonly "slower"[]) => ({
  kind: "repeat",
  actions: ["until back", { ms, why: "cancelOrder gets no answer" }, ...then],
});
const asAsked = (pace: "one at a time" | "slower", ms: number, why: string) => ({
  kind: "repeat",
  actions: [pace, { ms, why, isOfAll: true }],
});
const SIX_TIMES = [429, 429, 429, 429, 429, 429];

interface Case {
  readonly answers: readonly Answer[];
  readonly next: object;
  /** Default: a cancellation of an order. */
  readonly call?: OutgoingCall;
  readonly run?: Partial<Circumstances>;
}

const CASES: Readonly<Record<string, Case>> = {
  "an answer": { answers: [200], next: FINAL },
  "an error of the service itself": { answers: [500], next: FINAL },
  "a call that was not sent": { answers: ["forbidden"], next: FINAL },
  "another certificate": { answers: ["tls"], next: FINAL },
  "a body beyond the limit": { answers: ["too-large"], next: FINAL },

  "a closed connection": { answers: ["reset"], next: AT_ONCE },
  "a response that is cut off": { answers: ["cut off"], next: AT_ONCE },
  "one that is cut off twice": { answers: ["cut off", "cut off"], next: FINAL },
  "a malformed response, twice": { answers: ["malformed", "malformed"], next: FINAL },
  "a text that may have ended the service": { answers: ["reset"], next: FINAL, call: TEXT },
  "the text without a key": { answers: ["reset"], next: AT_ONCE, call: TEXT_WITHOUT_KEY },

  "a gateway": { answers: [502], next: AT_ONCE },
  "a gateway, twice": { answers: [502, 502], next: whenBack(0) },
  "a gateway, three times": { answers: [502, 502, 502], next: whenBack(250) },
  "nobody, six times": { answers: Array(6).fill("unreachable"), next: whenBack(2_000) },
  "503 without Retry-After, three times": {
    answers: [503, 503, 503],
    next: whenBack(250, "slower"),
  },
  "a gateway for 30 s": { answers: [502, 502], next: GIVE_UP, run: { now: 31_000 } },
  "a gateway where two calls were given up": {
    answers: [502, 502],
    next: GIVE_UP,
    run: { givenUp: 2 },
  },

  "no answer in time": {
    answers: ["timeout"],
    next: { kind: "repeat", actions: ["fewer at once", "until back"] },
  },
  "no answer in time, twice": {
    answers: ["timeout", "timeout"],
    next: { kind: "give up", actions: ["fewer at once", "until back", "without delays"] },
  },
  "no answer in time, for 30 s": {
    answers: ["timeout", "timeout"],
    next: { kind: "give up", actions: ["fewer at once", "without delays"] },
    run: { now: 31_000 },
  },
  "no answer in time where two calls were given up": {
    answers: ["timeout"],
    next: { kind: "final", actions: ["fewer at once"] },
    run: { givenUp: 2 },
  },

  "a limiter that says for how long": {
    answers: [[429, "2"]],
    next: asAsked("one at a time", 2_000, "429, Retry-After"),
  },
  "a limiter with fractions of a second": {
    answers: [[429, "1.5"]],
    next: asAsked("one at a time", 1_500, "429, Retry-After"),
  },
  "a limiter with a date": {
    answers: [[503, "Thu, 01 Jan 2026 00:00:05 GMT"]],
    next: asAsked("one at a time", 4_000, "503, Retry-After"),
  },
  "a limiter with a word": {
    answers: [[429, "soon"]],
    next: asAsked("one at a time", 1_000, "429, Retry-After"),
  },
  "a limiter that says nothing, twice": {
    answers: [429, 429],
    next: asAsked("slower", 1_000, "429"),
  },
  "a request to wait, behind a gateway": {
    answers: [502, [429, "1"]],
    next: asAsked("one at a time", 1_000, "429, Retry-After"),
  },
  "a gateway, behind a request to wait": { answers: [429, 502], next: AT_ONCE },
  "six requests to wait": { answers: SIX_TIMES, next: FINAL },
  "a wait of 15 minutes": {
    answers: [[429, "900"]],
    next: {
      kind: "end",
      why: "The service asks to wait 15 min (since call 20). --rate N sends fewer calls per second; --gentle fewer bad keys.",
    },
  },
  "waits of three minutes in all": {
    answers: [[429, "50"]],
    next: { kind: "end", why: expect.stringMatching(/^The service has asked to wait for three/) },
    run: { limiter: { heldMs: 150_000, nextAt: 0 } },
  },
  "a wait beside a longer one": {
    answers: [[429, "2"]],
    next: asAsked("one at a time", 2_000, "429, Retry-After"),
    run: { limiter: { heldMs: 180_000, nextAt: 9_000 } },
  },

  "a query that is refused, which makes no other call wait": {
    answers: [[429, "30"]],
    next: {
      kind: "repeat",
      actions: [{ ms: 30_000, why: "429, Retry-After" }],
    },
    call: QUERY,
  },
  "a query that is refused twice": { answers: [429, 429], next: FINAL, call: QUERY },
  "a query that is refused for 15 minutes": {
    answers: [[429, "900"]],
    next: FINAL,
    call: QUERY,
  },
};

for (const [what, { answers, next, call = CANCEL, run }] of Object.entries(CASES))
  test(`what follows ${what}`, () => {
    const attempts = answers.map((answer) => answered(call, answer));
    expect(nextAfter(attempts, { ...NEW_RUN, ...run })).toEqual(next);
  });

test("a call that has timed out goes alone from then on", () => {
  const after = (answers: readonly Answer[]) =>
    concurrencyAfter(answers.map((answer) => answered(CANCEL, answer)));
  expect(after([])).toBe("beside others");
  expect(after([502])).toBe("beside others");
  expect(after(["timeout", 502])).toBe("alone");
});
