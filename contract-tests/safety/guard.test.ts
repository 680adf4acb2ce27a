import { gzipSync } from "node:zlib";
import { expect, test } from "playwright/test";
import type { Exchange, OutgoingCall, Response, Send } from "../client/exchange.ts";
import { type BudgetOptions, type Clock, createGuard, newGuardState } from "./guard.ts";

const RULES = { readOnly: true, pending: [], shipped: [], absent: [] };
const LIST: OutgoingCall = { method: "GET", path: "/store/orders", credential: "good" };
const WORD: OutgoingCall = { method: "DELETE", path: "/store/orders/xyz", credential: "good" };

function responseWith(answer: Partial<Response>): Response {
  return {
    status: 200,
    reason: "OK",
    httpVersion: "1.1",
    headers: [],
    body: Buffer.from("[]"),
    trailingBytes: 0,
    informational: [],
    ...answer,
  };
}

/** A deployment with one response, the calls that it got, and a clock that only `sleep` advances. */
function deployment(
  answer: Partial<Response> = {},
  budget: BudgetOptions = {},
  events: Partial<Exchange>[] = [],
  signal?: AbortSignal,
) {
  const calls: OutgoingCall[] = [];
  const coming = [...events];
  let now = 0;
  const clock: Clock = {
    now: () => now,
    sleep: async (ms) => {
      now += ms;
    },
  };
  const deliver: Send = async (call) => {
    calls.push(call);
    const response = responseWith(answer);
    return {
      call,
      url: "",
      requestHeaders: [],
      response,
      credentialEchoed: false,
      startedAt: now,
      durationMs: 0,
      ...coming.shift(),
    };
  };
  const state = newGuardState();
  const send = createGuard(deliver, { ...RULES, baseUrl: "http://host/v1", budget, signal }, state, clock);
  return { send, calls, clock, state };
}

const reason = ({ failure }: Exchange): string | undefined =>
  failure?.kind === "forbidden" ? failure.message : undefined;

test("a refused call is not sent, and its failure has the reason", async () => {
  const { send, calls } = deployment();
  const refused = await send({ ...WORD, path: "/store/orders/17", query: "nonce=abc" });
  expect(refused).toMatchObject({
    url: "http://host/v1/store/orders/17?nonce=abc",
    failure: { kind: "forbidden", message: "No list of orders was read, so the target may be another service." },
  });
  expect(calls).toEqual([]);
});

test("each list replaces the one before", async () => {
  const lists = ['[{"id":0}]', "[]", '[{"id":0}]'].map((body) => ({
    response: responseWith({ body: Buffer.from(body) }),
  }));
  const [first, empty, last] = lists;
  const { send } = deployment({}, {}, [first!, empty!, {}, last!]);
  await send(LIST);
  expect(reason(await send(WORD))).toMatch(/the listed order 0/);
  await send(LIST);
  expect(reason(await send(WORD))).toBeUndefined();
  await send(LIST);
  expect(reason(await send(WORD))).toMatch(/the listed order 0/);
});

test("a compressed list is read", async () => {
  const { send } = deployment({ headers: [["content-ENCODING", "gzip"]], body: gzipSync("[]") });
  await send(LIST);
  expect(reason(await send(WORD))).toBeUndefined();
});

for (const [title, call, answer] of [
  ["to a call with a query", { ...LIST, query: "limit=1" }, {}],
  ["to a call without the good key", { ...LIST, credential: "none" }, {}],
  ["to another method", { ...LIST, method: "HEAD" }, {}],
  ["to another path", { ...LIST, path: "/pets/1" }, {}],
  ["with status 401", LIST, { status: 401 }],
  ["in an unknown coding", LIST, { headers: [["Content-Encoding", "zstd"]] }],
] as [string, OutgoingCall, Partial<Response>][])
  test(`a response is not the list: ${title}`, async () => {
    const { send } = deployment(answer);
    await send(call);
    expect(reason(await send(WORD))).toMatch(/^No list of orders was read/);
  });

