/**
 * Tests what is repeated, when, and when the run ends. Time is virtual: each answer takes a
 * millisecond.
 */
import { expect, test } from "playwright/test";
import { cancellationOf, LIST_WITH_KEY, type OutgoingCall } from "../../client/calls.ts";
import type { Exchange } from "../../client/exchange.ts";
import { inTurn, type WireAnswer, wire } from "../../testing/simulation/wire.ts";
import type { SessionConfig } from "./config.ts";
import { RunOrders } from "./orders/orders.ts";
import { RunEnded } from "./run-ended.ts";
import { Sender } from "./sender.ts";

const CANCEL = cancellationOf(17n);
const WITHOUT_KEY: OutgoingCall = { ...LIST_WITH_KEY, credential: "none" };
const QUERY: OutgoingCall = { ...LIST_WITH_KEY, query: "limit=1" };

type Script = Parameters<typeof wire>[0];

const RULES = { readOnly: false, pending: [17n], shipped: [], absent: [] };

function sending(answer: Script, settings: Pick<SessionConfig, "rate" | "parallel"> = {}) {
  const sent = wire(answer);
  const { clock } = sent;
  /** Why the run waits, as a user reads it. */
  const told = new Set<string>();
  const config = { ...RULES, baseUrl: "http://orders.test/v1", seed: 1, ...settings };
  const sender = new Sender(sent.send, config, new RunOrders(RULES), clock, (wait) => {
    if (wait !== undefined) told.add(wait.why);
  });
  const end: { why?: string } = {};
  const send = async (call: OutgoingCall): Promise<Exchange | undefined> => {
    try {
      return end.why === undefined ? await sender.send(call) : undefined;
    } catch (error) {
      if (!(error instanceof RunEnded)) throw error;
      end.why ??= error.message;
      return undefined;
    }
  };
  const outcome = (exchange: Exchange | undefined) =>
    exchange?.failure?.kind ?? exchange?.response?.status;
  return { ...sent, end, sender, send, outcome, told };
}

/** Nobody is there, or a gateway says so, for the first seconds. */
const away =
  (answer: WireAnswer, seconds: number): Script =>
  (_, __, now) =>
    now < seconds * 1000 ? answer : 200;
const CUT_OFF: WireAnswer = [200, { kind: "reset", message: "cut off" }];
const DATE = "Thu, 01 Jan 2026 00:00:05 GMT";
/** An answer that says how many calls are left. */
const quota = (status: number, name: string, value: string): WireAnswer => ({
  status,
  headers: [[name, value]],
});

for (const [call, answers, sentAt, last] of [
  [CANCEL, [500], [0], 500],
  [CANCEL, ["tls"], [0], "tls"],
  [CANCEL, [[200, { kind: "too-large", message: "" }]], [0], "too-large"],
  [CANCEL, [502, 200], [0, 1], 200],
  [CANCEL, ["reset", 404], [0, 1], 404],
  [CANCEL, [CUT_OFF, 200], [0, 1], 200],
  [CANCEL, [CUT_OFF, CUT_OFF, 200], [0, 1], "reset"],
  [CANCEL, ["malformed", "malformed", 200], [0, 1], "malformed"],
  [CANCEL, [[429, "1"], "timeout", 200], [0, 1001, 11_001, 11_002], 200],
  [LIST_WITH_KEY, [[429, "2"], 200], [0, 2001], 200],
  [LIST_WITH_KEY, [[429, "1.5"], 200], [0, 1501], 200],
  [LIST_WITH_KEY, [[429, "soon"], 200], [0, 1001], 200],
  [LIST_WITH_KEY, [[503, DATE], 200], [0, 5000], 200],
  [LIST_WITH_KEY, [429, 502, 200], [0, 501, 551], 200],
  [LIST_WITH_KEY, [429], [0, 501, 1502, 3503, 7504, 15_505], 429],
  [LIST_WITH_KEY, [quota(403, "X-RateLimit-Remaining", "0"), 200], [0, 501], 200],
  [LIST_WITH_KEY, [quota(403, "X-RateLimit-Remaining", "9")], [0], 403],
  [LIST_WITH_KEY, [quota(402, "RateLimit", '"default";r=0;t=9'), 200], [0, 501], 200],
  [LIST_WITH_KEY, [[404, "1"]], [0], 404],
  [QUERY, [429], [0, 501], 429],
  [QUERY, [[429, "900"]], [0], 429],
] as [OutgoingCall, WireAnswer[], number[], string | number][])
  test(`a ${call === QUERY ? "query" : call.method} that gets ${JSON.stringify(answers)} is sent at ${sentAt} ms`, async () => {
    const run = sending(inTurn(...answers));
    const exchange = await run.send(call);
    expect([run.sentAt, run.outcome(exchange), run.end.why]).toEqual([sentAt, last, undefined]);
    if (call === CANCEL) expect(exchange?.repeats !== undefined).toBe(sentAt.length > 1);
  });

