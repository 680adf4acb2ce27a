/**
 * Tests what is concluded if a service does not answer after texts that are not ids, beyond the
 * faults of the corpus.
 */
import { expect, test } from "playwright/test";
import type { OutgoingCall } from "../../../client/calls.ts";
import {
  type Answer,
  scriptedRun,
  soundService,
} from "../../../testing/simulation/scripted-run.ts";
import { listOrders } from "../../session/lists/read-list.ts";
import { RunEnded } from "../../session/run-ended.ts";
import { malformedIds } from "./malformed-ids.ts";

const RESET: Answer = { kind: "reset", message: "the connection was closed" };
const isText = ({ method }: OutgoingCall): boolean => method === "DELETE";
const isEscape = ({ path }: OutgoingCall): boolean => path.endsWith("%zz");

/** Returns the clauses that are violated, and the advice. */
async function found(
  answer: (call: OutgoingCall, now: number) => Answer | undefined,
  maxRequests?: number,
) {
  const service = soundService();
  const run = scriptedRun((call, _, now) => answer(call, now) ?? service(call), { maxRequests });
  const findings = await run.judge(async (s) => {
    await listOrders(s);
    // The error that ends the run is not under test.
    await malformedIds.run(s).catch((error) => expect(error).toBeInstanceOf(RunEnded));
  });
  const faults = findings.flatMap((one) =>
    one.kind === "violated" ? [one.clause] : one.kind === "advice" ? [one.id] : [],
  );
  return { faults: [...new Set(faults)], sent: run.calls.filter(isEscape).length };
}

test("an outage that begins while malformed ids are under way, and ends, is not a fault of theirs", async () => {
  let began: number | undefined;
  const { faults } = await found((call, now) => {
    if (isText(call)) began ??= now;
    return began !== undefined && now < began + 5_000 ? { status: 502 } : undefined;
  });
  expect(faults).toEqual([]);
});

test("a text that ends the service each time that it is sent is a violation, and is sent twice", async () => {
  let downUntil = 0;
  const { faults, sent } = await found((call, now) => {
    if (isEscape(call)) downUntil = now + 3_000;
    return now < downUntil ? RESET : undefined;
  });
  expect([faults, sent]).toEqual([["cancel-malformed-refused"], 2]);
});

test("where a limit answers 503 before, as well, it is not known what keeps the service from answering", async () => {
  let [hasListed, downUntil] = [false, 0];
  const { faults, sent } = await found((call, now) => {
    const isFirst = !hasListed;
    hasListed = true;
    if (isEscape(call)) downUntil = now + 3_000;
    return isFirst || now < downUntil ? { status: 503 } : undefined;
  });
  expect([faults, sent]).toEqual([[], 2]);
});

test("one of two backends that is away for a while is no crash: it answers every second call", async () => {
  let nth = 0;
  const { faults } = await found(() =>
    nth++ > 0 && nth % 2 === 0 && nth < 200 ? { status: 502 } : undefined,
  );
  expect(faults.filter((fault) => fault.startsWith("cancel-"))).toEqual([]);
});

test("a run that uses up its calls while it asks whether the service is back blames no text", async () => {
  const { faults } = await found((call) => (isText(call) ? RESET : undefined), 16);
  expect(faults.filter((fault) => fault.startsWith("cancel-"))).toEqual([]);
});
