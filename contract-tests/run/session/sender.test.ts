/**
 * Tests what is repeated, when, and when the run ends. Time is virtual: each answer takes a
 * millisecond.
 */
import { expect, test } from "playwright/test";
import { cancellationOf, LIST_WITH_KEY, type OutgoingCall } from "../../client/calls.ts";
import type { Exchange } from "../../client/exchange.ts";
import { inTurn, type WireAnswer, wire } from "../../testing/simulation/wire.ts";
import { RunOrders } from "./orders/orders.ts";
import { RunEnded } from "./run-ended.ts";
import { Sender } from "./sender.ts";

const CANCEL = cancellationOf(17n);
const WITHOUT_KEY: OutgoingCall = { ...LIST_WITH_KEY, credential: "none" };
const QUERY: OutgoingCall = { ...LIST_WITH_KEY, query: "limit=1" };

const RULES = { readOnly: false, pending: [17n], shipped: [], absent: [] };

function sending(answer: Parameters<typeof wire>[0], rate?: number) {
  const sent = wire(answer);
  const { clock } = sent;
  const config = { ...RULES, baseUrl: "http://orders.test/v1", seed: 1, rate };
  const sender = new Sender(sent.send, config, new RunOrders(RULES), clock, () => {});
  const end: { why?: string } = {};
  /** Undefined once the run has ended. */
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
  return { ...sent, end, sender, send, outcome };
}

for (const [answers, sent, last] of [
  [[200], 1, 200],
  [[500], 1, 500],
  [[502, 200], 2, 200],
  [["reset", 404], 2, 404],
  [["malformed", "malformed", 200], 2, "malformed"],
  // This includes a question whether the service answers other calls.
  [[[429, "1"], "timeout", 200], 4, 200],
  [[[200, { kind: "reset", message: "cut off" }], 200], 2, 200],
  [[[200, { kind: "too-large", message: "" }], 200], 1, "too-large"],
] as [WireAnswer[], number, string | number][])
  test(`a call that gets ${JSON.stringify(answers)} is sent ${sent} times`, async () => {
    const { send, calls, outcome, end } = sending(inTurn(...answers));
    const exchange = await send(CANCEL);
    expect([calls.length, outcome(exchange), end.why]).toEqual([sent, last, undefined]);
    expect(exchange?.repeats !== undefined).toBe(sent > 1);
  });

for (const [status, seconds] of [
  [503, 3],
  ["unreachable", 25],
  ["reset", 7],
] as const)
  test(`an outage of ${seconds} s (${status}) is waited for by one call, and costs few others`, async () => {
    const { send, calls, clock, end, outcome, sender } = sending((_, __, now) =>
      now < seconds * 1000 ? status : 200,
    );
    const all = await Promise.all(Array.from({ length: 40 }, () => send(CANCEL)));
    expect(new Set(all.map(outcome))).toEqual(new Set([200]));
    expect([end.why, sender.limiter.limit]).toEqual([undefined, 8]);
    expect(clock.now()).toBeLessThan(seconds * 1000 + 4_000);
    // The calls that were under way, twice; forty; and the two kinds of questions, about one a
    // second.
    expect(calls.length).toBeLessThan(100 + 2 * seconds);
  });

test("questions that a quiet run may not send any more do not say that the service is back", async () => {
  const { send, end } = sending(inTurn("unreachable", "unreachable", "unreachable", "forbidden"));
  await send(CANCEL);
  expect(end.why).toMatch(/^The deployment has answered nothing for 3\d s/);
});

test("where no question may be sent at all, the end of the run says so", async () => {
  const { send, end } = sending(inTurn("timeout", "forbidden"));
  await send(CANCEL);
  expect(end.why).toMatch(
    /^The run could send nothing for 3\d s that shows whether the service answers again\. /,
  );
});

for (const [status, why] of [
  [502, /^Every call has got a 502 from a gateway for 3\d s/],
  ["unreachable", /^The deployment has answered nothing for 3\d s/],
  ["reset", /^The deployment has closed every connection for 3\d s.*--gentle/],
  ["timeout", /^The deployment has answered nothing for 40 s/],
] as const)
  test(`an outage (${status}) that lasts longer than 30 s ends the run`, async () => {
    const { send, end, clock } = sending(() => status);
    await Promise.all([CANCEL, WITHOUT_KEY, LIST_WITH_KEY].map(send));
    expect(end.why).toMatch(why);
    expect(clock.now()).toBeLessThan(status === "timeout" ? 90_000 : 40_000);
  });

