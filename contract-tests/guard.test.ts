import { gzipSync } from "node:zlib";
import { expect, test } from "playwright/test";
import type { Call, Exchange, Response, Send } from "./exchange.ts";
import { BUDGET, type Budget, type Clock, guarded } from "./guard.ts";

const RULES = { readOnly: true, pending: [], shipped: [] };
const LIST: Call = { method: "GET", path: "/store/orders", credential: "good" };
const ABSENT: Call = { method: "DELETE", path: "/store/orders/5551234567", credential: "good" };

/** A deployment of one answer, its calls, and a clock that only sleeping moves. */
function deployment(answer: Partial<Response> = {}, budget: Partial<Budget> = {}, events: Partial<Exchange>[] = []) {
  const calls: Call[] = [];
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
    const response: Response = {
      status: 200,
      reason: "OK",
      httpVersion: "1.1",
      headers: [],
      body: Buffer.from("[]"),
      trailingBytes: 0,
      informational: [],
      ...answer,
    };
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
  const send = guarded(deliver, "http://host/v1", RULES, { ...BUDGET, ...budget }, clock);
  return { send, calls, clock };
}

const reason = ({ failure }: Exchange): string | undefined =>
  failure?.kind === "forbidden" ? failure.message : undefined;

test("what is refused never leaves, and says why", async () => {
  const { send, calls } = deployment();
  const refused = await send(ABSENT);
  expect(refused).toMatchObject({
    url: "http://host/v1/store/orders/5551234567",
    failure: { kind: "forbidden", message: "No list of all orders was seen that could show the order to be absent." },
  });
  expect(calls).toEqual([]);
});

test("a list opens the way to absent orders for a minute", async () => {
  const { send, calls, clock } = deployment();
  await send(LIST);
  expect(reason(await send(ABSENT))).toBeUndefined();
  await clock.sleep(60_001);
  expect(reason(await send(ABSENT))).toBe("The last list is too old to show that the order is absent.");
  expect(calls).toHaveLength(2);
});

test("a compressed list counts as well", async () => {
  const { send } = deployment({ headers: [["content-ENCODING", "gzip"]], body: gzipSync("[]") });
  await send(LIST);
  expect(reason(await send(ABSENT))).toBeUndefined();
});

for (const [title, call, answer] of [
  ["of another query", { ...LIST, query: "limit=1" }, {}],
  ["without the good key", { ...LIST, credential: "none" }, {}],
  ["by another method", { ...LIST, method: "HEAD" }, {}],
  ["that is none", LIST, { status: 401 }],
  ["of a part", LIST, { headers: [["Content-Range", "bytes 0-9/100"]] }],
  ["with a next page", LIST, { headers: [["Link", '</store/orders?page=2>; rel="next"']] }],
  ["in an unknown coding", LIST, { headers: [["Content-Encoding", "zstd"]] }],
] as [string, Call, Partial<Response>][])
  test(`no list is one ${title}`, async () => {
    const { send } = deployment(answer);
    await send(call);
    expect(reason(await send(ABSENT))).toMatch(/^No list/);
  });

test("the budget is for calls that go out, and ends the run", async () => {
  const { send, calls } = deployment({}, { maxRequests: 2 });
  await send({ ...LIST, method: "POST" });
  await send(LIST);
  await send(LIST);
  expect(reason(await send(LIST))).toBe("The budget of 2 requests is used up; --max-requests raises it.");
  expect(calls).toHaveLength(2);
});

test("the time of the run is bounded", async () => {
  const { send, clock } = deployment({}, { runMs: 5_000 });
  expect(reason(await send(LIST))).toBeUndefined();
  await clock.sleep(5_001);
  expect(reason(await send(LIST))).toBe("The time of the run (5 s) is used up.");
});

test("a rate spreads calls, also those that would leave together", async () => {
  const { send, calls, clock } = deployment({}, { rate: 4 });
  const together = { group: "g", size: 3 };
  for (let i = 0; i < 3; i++) await send({ ...LIST, together });
  expect(clock.now()).toBe(500);
  expect(calls.every((call) => call.together === undefined)).toBe(true);
});

test("a deployment that hangs is waited for less, but not less than one that is slow needs", async () => {
  const { send, calls } = deployment({}, {}, [
    { durationMs: 1_500 },
    { failure: { kind: "timeout", message: "" } },
    { failure: { kind: "timeout", message: "" } },
  ]);
  for (let i = 0; i < 4; i++) await send(LIST);
  await send({ ...LIST, timeoutMs: 1_000 });
  expect(calls.map(({ timeoutMs }) => timeoutMs)).toEqual([undefined, undefined, undefined, 4_500, 1_000]);
});