/** Five calls at once, and five more each second. */
function limited(): Script {
  let [tokens, at] = [5, 0];
  return (_, __, now) => {
    tokens = Math.min(5, tokens + (now - at) / 200);
    at = now;
    if (tokens < 1) return 503;
    tokens--;
    return 200;
  };
}

const ONE_OF_TWO: Script = (_, nth, now) => (now < 5_000 && nth % 2 === 0 ? 502 : 200);

for (const [title, answer, seconds, mostCalls, atOnce] of [
  ["it answers 503 for 3 s", away(503, 3), 7, 106, 8],
  ["nobody is there for 25 s", away("unreachable", 25), 29, 150, 8],
  ["it closes connections for 7 s", away("reset", 7), 11, 114, 8],
  ["one of two backends is away for 5 s", ONE_OF_TWO, 9, 110, 8],
  ["a limiter answers 503 without Retry-After", limited(), 30, 250, 1],
] as [string, Script, number, number, number][])
  test(`each call is answered in the end where ${title}, and few others are sent`, async () => {
    const { send, calls, clock, end, outcome, sender } = sending(answer);
    const all = await Promise.all(Array.from({ length: 40 }, () => send(CANCEL)));
    expect(new Set(all.map(outcome))).toEqual(new Set([200]));
    expect([end.why, sender.limiter.limit]).toEqual([undefined, atOnce]);
    expect(clock.now()).toBeLessThan(seconds * 1000);
    // Those under way, twice; forty; and two kinds of questions, about one a second.
    expect(calls.length).toBeLessThan(mostCalls);
  });

const ASKS_NO_MORE = inTurn("unreachable", "unreachable", "unreachable", "forbidden");

for (const [title, answer, seconds, why] of [
  ["a gateway", () => 502, 40, /^Every call has got a 502 from a gateway for 3\d s/],
  ["nobody", () => "unreachable", 40, /^The deployment has answered nothing for 3\d s/],
  ["closing", () => "reset", 40, /has closed every connection for 3\d s.*--gentle/],
  ["silence", () => "timeout", 90, /^The deployment has answered nothing for 40 s/],
  ["nobody, and a quiet run may ask no more", ASKS_NO_MORE, 40, /has answered nothing for 3\d s/],
  [
    "silence, and a quiet run may ask nothing",
    inTurn("timeout", "forbidden"),
    90,
    /^The run could send nothing for 3\d s that shows whether the service answers again\. /,
  ],
  [
    "a request to wait 15 min",
    (_, nth) => (nth < 20 ? 200 : [429, "900"]),
    1,
    /^The service asks to wait 15 min \(since call 2\d\)\. --rate N .*; --gentle fewer bad keys\.$/,
  ],
  [
    "waits of three minutes in all",
    (_, nth) => (nth % 2 === 0 ? [429, "50"] : 200),
    200,
    /^The service has asked to wait for three minutes in all/,
  ],
] as [string, Script, number, RegExp][])
  test(`the run ends after ${title}, within ${seconds} s`, async () => {
    const { send, end, clock } = sending(answer);
    for (let nth = 0; nth < 24; nth++) await send(nth % 2 === 0 ? CANCEL : WITHOUT_KEY);
    expect(end.why).toMatch(why);
    expect(clock.now()).toBeLessThan(seconds * 1000);
  });

test("a service that asks to wait when it is back is waited for as it asks", async () => {
  const { send, outcome, end } = sending((_, __, now) => {
    if (now < 2_000) return 502;
    return now < 40_000 ? [503, String(Math.ceil((40_000 - now) / 1000))] : 200;
  });
  expect([outcome(await send(CANCEL)), end.why]).toEqual([200, undefined]);
});

test("a call that waits long for its turn is repeated as long as any other", async () => {
  const answer: Script = (_, nth) => (nth === 40 || nth === 41 ? 502 : 200);
  const { send, outcome } = sending(answer, { rate: 1 });
  const all = await Promise.all(Array.from({ length: 42 }, () => send(CANCEL)));
  expect(new Set(all.map(outcome))).toEqual(new Set([200]));
});

