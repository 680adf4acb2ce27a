/** Tests when calls go. Time is virtual: each call takes a millisecond. */
import { expect, test } from "playwright/test";
import { LIST_WITH_KEY, type OutgoingCall } from "../../client/calls.ts";
import type { Exchange } from "../../client/exchange.ts";
import { wire } from "../../testing/simulation/wire.ts";
import { Limiter } from "./limiter.ts";

const many = (count: number): OutgoingCall[] =>
  Array.from({ length: count }, (_, nth) => ({ ...LIST_WITH_KEY, path: `/${nth}` }));

function taking({ rate, parallel }: { readonly rate?: number; readonly parallel?: number } = {}) {
  const sent = wire(() => 200);
  const limiter = new Limiter(sent.clock, rate, parallel);
  const send = async (call: OutgoingCall): Promise<Exchange> => {
    await limiter.acquire();
    return sent.send(call).finally(() => limiter.release());
  };
  const names = () => sent.calls.map(({ path }) => path.slice(1));
  return {
    ...sent,
    limiter,
    names,
    sendAll: (calls: OutgoingCall[]) => Promise.all(calls.map(send)),
  };
}

test("--parallel 1: one call at a time, in their order", async () => {
  const { sendAll, most, names } = taking({ parallel: 1 });
  await sendAll(many(5));
  expect([most(), names()]).toEqual([1, ["0", "1", "2", "3", "4"]]);
});

test("a rate spreads the calls evenly", async () => {
  const { sendAll, sentAt } = taking({ rate: 10 });
  await sendAll(many(4));
  expect(sentAt).toEqual([0, 100, 200, 300]);
});

test("all calls wait as long as the deployment asks, and the longest of several waits counts", async () => {
  const { sendAll, sentAt, limiter } = taking();
  for (const ms of [60_000, 70_000, 50_000]) limiter.pause(ms);
  await sendAll(many(2));
  expect(sentAt).toEqual([70_000, 70_000]);
});
