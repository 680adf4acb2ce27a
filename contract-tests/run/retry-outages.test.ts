/** What is sent, and blamed, when a gateway has no service behind it, or a deployment closes its connections. */
import { expect, test } from "playwright/test";
import type { OutgoingCall } from "../client/exchange.ts";
import { type Answer, retrying } from "../testing/simulation/retrying.ts";

const LIST: OutgoingCall = { method: "GET", path: "/store/orders", credential: "good" };
const PETS: OutgoingCall = { method: "GET", path: "/pets/1", credential: "good" };
const MALFORMED: OutgoingCall = { method: "DELETE", path: "/store/orders/17x", credential: "good" };
const OTHER: OutgoingCall = { method: "GET", path: "/other", credential: "good" };

for (const [answers, sent, last, found] of [
  [[502, 200], [0, 0], 200, ["server-error-once"]],
  [[502, 499], [0, 0], 499, ["server-error-once"]],
  [[502, 500], [0, 0], 500, []],
  [["reset", 200], [0, 0], 200, []],
  [[[200, { kind: "reset", message: "closed" }], 200], [0, 0], 200, ["server-error-once"]],
  [[[200, { kind: "malformed", message: "no chunk" }], 499], [0, 0], 499, ["server-error-once"]],
  [[[200, { kind: "too-large", message: "" }], 200], [0], "too-large", []],
  [["reset", 502, 200], [0, 0], 502, []],
  [[502, "reset", 200], [0, 0], "reset", []],
  [["malformed", "reset", 200], [0, 0], "reset", []],
  [[502, 502, 200], [0, 0, 500], 200, []],
  [[503, 503, 200], [0, 0, 500], 200, ["limited"]],
  [[[503, "16"], 200], [0], 503, []],
] as [Answer[], number[], number | string, string[]][])
  test(`a call that gets ${JSON.stringify(answers)} is sent after ${sent.join(", ")} ms`, async () => {
    const { retry, sentAt, found: findings } = retrying(...answers);
    const { response, failure } = await retry.send(LIST);
    expect([sentAt, failure?.kind ?? response?.status, findings()]).toEqual([sent, last, found]);
  });

test("all calls wait while an unavailable service is waited for; while it may be a limiter, they are slow", async () => {
  for (const [status, waitPaceMs, limitedBy, paceMs] of [
    [502, 0, [], 0],
    [503, 1000, [503], 50],
  ] as const) {
    const { retry, state, paces } = retrying(status, status, status, 200);
    await retry.send(LIST);
    expect([paces, state.guard.paceMs, [...retry.limitedBy]]).toEqual([
      [0, 0, waitPaceMs, waitPaceMs],
      paceMs,
      limitedBy,
    ]);
    expect(state.guard.pausedUntil > 0).toBe(status === 502);
  }
});

test("what an odd query gets for some seconds makes no others wait", async () => {
  const { retry, state } = retrying(502, 502, 502, 200);
  await retry.send({ ...LIST, query: "limit=1" });
  expect(state.guard.pausedUntil).toBe(0);
});

test("an unavailable service is waited for by one call after the other, and once for each kind of call", async () => {
  const { retry, calls } = retrying(502);
  await Promise.all([LIST, PETS, LIST].map((call) => retry.send(call)));
  expect(calls.slice(6)).toEqual([LIST, LIST, LIST, PETS, PETS, PETS]);
});

test("a 503 that does not occur again is a limiter's, until calls are so slow that no limiter refuses them", async () => {
  const { retry, state, sentAt } = retrying(...Array.from({ length: 8 }, () => [503, 200]).flat());
  const limits: [paceMs: number, statuses: number[], serverErrors: number][] = [];
  while (sentAt.length < 16) {
    await retry.send(LIST);
    limits.push([state.guard.paceMs, [...retry.limitedBy], state.serverErrors]);
  }
  expect(limits).toEqual([
    [50, [], 0],
    ...[100, 200, 400, 800, 1000].map((paceMs) => [paceMs, [503], 0]),
    [1000, [503], 1],
    [1000, [503], 1],
  ]);
});