test("one operation alone that gets no answer is given up after 30 s, and the third time at once", async () => {
  const { send, outcome, end, clock, calls, told } = sending(({ method }) =>
    method === "DELETE" ? 502 : 200,
  );
  expect(outcome(await send(CANCEL))).toBe(502);
  expect([clock.now() > 30_000, clock.now() < 35_000]).toEqual([true, true]);
  expect(told).toContain("cancelOrder gets no answer");
  await send(CANCEL);
  expect(clock.now()).toBeLessThan(75_000);
  const [before, waited] = [calls.length, clock.now()];
  expect(outcome(await send(CANCEL))).toBe(502);
  expect([calls.length - before, clock.now() - waited < 10, end.why]).toEqual([2, true, undefined]);
});

test("an operation that is answered again is waited for again when it is not", async () => {
  const { send, outcome, clock } = sending(({ method }, _, now) =>
    method === "DELETE" && (now < 32_000 || (now > 33_000 && now < 35_000)) ? 502 : 200,
  );
  expect(outcome(await send(CANCEL))).toBe(502);
  await clock.sleep(32_500 - clock.now());
  expect(outcome(await send(CANCEL))).toBe(200);
  await clock.sleep(33_100 - clock.now());
  expect(outcome(await send(CANCEL))).toBe(200);
});

test("a service that answers 503 to all of one operation holds a run for little more than a minute", async () => {
  const { send, clock, end } = sending(({ path, credential }) =>
    path === LIST_WITH_KEY.path && credential === "good" ? 503 : 200,
  );
  for (let nth = 0; nth < 5; nth++)
    await Promise.all([LIST_WITH_KEY, QUERY, WITHOUT_KEY, CANCEL].map(send));
  expect([end.why, clock.now() < 75_000]).toEqual([undefined, true]);
});

test("a rate spreads the calls evenly, and --parallel 1 sends one at a time", async () => {
  for (const [settings, sentAt, atOnce] of [
    [{ rate: 10 }, [0, 100, 200, 300], 1],
    [{ parallel: 1 }, [0, 1, 2, 3], 1],
    [{}, [0, 0, 0, 0], 4],
  ] as const) {
    const run = sending(() => 200, settings);
    await Promise.all(Array.from({ length: 4 }, () => run.send(CANCEL)));
    expect([run.sentAt, run.most()]).toEqual([sentAt, atOnce]);
  }
});

test("all calls wait as long as the deployment asks, and the longest of several waits counts", async () => {
  const { send, sentAt } = sending((_, nth) => (nth < 2 ? [429, nth === 0 ? "50" : "40"] : 200));
  await Promise.all([LIST_WITH_KEY, CANCEL].map(send));
  expect(sentAt).toEqual([0, 0, 50_001, 50_002]);
});

test("a list that is asked to wait slows all calls down, a query that is refused none", async () => {
  const asked = sending(inTurn([429, "2"], 200));
  await asked.send(LIST_WITH_KEY);
  expect([asked.sender.limiter.limit, [...asked.told]]).toEqual([1, ["429, Retry-After"]]);

  const { send, clock, sender } = sending(({ query }) => (query === undefined ? 200 : [429, "30"]));
  const odd = send(QUERY);
  await send(CANCEL);
  expect(clock.now()).toBeLessThan(100);
  await odd;
  expect(sender.limiter.limit).toBe(8);
});

test("an operation that hangs alone is asked twice and judged, and the third time asked once", async () => {
  const { send, calls, outcome, end } = sending(({ method }) =>
    method === "DELETE" ? "timeout" : 200,
  );
  expect([outcome(await send(CANCEL)), end.why]).toEqual(["timeout", undefined]);
  const asked = () => calls.filter(({ method }) => method === "DELETE").length;
  expect(asked()).toBe(2);
  for (let nth = 0; nth < 2; nth++) await send(CANCEL);
  expect([asked(), end.why]).toEqual([5, undefined]);
});

test("calls that have timed out are repeated one at a time", async () => {
  const { send, sentAt } = sending((_, nth) => (nth < 4 ? "timeout" : 200));
  await Promise.all(Array.from({ length: 4 }, () => send(CANCEL)));
  // The fifth call asks whether the service answers again.
  expect(sentAt).toEqual([0, 0, 0, 0, 10_000, 10_001, 10_002, 10_003, 10_004]);
});
