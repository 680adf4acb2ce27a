/** How long a call waits, and how often it is sent, when the deployment asks to wait or a gateway has no service behind it. */
import { expect, test } from "playwright/test";
import type { OutgoingCall, Send } from "../client/exchange.ts";
import { type Clock, createGuard } from "../safety/guard.ts";
import { sampleExchange } from "../testing/sample-exchange.ts";
import { type Answer, retrying } from "../testing/simulation/retrying.ts";
import { virtualClock } from "../testing/simulation/virtual-clock.ts";
import { createFindings } from "./findings.ts";
import { createRetry } from "./retry.ts";
import { newRunState } from "./run-state.ts";

const LIST: OutgoingCall = { method: "GET", path: "/store/orders", credential: "good" };

for (const [what, answers, sent, last] of [
  ["Retry-After in seconds", [[429, "3"], 200], [0, 3000], 200],
  ["Retry-After with a fraction", [[429, "1.5"], 200], [0, 1500], 200],
  ["Retry-After of 503", [[503, "2"], 200], [0, 2000], 200],
  ["Retry-After as a date", [[429, "Thu, 01 Jan 2026 00:00:07 GMT"], 200], [0, 7000], 200],
  ["Retry-After in the past", [[429, "Thu, 01 Jan 2026 00:00:00 GMT"], 200], [0, 0], 200],
  ["Retry-After that is neither", [[429, "soon"], 200], [0, 1000], 200],
  ["429 without Retry-After", [429, 429, 429, 200], [0, 500, 1500, 3500], 200],
  ["the longest wait", [[429, "15"], 200], [0, 15_000], 200],
  ["a longer wait than any", [[429, "16"], 200], [0], 429],
  ["no end of waits", [[429, "1"]], [0, 1000, 2000, 3000, 4000, 5000], 429],
  ["waits of more than a minute", [[429, "15"]], [0, 15_000, 30_000, 45_000, 60_000], 429],
  ["a status of the service", [500, 200], [0], 500],
  ["Retry-After of another status", [[500, "3"], 200], [0], 500],
] as [string, Answer[], number[], number][])
  test(`${what}: the call is sent after ${sent.join(", ")} ms`, async () => {
    const { retry, sentAt } = retrying(...answers);
    const { response } = await retry.send(LIST);
    expect([sentAt, response?.status]).toEqual([sent, last]);
  });

test("a call with a query, which a gateway may refuse for ever, is sent twice and makes no others wait", async () => {
  const { retry, sentAt, state } = retrying([429, "1"]);
  await retry.send({ ...LIST, query: "limit=1" });
  expect([sentAt, state.guard.pausedUntil]).toEqual([[0, 1000], 0]);
  await retry.send(LIST);
  expect(state.guard.pausedUntil).toBeGreaterThan(0);
});

test("a rate limit is observed with the statuses that were served after a wait", async () => {
  const limited = retrying([429, "1"], 200);
  await limited.retry.send(LIST);
  expect([[...limited.retry.limitedBy], limited.found()]).toEqual([[429], ["limited"]]);
  const restarting = retrying([503, "1"], 200);
  await restarting.retry.send(LIST);
  expect([[...restarting.retry.limitedBy], restarting.found()]).toEqual([[], []]);
});

test("each 429 without Retry-After doubles the pace, from 50 ms to a second", async () => {
  const { retry, state } = retrying(...Array.from({ length: 7 }, () => [429, 200]).flat());
  const paces: number[] = [];
  for (let time = 0; time < 7; time++) {
    await retry.send(LIST);
    paces.push(state.guard.paceMs);
  }
  expect(paces).toEqual([50, 100, 200, 400, 800, 1000, 1000]);
});

for (const [first, isRepeated] of [
  ...([502, 503, 504, "reset", "malformed", "timeout"] as const).map((answer) => [answer, true] as const),
  ...([401, 500, "too-large"] as const).map((answer) => [answer, false] as const),
])
  test(`a call that gets ${first} is ${isRepeated ? "" : "not "}repeated at once`, async () => {
    const { retry, sentAt } = retrying(first, 200);
    const exchange = await retry.send(LIST);
    expect(sentAt).toEqual(isRepeated ? [0, 0] : [0]);
    expect(retry.firstAttempt(exchange) !== undefined).toBe(isRepeated);
  });

