/** Tests what a session does not send, and why. */
import { expect, test } from "playwright/test";
import { OPERATIONS, type Operation } from "../../../spec/interface/operations.ts";
import {
  cancellationOf,
  LIST_CALL,
  LIST_WITH_KEY,
  type OutgoingCall,
  outgoingCall,
} from "../../client/calls.ts";
import { CREDENTIALS, type Credential } from "../../client/credentials.ts";
import { listAnswer, scriptedRun } from "../../testing/simulation/scripted-run.ts";
import { BUDGET } from "./budget.ts";
import type { SessionConfig } from "./config.ts";

const operations = Object.values<Operation>(OPERATIONS);
const DRAWN = 2n ** 61n + 0xd1234567n;
const RULES = { pending: [17n, 18n], shipped: [], absent: [4n] };

/** A deployment whose lists show these ids, one list after the other. */
function run(
  lists: readonly (readonly bigint[])[] = [[17n, 18n]],
  config: Partial<SessionConfig> = {},
) {
  let nth = 0;
  const scripted = scriptedRun(
    ({ path, credential }) => {
      const isList = path === LIST_CALL.path && credential === "good";
      return isList ? listAnswer(lists[Math.min(nth++, lists.length - 1)]!) : { status: 404 };
    },
    { ...RULES, ...config },
  );
  const { session } = scripted;
  session.orders.drawn.add(DRAWN);
  /** Returns why a call was not sent: a safety rule, or the end of the run. */
  const why = async (call: OutgoingCall) => {
    try {
      return (await session.send(call)).failure?.message;
    } catch (error) {
      return (error as Error).message;
    }
  };
  return { ...scripted, sent: scripted.calls, why };
}

test("before a list was read only provided ids are cancelled; a refused call is not sent", async () => {
  const { why, sent, session } = run();
  expect(await why(cancellationOf(DRAWN))).toMatch(/^No list of orders was read/);
  expect([sent, session.budget.sent, session.received.notSent.length]).toEqual([[], 0, 1]);
  expect(await why(cancellationOf(17n))).toBeUndefined();
  await why(LIST_WITH_KEY);
  expect(await why(cancellationOf(DRAWN))).toBeUndefined();
});

test("an id that was provided as absent, and is an order in any list of the run, is not cancelled any more", async () => {
  const { why } = run([[17n], [17n, 4n], [17n]]);
  await why(LIST_WITH_KEY);
  expect(await why(cancellationOf(4n))).toBeUndefined();
  await why(LIST_WITH_KEY);
  expect(await why(cancellationOf(4n))).toMatch(/provided as absent/);
  await why(LIST_WITH_KEY);
  expect(await why(cancellationOf(4n))).toMatch(/provided as absent/);
});

test("the rule of safety is asked when a call goes: what a list has shown while it waited counts", async () => {
  const { why } = run([[17n, 4n]], { rate: 1 });
  const list = why(LIST_WITH_KEY);
  const refused = why(cancellationOf(4n));
  await list;
  expect(await refused).toMatch(/provided as absent/);
});

test("the budget of calls and the time of a run end it", async () => {
  const few = run(undefined, { maxRequests: 2 });
  const last = await Promise.all(Array.from({ length: 4 }, () => few.why(LIST_WITH_KEY)));
  expect(last).toEqual([
    undefined,
    undefined,
    ...Array(2).fill(expect.stringMatching(/^The budget of 2 requests/)),
  ]);
  expect([few.sent.length, few.session.ended]).toEqual([2, last[3]]);

  const long = run();
  await long.why(LIST_WITH_KEY);
  await long.session.wait(BUDGET.runMs + 1, "a test");
  expect(await long.why(LIST_WITH_KEY)).toMatch(/^The time of the run \(900 s\)/);
  expect(long.sent.length).toBe(1);
});

test("an interrupted run sends nothing more", async () => {
  const interruption = new AbortController();
  const { why, sent } = run(undefined, { signal: interruption.signal });
  await why(LIST_WITH_KEY);
  interruption.abort();
  expect(await why(LIST_WITH_KEY)).toBe("The run was interrupted.");
  expect(sent.length).toBe(1);
});

const ORDER_OPERATIONS = operations.filter(({ parameter }) => parameter?.names === "order");
const KINDS: readonly Omit<OutgoingCall, "credential">[] = [
  ...ORDER_OPERATIONS.flatMap(({ id }) =>
    [17n, DRAWN, "xyz"].map((order) => outgoingCall(id, order)),
  ),
  ...operations.map(({ id }) => outgoingCall(id, 1n)),
  { ...LIST_CALL, query: "nonce=x", connection: "a" },
  { ...LIST_CALL, headers: [["X-Real-IP", "127.0.0.1"]] },
  { ...LIST_CALL, query: "callback=f" },
  { ...cancellationOf(17n), headers: [["X-Real-IP", "127.0.0.1"]] },
  { method: "GET", path: "/elsewhere" },
];
const EVERY = Object.keys(CREDENTIALS) as Credential[];
/** Calls of every kind that the steps send, with each credential. */
const CALLS = KINDS.flatMap((call) =>
  EVERY.map((credential): OutgoingCall => ({ ...call, credential })),
);

test("however often the steps ask, a gentle run sends the bad keys that the operations state, and one at a time", async () => {
  const { why, sent, most } = run(undefined, { gentle: true });
  await why(LIST_WITH_KEY);
  await Promise.all([...CALLS, ...CALLS, ...CALLS].map(why));
  expect(await why({ ...LIST_CALL, method: "OPTIONS", credential: "none" })).toMatch(/gentle/);
  const bad = sent.filter(({ credential }) => credential !== "good");
  const stated = operations.flatMap(({ badKeys }) => Object.values(badKeys).map(Object.values));
  const sum = stated.flat().reduce((total, times) => total + times, 0);
  expect(bad.length).toBe(sum);
  expect(sum).toBeLessThan(10);
  expect(most()).toBe(1);
});
