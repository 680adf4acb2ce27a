/**
 * Tests provided orders that are not there: that is the operator's doing, and no clause is blamed
 * for it.
 */
import { expect, test } from "playwright/test";
import {
  listAnswer,
  PENDING,
  SHIPPED,
  scriptedRun,
  soundService,
} from "../../testing/simulation/scripted-run.ts";
import { runSteps } from "../run-steps.ts";
import { listOrders } from "../session/lists/read-list.ts";
import { checkProvided } from "./provided.ts";

/** Returns the results of a whole run, and the ids that it cancels with the key. */
async function run(...script: Parameters<typeof scriptedRun>) {
  const { session, calls } = scriptedRun(...script);
  const { steps, broken } = await runSteps(session);
  const findings = steps.flatMap((step) => step.findings);
  const why = (kind: string) =>
    findings.flatMap((one) => (one.kind === kind && "why" in one ? [one.why] : []));
  const cancelled = calls.filter(
    ({ method, credential }) => method === "DELETE" && credential === "good",
  );
  return {
    session,
    violated: why("violated"),
    open: why("unproven"),
    broken,
    cancelled,
  };
}

test("where some are not there, what needs them is unproven, and says so", async () => {
  const some = await run(soundService(PENDING.slice(0, 2)));
  expect([some.violated, some.broken]).toEqual([[], []]);
  const sentence = `Not there: ${PENDING.slice(2).join(", ")}. Used up by an earlier run?`;
  expect(some.open.filter((why) => why.includes(sentence))).not.toEqual([]);
  expect(some.session.orders.provided.pendingNeeded).toContain(sentence);
});

test("orders that a list shows some seconds later are there, and none is cancelled to find out", async () => {
  const late = soundService();
  const { session, judge, calls } = scriptedRun((call, _, now) =>
    call.method === "GET" && now < 7_000 ? listAnswer([]) : late(call),
  );
  const findings = await judge(async (s) => {
    await listOrders(s);
    await checkProvided(s);
  });
  expect(findings.map(({ kind }) => kind)).not.toContain("violated");
  expect(calls.every(({ method }) => method === "GET")).toBe(true);
  expect(session.orders.provided.ids).toEqual([...PENDING, SHIPPED]);
});
