/** Tests how long a run waits for its target. Time is virtual: each answer takes a millisecond. */
import { expect, test } from "playwright/test";
import { inTurn, type WireAnswer, wire } from "../testing/simulation/wire.ts";
import { waitForTarget } from "./wait-for-target.ts";

const PAGE = { headers: [["Content-Type", "text/html"]], body: "<html>Starting</html>" } as const;
const LOGIN = { status: 302, headers: [["Location", "https://sso.example/login"]] } as const;

async function waiting(waitMs: number, ...answers: readonly WireAnswer[]) {
  const { send, clock, calls } = wire(inTurn(...answers));
  let told = 0;
  const target = { send, baseUrl: "http://h/v1", waitMs };
  await waitForTarget(target, { clock, onWait: () => void told++ });
  return [calls.length, told, Math.round(clock.now() / 1000)];
}

for (const [answers, calls, seconds] of [
  [[200], 1, 0],
  [["unreachable", "unreachable", 200], 3, 2],
  [["reset", "timeout", "tls", 200], 4, 13],
  [[502, 503, [503, "30"], 504, 200], 5, 4],
  [[404, PAGE, LOGIN, 200], 4, 3],
  // The service is up, but wants another key.
  [["unreachable", 401], 2, 1],
  // A server error may come from a service that is starting.
  [[500, 200], 2, 1],
] as [WireAnswer[], number, number][])
  test(`a target that answers ${JSON.stringify(answers)} is asked ${calls} times`, async () => {
    expect(await waiting(60_000, ...answers)).toEqual([calls, calls - 1, seconds]);
  });

test("the wait ends after its time, and without one nothing is asked", async () => {
  expect(await waiting(2_500, "unreachable")).toEqual([3, 3, 3]);
  expect(await waiting(0, "unreachable")).toEqual([0, 0, 0]);
});

test("an interruption ends the wait", async () => {
  const { send, clock, calls } = wire(inTurn("unreachable"));
  const stop = new AbortController();
  await waitForTarget(
    { send, baseUrl: "http://h/v1", waitMs: 60_000 },
    { clock, signal: stop.signal, onWait: () => stop.abort() },
  );
  expect(calls).toHaveLength(1);
});
