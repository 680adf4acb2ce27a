/**
 * Tests provided orders that are not there: that is the operator's doing, and no clause is blamed
 * for it.
 */
import { expect, test } from "playwright/test";
import {
  errorAnswer,
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

test("orders that no list shows, and that cannot be cancelled, are not there: nothing is judged by them", async () => {
  const service = soundService([]);
  const all = await run((call) =>
    call.path.endsWith(`/${SHIPPED}`)
      ? errorAnswer(404)
      : call.path === "/store/orders" && call.credential === "good"
        ? listAnswer([1n])
        : service(call),
  );
  expect(all.violated).toEqual([]);
  expect(all.broken.map(({ why }) => why)).toEqual([
    expect.stringContaining(`Orders ${[...PENDING, SHIPPED].join(", ")} are not there`),
  ]);
});

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

test("an order that can be cancelled and is in no list is missing from the list", async () => {
  const service = soundService();
  const { violated } = await run((call) =>
    call.path === "/store/orders" && call.credential === "good" ? listAnswer([]) : service(call),
  );
  expect(violated[0]).toMatch(
    /provided and not cancelled, is not in the list, and cancelling it gets 204/,
  );
});

test("a shipped order that was provided as pending is in doubt, and no bad key is blamed for it", async () => {
  const service = soundService(PENDING.slice(0, 3));
  const wrong = await run((call) => {
    if (call.path.endsWith(`/${PENDING[3]}`) && call.credential === "good") return { status: 409 };
    if (call.path !== "/store/orders" || call.credential !== "good") return service(call);
    const { body = "" } = service(call) as { body?: string };
    return { body: body.replace("[", `[${listAnswer([PENDING[3]]).body.slice(1, -1)},`) };
  });
  expect(wrong.violated).toEqual([]);
  expect(wrong.open).toContainEqual(expect.stringContaining("gets 409: was it pending?"));
});
