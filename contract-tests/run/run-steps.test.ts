import { expect, test } from "playwright/test";
import {
  type Answer,
  listAnswer,
  PENDING,
  SHIPPED,
  scriptedRun,
  soundService,
  violatedIn,
} from "../testing/simulation/scripted-run.ts";
import { conclude } from "./conclusions/conclude.ts";
import { runSteps } from "./run-steps.ts";
import { listOrders } from "./session/lists/read-list.ts";

const OUTAGES: readonly Answer[] = [
  { status: 502, body: "" },
  { kind: "unreachable", message: "connect ECONNREFUSED" },
  { kind: "reset", message: "socket hang up" },
];

for (const away of OUTAGES)
  test(`an outage that does not end is no fault of the service, whenever it begins: ${JSON.stringify(away)}`, async () => {
    for (let nth = 1; nth < 160; nth += 9) {
      const service = soundService();
      const run = scriptedRun((call, at) => (at < nth ? service(call) : away));
      const { steps, broken } = await runSteps(run.session);
      const blamed = violatedIn(steps.flatMap(({ findings }) => findings));
      // If a malformed id was under way when the fault began, the run cannot tell that the id did
      // not end the service.
      const others = blamed.filter((clause) => clause !== "cancel-malformed-refused");
      expect([others, broken.map(({ why }) => why)], `from call ${nth} on`).toEqual([
        [],
        [expect.stringContaining("for 31 s")],
      ]);
    }
  });

for (const [which, first, blamed] of [
  ["All", 0, ["Cancelling pending orders never gets 204: each first attempt gets 502."]],
  ["All but the first", 1, []],
] as const)
  test(`${which} cancellations take effect with a 502, and get 404 when they are repeated: ${blamed.length} violations`, async () => {
    const service = soundService();
    let cancelled = 0;
    const run = scriptedRun((call) => {
      const reply = service(call);
      return "status" in reply && reply.status === 204 && cancelled++ >= first
        ? { status: 502, body: "" }
        : reply;
    });
    const { steps } = await runSteps(run.session);
    const why = steps.flatMap(({ findings }) =>
      findings.flatMap((one) =>
        one.kind === "violated" && one.clause === "cancel-pending" ? [one.why] : [],
      ),
    );
    expect([...new Set(why)]).toEqual(blamed);
    expect(cancelled).toBeGreaterThan(2);
  });

const WHOLE = listAnswer([...PENDING, SHIPPED]);
for (const [times, status, violated] of [
  [2, 502, []],
  [3, 502, ["list-ok"]],
  [3, 503, []],
] as const)
  test(`${times} short outages with ${status} violate: ${violated.join() || "nothing"}`, async () => {
    const { judge } = scriptedRun((_, at) =>
      at < 2 * times && at % 2 === 0 ? { status, body: "" } : WHOLE,
    );
    const findings = await judge(async (s) => {
      for (let outage = 0; outage < times; outage++) {
        await listOrders(s);
        await s.wait(60_000, "a test");
      }
      conclude(s);
    });
    expect(violatedIn(findings)).toEqual(violated);
    expect(findings).toContainEqual(expect.objectContaining({ kind: "advice", times: 2 }));
  });

const CUT_OFF = { kind: "reset", message: "the connection was closed" } as const;
for (const [title, pauseMs, violated] of [
  ["at one moment, as by a restart, violate nothing", 0, []],
  ["at three moments violate list-ok", 60_000, ["list-ok"]],
] as const)
  test(`lists that are cut off ${title}`, async () => {
    const { session, judge } = scriptedRun(() => WHOLE);
    const findings = await judge(async (s) => {
      for (let nth = 0; nth < 3; nth++) {
        await listOrders(s);
        const { response, ...exchange } = s.exchanges.at(-1)!;
        const times = { sentAt: session.clock.now(), receivedAt: session.clock.now() };
        session.exchanges.push({ ...exchange, ...times, response: response!, failure: CUT_OFF });
        await s.wait(pauseMs, "a test");
      }
      conclude(s);
    });
    expect(violatedIn(findings)).toEqual(violated);
  });

test("what the program itself cannot send, and an interruption, are no verdict: the run says why it is not judged", async () => {
  const harness = scriptedRun(() => ({ kind: "harness", message: "no file descriptor is left" }));
  const { broken } = await runSteps(harness.session);
  expect(broken.map(({ why }) => why)).toEqual(["no file descriptor is left"]);
  const interruption = new AbortController();
  const service = soundService();
  const interrupted = scriptedRun(
    (call, at) => {
      if (at === 20) interruption.abort();
      return service(call);
    },
    { signal: interruption.signal },
  );
  const result = await runSteps(interrupted.session);
  expect(result.broken.map(({ why }) => why)).toEqual([
    "it was interrupted before all steps had ended",
  ]);
  expect(violatedIn(result.steps.flatMap(({ findings }) => findings))).toEqual([]);
  expect(interrupted.calls.length).toBeLessThan(40);
});