test("a service that asks to wait when it is back is waited for as it asks", async () => {
  const { send, outcome, end } = sending((_, __, now) => {
    if (now < 2_000) return 502;
    return now < 40_000 ? [503, String(Math.ceil((40_000 - now) / 1000))] : 200;
  });
  expect([outcome(await send(CANCEL)), end.why]).toEqual([200, undefined]);
});

test("a call that waits long for its turn is repeated as long as any other", async () => {
  const { send, outcome } = sending((_, nth) => (nth === 40 || nth === 41 ? 502 : 200), 1);
  const all = await Promise.all(Array.from({ length: 42 }, () => send(CANCEL)));
  expect(new Set(all.map(outcome))).toEqual(new Set([200]));
});

test("one of two backends that is away for some seconds is not a fault: each call is answered in the end", async () => {
  const { send, end, outcome } = sending((_, nth, now) =>
    now < 5_000 && nth % 2 === 0 ? 502 : 200,
  );
  const all = await Promise.all(Array.from({ length: 30 }, () => send(CANCEL)));
  expect(new Set(all.map(outcome))).toEqual(new Set([200]));
  expect(end.why).toBeUndefined();
});

test("one operation alone that gets no answer is given up after 30 s, and the third time at once", async () => {
  const { send, outcome, end, clock, calls } = sending(({ method }) =>
    method === "DELETE" ? 502 : 200,
  );
  expect(outcome(await send(CANCEL))).toBe(502);
  expect([clock.now() > 30_000, clock.now() < 35_000]).toEqual([true, true]);
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

test("waits of a run end it after three minutes in all", async () => {
  const { send, clock, end } = sending((_, nth) => (nth % 2 === 0 ? [429, "50"] : 200));
  for (let nth = 0; nth < 10; nth++) await send(LIST_WITH_KEY);
  expect(end.why).toMatch(/^The service has asked to wait for three minutes in all/);
  expect(clock.now()).toBeLessThan(200_000);
});

for (const [answers, sentAt] of [
  [
    [[429, "2"], 200],
    [0, 2001],
  ],
  [
    [429, 429, 200],
    [0, 501, 1502],
  ],
] as [WireAnswer[], number[]][])
  test(`${JSON.stringify(answers)} is waited for as it asks`, async () => {
    const scripted = sending(inTurn(...answers));
    expect(scripted.outcome(await scripted.send(LIST_WITH_KEY))).toBe(200);
    expect(scripted.sentAt).toEqual(sentAt);
    expect(scripted.sender.limiter.limit).toBe(1);
  });

test("a limiter that answers 503 without Retry-After is sent one call at a time until they are served", async () => {
  let [tokens, at] = [5, 0];
  const { send, outcome, end, sender, calls } = sending((_, __, now) => {
    tokens = Math.min(5, tokens + (now - at) / 200);
    at = now;
    if (tokens < 1) return 503;
    tokens--;
    return 200;
  });
  const all = await Promise.all(Array.from({ length: 60 }, () => send(LIST_WITH_KEY)));
  expect(new Set(all.map(outcome))).toEqual(new Set([200]));
  expect([end.why, sender.limiter.limit]).toEqual([undefined, 1]);
  expect(calls.length).toBeLessThan(250);
});

test("a wait of 15 minutes that all calls are asked for ends the run at once", async () => {
  const { send, calls, end } = sending((_, nth) => (nth < 20 ? 200 : [429, "900"]));
  for (let nth = 0; nth < 60 && end.why === undefined; nth++)
    await send(nth % 2 === 0 ? WITHOUT_KEY : CANCEL);
  expect(end.why).toMatch(/^The service asks to wait 15 min/);
  expect(calls.length).toBeLessThanOrEqual(22);
});

test("a query that is refused makes no other call wait", async () => {
  const { send, clock, sender } = sending(({ query }) => (query === undefined ? 200 : [429, "30"]));
  const odd = send(QUERY);
  await send(CANCEL);
  expect(clock.now()).toBeLessThan(100);
  await odd;
  expect(sender.limiter.limit).toBe(8);
});

test("an operation that hangs alone is asked twice, and judged", async () => {
  const { send, calls, outcome, end } = sending(({ method }) =>
    method === "DELETE" ? "timeout" : 200,
  );
  expect([outcome(await send(CANCEL)), end.why]).toEqual(["timeout", undefined]);
  expect(calls.filter(({ method }) => method === "DELETE").length).toBe(2);
});