test("a list that broke off is not the list", async () => {
  const { send } = deployment({}, {}, [{ failure: { kind: "reset", message: "" } }]);
  await send(LIST);
  expect(reason(await send(WORD))).toMatch(/^No list of orders was read/);
});

test("the budget counts calls that are sent, and ends the run", async () => {
  const { send, calls } = deployment({}, { maxRequests: 2 });
  await send({ ...LIST, method: "POST" });
  await send(LIST);
  await send(LIST);
  expect(reason(await send(LIST))).toBe("The budget of 2 requests is used up; --max-requests raises it.");
  expect(calls).toHaveLength(2);
});

test("calls are refused after the time of the run", async () => {
  const { send, clock } = deployment({}, { runMs: 5_000 });
  expect(reason(await send(LIST))).toBeUndefined();
  await clock.sleep(5_001);
  expect(reason(await send(LIST))).toBe("The time of the run (5 s) is used up.");
});

test("after an interruption no call is sent", async () => {
  const interruption = new AbortController();
  const { send, calls } = deployment({}, {}, [], interruption.signal);
  await send(LIST);
  interruption.abort();
  expect(reason(await send(LIST))).toBe("The run was interrupted.");
  expect(calls).toHaveLength(1);
});

for (const [what, budget, paceMs] of [
  ["a rate", { rate: 4 }, 0],
  ["the pace of the deployment", {}, 250],
  ["the slower of both", { rate: 40 }, 250],
] as const)
  test(`${what} spaces calls, also those of a barrier`, async () => {
    const { send, clock, state } = deployment({}, budget);
    state.paceMs = paceMs;
    const together = { group: "g", size: 3 };
    for (let i = 0; i < 3; i++) await send({ ...LIST, barrier: together });
    expect(clock.now()).toBe(500);
  });

test("while the deployment has asked to wait, all calls wait", async () => {
  const { send, clock, state } = deployment();
  await send(LIST);
  state.pausedUntil = clock.now() + 700;
  await send(LIST);
  await send(LIST);
  expect(clock.now()).toBe(700);
});

test("a call that has waited is refused by a list that was received in the meantime", async () => {
  const { send, calls, clock, state } = deployment();
  await send(LIST);
  state.pausedUntil = clock.now() + 700;
  const { sleep } = clock;
  clock.sleep = async (ms) => {
    await sleep(ms);
    state.list = Buffer.from('[{"id":0}]');
  };
  expect(reason(await send(WORD))).toMatch(/the listed order 0/);
  expect(calls).toEqual([LIST]);
});

test("the calls of a barrier are sent in one tick, also when one of them is refused", async () => {
  for (const refused of [1, 2]) {
    const { send, calls } = deployment({}, { parallel: 3 });
    const barrier = { group: "g", size: 3 };
    const all = [send({ ...LIST, barrier })];
    await new Promise(setImmediate);
    expect(calls).toEqual([]);
    for (const at of [1, 2]) all.push(send({ ...(at === refused ? WORD : LIST), barrier }));
    await new Promise(setImmediate);
    expect(calls).toHaveLength(2);
    expect(reason((await Promise.all(all))[refused]!)).toMatch(/^No list of orders was read/);
  }
});

test("timeouts shorten the timeout of further calls, to no less than three times the slowest response", async () => {
  const { send, calls } = deployment({}, {}, [
    { durationMs: 1_500 },
    { durationMs: 9_000, failure: { kind: "reset", message: "" } },
    { failure: { kind: "timeout", message: "" } },
    { failure: { kind: "timeout", message: "" } },
  ]);
  for (let i = 0; i < 5; i++) await send(LIST);
  await send({ ...LIST, timeoutMs: 1_000 });
  expect(calls.map(({ timeoutMs }) => timeoutMs).slice(3)).toEqual([undefined, 4_500, 1_000]);
});