test("a call that meets the end of a gateway twice is sent once more, unless it may itself end the service", async () => {
  const restarted = retrying("reset", "reset", 200);
  expect((await restarted.retry.send(LIST)).response?.status).toBe(200);
  expect(restarted.sentAt).toHaveLength(3);
  const broken = retrying("reset");
  expect((await broken.retry.send(LIST)).failure?.kind).toBe("reset");
  const malformed = retrying("reset", "reset", 200);
  const cancellation = { method: "DELETE", path: "/store/orders/17x", credential: "good" } as const;
  expect((await malformed.retry.send(cancellation)).failure?.kind).toBe("reset");
  expect(malformed.sentAt).toHaveLength(2);
});

test("what a gateway answers for some seconds is waited for, once for each kind of call", async () => {
  const restarted = retrying(502, 502, 502, 502, 200);
  expect((await restarted.retry.send(LIST)).response?.status).toBe(200);
  expect(restarted.sentAt).toEqual([0, 0, 500, 1500, 3500]);
  expect(restarted.state.guard.paceMs).toBe(0);
  const gone = retrying(502);
  expect((await gone.retry.send(LIST)).response?.status).toBe(502);
  await gone.retry.send(LIST);
  expect(gone.sentAt).toEqual([0, 0, 500, 1500, 3500, 3500, 3500]);
});

test("a call that has timed out twice waits two seconds from then on, and is not repeated", async () => {
  const { retry, sentAt } = retrying("timeout");
  await retry.send(LIST);
  const { call } = await retry.send(LIST);
  expect([sentAt.length, call.timeoutMs]).toEqual([3, 2000]);
  const other = await retry.send({ ...LIST, timeoutMs: 700 });
  expect(other.call.timeoutMs).toBe(700);
});

test("a server error that does not occur again is advice; in three checks of a run it is a violation", async () => {
  const { state } = retrying(200);
  const verdicts: (readonly string[])[] = [];
  for (let check = 0; check < 3; check++) {
    const { retry, found, state: own } = retrying(502, 200, 502, 200);
    own.serverErrors = state.serverErrors;
    await retry.send(LIST);
    await retry.send(LIST);
    state.serverErrors = own.serverErrors;
    verdicts.push(found());
  }
  const advice = ["server-error-once", "server-error-once"];
  expect(verdicts).toEqual([advice, advice, ["server-error-once", "violated", "server-error-once"]]);
});

test("checks that meet the same restart of a gateway at the same time count it once", async () => {
  const state = newRunState();
  let now = 1_000;
  let sent = 0;
  const send: Send = async (call) => {
    const [nth, startedAt] = [sent++, now];
    await new Promise(setImmediate);
    now++;
    return { ...sampleExchange(call, { status: nth < 3 ? 502 : 200 }), startedAt };
  };
  const clock: Clock = { now: () => now, sleep: async () => {} };
  const config = { baseUrl: "http://host/v1", seed: 1, readOnly: true, pending: [], shipped: [], absent: [] };
  const checks = [1, 2, 3].map(() => {
    const findings = createFindings();
    return { findings, retry: createRetry({ send, config, state, clock }, findings.recorder, () => {}) };
  });
  await Promise.all(checks.map(({ retry }) => retry.send(LIST)));
  const kinds = checks.map(({ findings }) => findings.list().map(({ kind }) => kind));
  expect(kinds).toEqual([["advice"], ["advice"], ["advice"]]);
  expect(state.serverErrors).toBe(1);
});

test("checks that meet the same restart of a gateway wait for it together", async () => {
  const state = newRunState();
  const clock = virtualClock();
  const config = { baseUrl: "http://host/v1", seed: 1, readOnly: true, pending: [], shipped: [], absent: [] };
  const deployment: Send = async (call) => {
    const startedAt = clock.now();
    await clock.sleep(10);
    return { ...sampleExchange(call, { status: startedAt < 700 ? 502 : 200 }), startedAt };
  };
  const send = createGuard(deployment, config, state.guard, clock);
  const check = async () => {
    const findings = createFindings();
    const retry = createRetry({ send, config, state, clock }, findings.recorder, () => {});
    const exchanges = await Promise.all(Array.from({ length: 8 }, () => retry.send(LIST)));
    expect(findings.list().filter(({ kind }) => kind === "violated")).toEqual([]);
    return exchanges.map(({ response }) => response?.status);
  };
  const statuses = (await Promise.all([check(), check(), check()])).flat();
  expect(statuses).toEqual(Array(24).fill(200));
  expect(clock.now()).toBeLessThan(3_000);
});