test("a server error that does not occur again counts for calls of the interface, once for each check", async () => {
  const brokenOff = [200, { kind: "reset", message: "closed" }] as const;
  const first = retrying(...[502, brokenOff, 502, brokenOff].flatMap((answer) => [answer, 200]));
  const counts: number[] = [];
  for (const [{ retry }, call] of [
    [first, OTHER],
    [first, LIST],
    [first, LIST],
    [first.another(), LIST],
  ] as const) {
    await retry.send(call);
    counts.push(first.state.serverErrors);
  }
  expect(counts).toEqual([0, 1, 1, 2]);
});

test("calls that time out twice wait less from then on, and no others", async () => {
  for (const [answers, isHanging] of [
    [["timeout", "timeout"], true],
    [["timeout", "reset"], false],
    [["reset", "timeout"], false],
  ] as const) {
    const { retry, calls } = retrying(...answers, 200);
    await retry.send(OTHER);
    for (const further of [OTHER, { ...OTHER, path: "/another" }, { ...OTHER, credential: "none" } as const, LIST])
      await retry.send(further);
    const shorter = calls.filter(({ timeoutMs }) => timeoutMs !== undefined);
    expect(shorter).toEqual(isHanging ? [{ ...OTHER, timeoutMs: 2000 }] : []);
  }
});

/** Two that a deployment answers unless it closes every connection. They are sent where it has answered before. */
const PROBES = [LIST, PETS];

test("a deployment that closes every connection for some seconds has banned the client", async () => {
  const { retry, calls, sentAt, state } = retrying("reset");
  state.guard.slowestMs = 1;
  // Another call is under way, so that it is not this one that has ended the service.
  state.knownCalls = 1;
  await retry.send(OTHER);
  const probedAt = [0, 250, 750, 1750, 3750, 7750];
  expect(sentAt).toEqual([0, 0, ...probedAt.flatMap((at) => [at, at]), 7750]);
  // The guard refuses the last one.
  expect(calls).toEqual([OTHER, OTHER, ...probedAt.flatMap(() => PROBES), OTHER]);
  expect(state.guard.ended).toMatch(/^The deployment closes every connection/);
});

for (const [title, answers, sent] of [
  ["that lists its orders", ["reset", "reset", 200], [LIST, LIST, LIST, LIST]],
  ["that has pets", ["reset", "reset", "reset", 200], [LIST, LIST, ...PROBES, LIST]],
] as [string, Answer[], OutgoingCall[]][])
  test(`a deployment ${title} has not banned the client: the call is sent once more`, async () => {
    const { retry, calls, state } = retrying(...answers);
    state.guard.slowestMs = 1;
    const { response } = await retry.send(LIST);
    expect([calls, response?.status, state.guard.ended]).toEqual([sent, 200, undefined]);
  });

test("a deployment that cannot be reached while it is asked has ended the run", async () => {
  const { retry, calls, state } = retrying("reset", "reset", "unreachable");
  state.guard.slowestMs = 1;
  await retry.send(LIST);
  expect(state.guard.ended).toMatch(/^The deployment could not be reached/);
  // Further calls are those of one wait: the guard refuses the last ones.
  expect(calls.length).toBe(2 + 1 + 5 + 2);
});

test("after a call of its own that no client should send, a closed connection is no ban", async () => {
  const { retry, sentAt, state } = retrying("reset");
  state.guard.slowestMs = 1;
  await retry.send(MALFORMED);
  await retry.send(LIST);
  expect([sentAt.length, state.hasCrashed, state.guard.ended]).toEqual([2 + 3, true, undefined]);
});

for (const [title, call, answers, beside] of [
  ["a call of the interface", LIST, ["reset"], undefined],
  ["such a call beside one of the interface", MALFORMED, ["reset"], LIST],
  ["a connection that is closed once", MALFORMED, ["reset", 404], undefined],
  ["a connection that is closed after another fault", MALFORMED, ["malformed", "reset", 404], undefined],
] as [string, OutgoingCall, Answer[], OutgoingCall | undefined][])
  test(`${title} crashes no service`, async () => {
    const { retry, state } = retrying(...answers);
    await Promise.all([beside, call].map((one) => one && retry.send(one)));
    expect([state.hasCrashed, state.knownCalls]).toEqual([false, 0]);
  });
