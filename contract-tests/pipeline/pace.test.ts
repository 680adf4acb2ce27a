/** When calls go. Time is virtual: each call takes a millisecond. */
import { expect, test } from "playwright/test";
import type { OutgoingCall } from "../client/exchange.ts";
import { wire } from "../testing/simulation/wire.ts";
import { createPace, type PaceOptions } from "./pace.ts";
import { refusedExchange } from "./sending.ts";

const LIST: OutgoingCall = { method: "GET", path: "/store/orders", credential: "good" };
const named = (name: string, more: Partial<OutgoingCall> = {}): OutgoingCall => ({
  ...LIST,
  path: `/${name}`,
  ...more,
});
const many = (count: number, more?: Partial<OutgoingCall>): OutgoingCall[] =>
  Array.from({ length: count }, (_, nth) => named(String(nth), more));

function paced(options: Partial<PaceOptions> = {}) {
  const sent = wire(() => 200);
  const pace = createPace({ clock: sent.clock, isOneAtATime: () => false, ...options });
  const send = pace.stage(sent.send);
  const names = () => sent.calls.map(({ path }) => path.slice(1));
  return {
    ...sent,
    pace,
    names,
    sendAll: (calls: readonly OutgoingCall[]) => Promise.all(calls.map(send)),
  };
}

test("seven calls are under way at once, and an eighth one that goes first", async () => {
  const { sendAll, most, names } = paced();
  await sendAll([...many(20), named("first", { priority: true })]);
  expect(most()).toBe(8);
  expect(names().indexOf("first")).toBe(7);
});

for (const [title, options] of [
  ["--parallel 1", { parallel: 1 }],
  ["a gentle run, or long lists", { isOneAtATime: () => true }],
] as const)
  test(`${title}: one call at a time, in their order`, async () => {
    const { sendAll, most, names } = paced(options);
    await sendAll(many(5));
    expect([most(), names()]).toEqual([1, ["0", "1", "2", "3", "4"]]);
  });

test("a rate spreads the calls evenly, and those of a group too", async () => {
  const { sendAll, sentAt } = paced({ rate: 10 });
  await sendAll(many(4, { barrier: { group: "a", size: 4 } }));
  expect(sentAt).toEqual([0, 100, 200, 300]);
});

test("the calls of a group go in the same moment, when all of them have come and there is room for all", async () => {
  const { sendAll, sentAt, most, clock } = paced();
  const group = many(8, { barrier: { group: "a", size: 8 } });
  const sent = sendAll([...many(5), ...group.slice(0, 7)]);
  await clock.sleep(50);
  expect(sentAt.length).toBe(5);
  await Promise.all([sent, sendAll(group.slice(7))]);
  expect([most(), sentAt.slice(5)]).toEqual([8, Array.from({ length: 8 }, () => 50)]);
});

test("a group that is larger than what may be under way at once goes one after the other", async () => {
  const { sendAll, most } = paced({ parallel: 2 });
  await sendAll(many(4, { barrier: { group: "a", size: 4 } }));
  expect(most()).toBeLessThanOrEqual(2);
});

test("all calls wait as long as the deployment asks, three minutes in all", async () => {
  const { sendAll, sentAt, pace } = paced();
  expect([pace.wait(60_000), pace.wait(60_000)]).toEqual([true, true]);
  await sendAll(many(2));
  // Two waits at the same time are one.
  expect(sentAt).toEqual([60_000, 60_000]);
  expect([pace.wait(60_000), pace.wait(120_000)]).toEqual([true, true]);
  await sendAll(many(1));
  expect(pace.wait(1)).toBe(false);
});

test("calls that a limit refuses together slow the run down once, and further ones again, to one call a second", async () => {
  const { pace, sendAll } = paced();
  const intervals: number[] = [];
  for (let nth = 0; nth < 7; nth++) {
    const [refused] = await sendAll(many(1));
    pace.slowDown(refused!);
    pace.slowDown({ sentAt: -1 });
    intervals.push(pace.intervalMs());
  }
  expect(intervals).toEqual([50, 100, 200, 400, 800, 1000, 1000]);
});

test("a call that is not sent takes no slot of a rate", async () => {
  const sent = wire(() => 200);
  const pace = createPace({ clock: sent.clock, rate: 10, isOneAtATime: () => false });
  const send = pace.stage(async (call) =>
    call.path === "/refused" ? refusedExchange(call, "no", 0) : sent.send(call),
  );
  await Promise.all([
    send(named("0")),
    ...Array.from({ length: 5 }, () => send(named("refused"))),
    send(named("1")),
  ]);
  expect(sent.sentAt.at(-1)).toBeLessThanOrEqual(200);
});
