/** What checks need not ask for because another one has: lists, and calls with bad credentials. */
import { expect, test } from "playwright/test";
import { authList } from "../checks/auth/auth-list.ts";
import { mixedCalls } from "../checks/mixed-calls.ts";
import { cancellationOf } from "../checks/send-together.ts";
import { LIST_WITH_KEY, type OutgoingCall } from "../client/exchange.ts";
import { errorAnswer, PENDING, scriptedRun, soundService } from "../testing/simulation/scripted-run.ts";
import type { RunConfig } from "./run.ts";

const [FIRST, SECOND] = PENDING;
const ABSENT = 9_000_009n;

for (const [what, call, lists, config] of [
  ["an unknown order", undefined, 2],
  ["an order handed over as absent", cancellationOf(ABSENT), 2, { absent: [ABSENT] }],
  ["an order that is cancelled", cancellationOf(SECOND), 2],
  ["a text that the guard refuses", cancellationOf("17"), 2],
  ["a pending order", cancellationOf(FIRST), 3],
  ["a pending order, without the key", { ...cancellationOf(FIRST), credential: "none" }, 3],
  ["a malformed id", cancellationOf("xyz"), 3],
  ["an unknown order, while other shards cancel some", undefined, 4, { sharded: true }],
] as [string, OutgoingCall | undefined, number, Partial<RunConfig>?][])
  test(`after cancelling ${what}, ${lists - 2} of two checks need another list`, async () => {
    const { calls, judge } = scriptedRun(soundService(), config);
    await judge(async (context) => {
      await context.listOrders();
      await context.send(cancellationOf(SECOND));
      await context.listOrders();
      await context.send(call ?? cancellationOf(context.draw("{drawn}")));
    });
    for (let check = 0; check < 2; check++) await judge(async ({ currentList }) => void (await currentList()));
    expect(calls.filter(({ path }) => path === LIST_WITH_KEY.path).length).toBe(lists);
  });

test("a list that could not be read, or was asked for with a query, is asked for again", async () => {
  const service = soundService();
  const { calls, judge } = scriptedRun((call, nth) => (nth === 1 ? errorAnswer(404) : service(call)));
  await judge(async (context) => {
    await context.listOrders({ query: "limit=1" });
    expect(await context.currentList()).toBeUndefined();
    expect((await context.currentList())?.count).toBe(PENDING.length + 1);
    await context.currentList();
  });
  expect(calls.length).toBe(3);
});

test("a bad key with which another check got 401 is not tried again, any other one is", async () => {
  const service = soundService();
  const { calls, judge } = scriptedRun((call) => (call.credential === "admin" ? errorAnswer(403) : service(call)));
  await judge(mixedCalls);
  const { findings } = await judge(authList);
  const lists = calls.filter(({ method, path, query }) => method === "GET" && path === LIST_WITH_KEY.path && !query);
  const sent = (name: string) => lists.filter(({ credential }) => credential === name).length;
  expect([sent("test"), sent("admin"), sent("sql")]).toEqual([1, 2, 1]);
  expect(findings.some((one) => one.kind === "violated" && one.why.includes("the word admin"))).toBe(true);
});
