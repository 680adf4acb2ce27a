/** What is not sent, and what the ledger keeps of it. */
import { expect, test } from "playwright/test";
import { CREDENTIALS, type Credential } from "../client/credentials.ts";
import {
  cancellationOf,
  GET_PET,
  LIST_CALL,
  LIST_WITH_KEY,
  type OutgoingCall,
} from "../client/exchange.ts";
import type { RunConfig } from "../run/run.ts";
import { listAnswer, scriptedRun } from "../testing/simulation/scripted-run.ts";
import { BUDGET } from "./sending.ts";

const DRAWN = 2n ** 61n + 0xd1234567n;
const RULES = { pending: [17n, 18n], shipped: [], absent: [4n] };

/** A deployment whose lists show these ids, one list after the other. */
function run(
  lists: readonly (readonly bigint[])[] = [[17n, 18n]],
  config: Partial<RunConfig> = {},
) {
  let nth = 0;
  const scripted = scriptedRun(
    ({ path, credential }) => {
      const isList = path === LIST_CALL.path && credential === "good";
      return isList ? listAnswer(lists[Math.min(nth++, lists.length - 1)]!) : { status: 404 };
    },
    { ...RULES, ...config },
  );
  scripted.ledger.drawn.add(DRAWN);
  const send = scripted.sendFor("trial");
  const why = async (call: OutgoingCall) => (await send(call)).failure?.message;
  return { ...scripted, send, sent: scripted.calls, why };
}

test("before a list was read only provided ids are cancelled; a refused call is not sent", async () => {
  const { why, sent, ledger } = run();
  expect(await why(cancellationOf(DRAWN))).toMatch(/^No list of orders was read/);
  expect([sent, ledger.entries.length, ledger.refused.length]).toEqual([[], 0, 1]);
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

test("the policy is asked when a call goes: what a list has shown while it waited counts", async () => {
  const { send, why } = run([[17n, 4n]], { rate: 1 });
  const list = send(LIST_WITH_KEY);
  const refused = why(cancellationOf(4n));
  await list;
  expect(await refused).toMatch(/provided as absent/);
});

test("the budget of calls and the time of a run end it", async () => {
  const few = run(undefined, { maxRequests: 2 });
  for (let nth = 0; nth < 4; nth++) await few.send(LIST_WITH_KEY);
  expect([few.sent.length, few.end.why]).toEqual([
    2,
    expect.stringMatching(/^The budget of 2 requests/),
  ]);
  const long = run();
  await long.send(LIST_WITH_KEY);
  await long.clock.sleep(BUDGET.runMs);
  await long.send(LIST_WITH_KEY);
  expect([long.sent.length, long.end.why]).toEqual([
    1,
    expect.stringMatching(/^The time of the run \(900 s\)/),
  ]);
});

test("an interrupted run sends nothing more", async () => {
  const interruption = new AbortController();
  const { send, sent } = run(undefined, { signal: interruption.signal });
  await send(LIST_WITH_KEY);
  interruption.abort();
  expect((await send(LIST_WITH_KEY)).failure?.message).toBe("The run was interrupted.");
  expect(sent.length).toBe(1);
});

const KINDS: readonly Omit<OutgoingCall, "credential">[] = [
  LIST_CALL,
  { ...LIST_CALL, query: "nonce=x", connection: "a" },
  { ...LIST_CALL, headers: [["X-Real-IP", "127.0.0.1"]] },
  { ...LIST_CALL, query: "callback=f" },
  ...[17n, DRAWN, "xyz"].map(cancellationOf),
  { ...cancellationOf(17n), headers: [["X-Real-IP", "127.0.0.1"]] },
  GET_PET,
  { method: "GET", path: "/elsewhere" },
];
const EVERY = Object.keys(CREDENTIALS) as Credential[];
/** Calls of every kind that the checks send, with each credential. */
const CALLS = KINDS.flatMap((call) =>
  EVERY.map((credential): OutgoingCall => ({ ...call, credential })),
);

test("however often the checks ask, a gentle run sends nine calls without the good key, and one at a time", async () => {
  const { send, sent, most } = run(undefined, { gentle: true });
  await send(LIST_WITH_KEY);
  await Promise.all([...CALLS, ...CALLS, ...CALLS].map(send));
  const bad = sent.filter(({ credential }) => credential !== "good");
  expect(bad.length).toBe(9);
  expect(new Set(bad.map(({ method, path }) => `${method} ${path}`)).size).toBe(4);
  expect(most()).toBe(1);
});

test("a gentle run sends no calls at the same moment, and no preflight", async () => {
  const { why, sent } = run(undefined, { gentle: true });
  const barrier = { group: "a", size: 2 };
  expect(await why({ ...cancellationOf(17n), barrier })).toMatch(/same moment/);
  expect(await why({ ...LIST_CALL, method: "OPTIONS", credential: "none" })).toMatch(/gentle/);
  expect(sent).toEqual([]);
});
