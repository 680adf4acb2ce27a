/** What is sent while a deployment cannot be reached, and when the run ends. */
import { expect, test } from "playwright/test";
import type { Exchange, Failure, OutgoingCall } from "../client/exchange.ts";
import { sampleExchange } from "../testing/sample-exchange.ts";
import { sendWhenReachable } from "./reachability.ts";
import { newRunState } from "./run-state.ts";

const LIST: OutgoingCall = { method: "GET", path: "/store/orders", credential: "good" };
const PETS: OutgoingCall = { method: "GET", path: "/pets/1", credential: "good" };

/** A deployment that answers as the failure at some millisecond says, on a clock that only waits advance. */
function reaching(failureAt: (ms: number, nth: number) => Failure | undefined) {
  const state = newRunState();
  const sent: string[] = [];
  const recorded: Exchange[] = [];
  let now = 0;
  const clock = {
    now: () => now,
    sleep: async (ms: number) => {
      now += ms;
      // Other calls go on meanwhile.
      await new Promise(setImmediate);
    },
  };
  const config = { baseUrl: "http://host/v1", seed: 1, readOnly: true, pending: [], shipped: [], absent: [] };
  const deliver = async (call: OutgoingCall): Promise<Exchange> => {
    const failure = failureAt(now, sent.push(`${now} ${call.path}`) - 1);
    await new Promise(setImmediate);
    return failure === undefined ? sampleExchange(call, {}) : sampleExchange(call, undefined, failure);
  };
  const send = sendWhenReachable({ state, clock, config, send: deliver }, deliver, (exchange) =>
    recorded.push(exchange),
  );
  return { send, state, sent, recorded };
}

const refused = (message: string): Failure => ({ kind: "unreachable", message });
const timeout: Failure = { kind: "timeout", message: "no answer within 10 s" };

test("a call waits longer and longer until the deployment can be reached", async () => {
  const { send, state, sent, recorded } = reaching((ms) => (ms < 1750 ? refused("down") : undefined));
  expect((await send(LIST)).response?.status).toBe(200);
  expect(sent).toEqual([0, 250, 750, 1750].map((ms) => `${ms} ${LIST.path}`));
  expect(recorded.length).toBe(4);
  expect([state.guard.ended, "recovery" in state]).toEqual([undefined, false]);
});

test("a deployment that stays away ends the run, with the last reason", async () => {
  const { send, state, sent, recorded } = reaching((ms) => refused(`down for ${ms} ms`));
  await send(LIST);
  expect(state.guard.ended).toBe("The deployment could not be reached any more: down for 7750 ms.");
  // The last call is the one that the guard refuses: no exchange with the deployment.
  expect(sent.slice(-2)).toEqual([`7750 ${LIST.path}`, `7750 ${LIST.path}`]);
  expect([sent.length, recorded.length, "recovery" in state]).toEqual([7, 6, false]);
});

test("one call is repeated, and all others wait for it", async () => {
  const { send, sent, state } = reaching((ms) => (ms < 750 ? refused("down") : undefined));
  const underWay = [send(LIST), send(PETS)];
  while (state.recovery === undefined) await new Promise(setImmediate);
  const later = send({ ...PETS, path: "/pets/2" });
  const answers = await Promise.all([...underWay, later]);
  expect(answers.map(({ response }) => response?.status)).toEqual([200, 200, 200]);
  expect(sent).toEqual([
    "0 /store/orders",
    "0 /pets/1",
    "250 /store/orders",
    "750 /store/orders",
    "750 /pets/1",
    "750 /pets/2",
  ]);
});

for (const [title, failure, guard, ended] of [
  [
    "eight timeouts without any response",
    timeout,
    { timeouts: 8 },
    "The deployment completes no response in time: no answer within 10 s.",
  ],
  ["seven timeouts", timeout, { timeouts: 7 }, undefined],
  ["timeouts after a response", timeout, { timeouts: 8, slowestMs: 1 }, undefined],
  ["another failure after timeouts", { kind: "reset", message: "closed" }, { timeouts: 8 }, undefined],
  ["timeouts after the end", timeout, { timeouts: 8, ended: "The budget is used up." }, "The budget is used up."],
] as [string, Failure, object, string | undefined][])
  test(`${title}: the run ${ended === undefined ? "goes on" : "has ended"}`, async () => {
    const { send, state } = reaching(() => failure);
    Object.assign(state.guard, guard);
    await send(LIST);
    expect(state.guard.ended).toBe(ended);
  });
