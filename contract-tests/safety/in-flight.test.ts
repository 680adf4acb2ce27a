import { expect, test } from "playwright/test";
import type { Exchange, OutgoingCall, Send } from "../client/exchange.ts";
import { createGuard, LONG_LIST_BYTES, newGuardState } from "./guard.ts";
import { limitInFlight } from "./in-flight.ts";

const call = (path: string, more: Partial<OutgoingCall> = {}): OutgoingCall => ({
  ...{ method: "GET", path, credential: "good" as const },
  ...more,
});

/** A deployment that keeps its calls until they are answered. */
function holding() {
  const held = new Map<string, (status: number, body: string) => void>();
  const send: Send = (outgoing) =>
    new Promise((resolve) => {
      const response = {
        status: 200,
        reason: "",
        httpVersion: "1.1",
        headers: [],
        trailingBytes: 0,
        informational: [],
      };
      held.set(outgoing.path, (status, body) => {
        held.delete(outgoing.path);
        resolve({ call: outgoing, response: { ...response, status, body: Buffer.from(body) } } as unknown as Exchange);
      });
    });
  const answer = async (path: string, status = 200, body = ""): Promise<void> => {
    await new Promise(setImmediate);
    held.get(path)?.(status, body);
  };
  /** Those that are under way. */
  const paths = async (): Promise<string[]> => {
    await new Promise(setImmediate);
    return [...held.keys()];
  };
  return { send, answer, paths };
}

test("calls are sent in their order, as many at a time as the limit allows", async () => {
  const { send, answer, paths } = holding();
  const limited = limitInFlight(send, () => 3);
  const all = Promise.all(["/1", "/2", "/3", "/4"].map((path) => limited(call(path))));
  // One place is kept for calls that go first.
  expect(await paths()).toEqual(["/1", "/2"]);
  const first = limited(call("/first", { goesFirst: true }));
  const second = limited(call("/second", { goesFirst: true }));
  expect(await paths()).toEqual(["/1", "/2", "/first"]);
  await answer("/1");
  expect(await paths()).toEqual(["/2", "/first", "/second"]);
  for (const path of ["/2", "/first", "/second", "/3", "/4"]) await answer(path);
  expect((await all).map((exchange) => exchange.call.path)).toEqual(["/1", "/2", "/3", "/4"]);
  await Promise.all([first, second]);
});

for (const [what, status, body] of [
  ["the deployment has asked to wait (429)", 429, ""],
  ["the deployment has asked to wait (503)", 503, ""],
  ["a long list", 200, `[${" ".repeat(LONG_LIST_BYTES)}]`],
] as const)
  test(`after ${what}, one call is sent at a time`, async () => {
    const { send, answer, paths } = holding();
    const rules = { baseUrl: "http://host/v1", readOnly: true, pending: [], shipped: [], absent: [] };
    const guarded = createGuard(send, rules, newGuardState());
    const all = Promise.all(["/1", "/2", "/store/orders"].map((path) => guarded(call(path))));
    expect(await paths()).toEqual(["/1", "/2", "/store/orders"]);
    for (const path of ["/1", "/2"]) await answer(path);
    await answer("/store/orders", status, body);
    await all;
    const later = Promise.all([guarded(call("/4")), guarded(call("/5", { goesFirst: true }))]);
    expect(await paths()).toEqual(["/4"]);
    await answer("/4");
    expect(await paths()).toEqual(["/5"]);
    await answer("/5");
    await later;
  });
