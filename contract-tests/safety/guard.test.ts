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
function deployment(answer: Partial<Response> = {}, budget: BudgetOptions = {}, events: Partial<Exchange>[] = []) {
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
  const send = createGuard(deliver, { ...RULES, baseUrl: "http://host/v1", budget }, state, clock);
  return { send, calls, clock, state };
}

const reason = ({ failure }: Exchange): string | undefined =>
  failure?.kind === "forbidden" ? failure.message : undefined;

test("a refused call is not sent, and its failure has the reason", async () => {
  const { send, calls } = deployment();
  const refused = await send({ ...WORD, path: "/store/orders/17" });
  expect(refused).toMatchObject({
    url: "http://host/v1/store/orders/17",
    failure: { kind: "forbidden", message: "No list of orders was read, so the target may be another service." },
  });
  expect(calls).toEqual([]);
});

test("each list replaces the one before", async () => {
  const lists = ['[{"id":0}]', "[]"].map((body) => ({ response: responseWith({ body: Buffer.from(body) }) }));
  const { send } = deployment({}, {}, lists);
  await send(LIST);
  expect(reason(await send(WORD))).toMatch(/the listed order 0/);
  await send(LIST);
  expect(reason(await send(WORD))).toBeUndefined();
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
  ["with status 401", LIST, { status: 401 }],
  ["in an unknown coding", LIST, { headers: [["Content-Encoding", "zstd"]] }],
] as [string, OutgoingCall, Partial<Response>][])
  test(`a response is not the list: ${title}`, async () => {
    const { send } = deployment(answer);
    await send(call);
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

test("a rate spaces calls, also those of a barrier", async () => {
  const { send, clock } = deployment({}, { rate: 4 });
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

test("the calls of a barrier are sent in one tick, also when one of them is refused", async () => {
  const { send, calls } = deployment();
  const barrier = { group: "g", size: 3 };
  const first = send({ ...LIST, barrier });
  await new Promise(setImmediate);
  expect(calls).toEqual([]);
  expect(reason(await send({ ...WORD, barrier }))).toMatch(/^No list of orders was read/);
  const last = send({ ...LIST, barrier });
  await new Promise(setImmediate);
  expect(calls).toHaveLength(2);
  await Promise.all([first, last]);
});

test("timeouts shorten the timeout of further calls, to no less than three times the slowest response", async () => {
  const { send, calls } = deployment({}, {}, [
    { durationMs: 1_500 },
    { failure: { kind: "timeout", message: "" } },
    { failure: { kind: "timeout", message: "" } },
  ]);
  for (let i = 0; i < 4; i++) await send(LIST);
  await send({ ...LIST, timeoutMs: 1_000 });
  expect(calls.map(({ timeoutMs }) => timeoutMs)).toEqual([undefined, undefined, undefined, 4_500, 1_000]);
});
