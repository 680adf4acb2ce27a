/** A deployment that fails in the middle of a run. */
import { expect, test } from "playwright/test";
import type { Exchange, Failure, OutgoingCall, Send } from "../client/exchange.ts";
import { httpClient } from "../client/http/http-client.ts";
import { deployed } from "../corpus/changed-reference.ts";
import { judgeClient, notHeld } from "../testing/judge-client.ts";
import { fastClock } from "../testing/simulation/fast-clock.ts";

const CALLS_BEFORE = 60;

const REFUSED: Failure = { kind: "unreachable", message: "the connection was refused (ECONNREFUSED)" };
const RESET: Failure = { kind: "reset", message: "the connection was closed before a response arrived (ECONNRESET)" };

const failed = (call: OutgoingCall, url: string, failure: Failure): Exchange => ({
  call,
  url,
  requestHeaders: [],
  failure,
  credentialEchoed: false,
  startedAt: Date.now(),
  durationMs: 0,
});

/** All calls fail for some milliseconds. */
async function judgeInterrupted(downMs: number, failure = REFUSED) {
  const clock = fastClock();
  const deployment = await deployed();
  const client = httpClient({ ...deployment, limits: { quietMs: 15 } });
  let [calls, failures, upAt] = [0, 0, 0];
  const send: Send = async (call) => {
    if (++calls === CALLS_BEFORE) upAt = clock.now() + downMs;
    if (clock.now() >= upAt) return client.send(call);
    failures++;
    return failed(call, deployment.baseUrl, failure);
  };
  const judged = await judgeClient(send, deployment, clock);
  await client.close();
  await deployment.close();
  expect(failures).toBeGreaterThan(0);
  return { judged, calls };
}

test("0.7 s without connections change no verdict", async () => {
  const { judged } = await judgeInterrupted(700);
  expect(notHeld(judged)).toEqual([]);
  expect(judged.report.verdict).toBe("conforms");
});

test("a deployment that closes every connection has banned the client, and is not blamed for it", async () => {
  const { judged } = await judgeInterrupted(Number.POSITIVE_INFINITY, RESET);
  const { verdict, broken, clauses } = judged.report;
  expect(verdict).toBe("not-judged");
  expect(broken.map(({ why }) => why)).toEqual([expect.stringMatching(/^The deployment closes every connection/)]);
  expect(clauses.filter((clause) => clause.verdict === "violated")).toEqual([]);
});

test("a deployment that stays away ends the run, and is not blamed for it", async () => {
  const { judged, calls } = await judgeInterrupted(Number.POSITIVE_INFINITY);
  const { verdict, broken, clauses } = judged.report;
  expect(verdict).toBe("not-judged");
  expect(broken.map(({ why }) => why)).toEqual([
    "The deployment could not be reached any more: the connection was refused (ECONNREFUSED).",
  ]);
  expect(clauses.filter((clause) => clause.verdict === "violated")).toEqual([]);
  // Each of the calls that were under way is tried a few times, and no further call is sent.
  expect(calls).toBeLessThan(CALLS_BEFORE + 60);
});
