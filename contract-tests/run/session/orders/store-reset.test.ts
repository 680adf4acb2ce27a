/** A store that is reset in the middle of a run, and services that undo their cancellations. */
import { expect, test } from "playwright/test";
import {
  type Answer,
  listAnswer,
  PENDING,
  SHIPPED,
  scriptedRun,
  soundService,
} from "../../../testing/simulation/scripted-run.ts";
import { runError } from "../../run-errors.ts";
import { runSteps } from "../../run-steps.ts";

type Service = ReturnType<typeof soundService>;

/** Returns how a run against a service ends, and what it finds about second cancellations. */
async function judged(service: Service) {
  const { session } = scriptedRun(service, { thorough: false, settleMs: 5_000 });
  const { steps, broken } = await runSteps(session);
  const findings = steps.flatMap((step) => step.findings);
  const isViolated = findings.some(
    (one) => one.kind === "violated" && one.clause === "cancel-once",
  );
  return { isViolated, why: broken[0]?.why ?? "" };
}

/** A sound service, except that cancelled orders come back as `isBack` says. */
function again(
  isBack: (cancelled: readonly bigint[], lists: number) => readonly bigint[],
): Service {
  const service = soundService();
  const cancelled: bigint[] = [];
  let back: readonly bigint[] = [];
  let lists = 0;
  return (call): Answer => {
    const id = PENDING.find((one) => call.path.endsWith(`/${one}`));
    if (call.credential === "good" && call.path === "/store/orders") {
      back = [...back, ...isBack(cancelled, cancelled.length > 1 ? lists++ : 0)];
      const left = PENDING.filter((one) => !cancelled.includes(one) || back.includes(one));
      return listAnswer([...left, SHIPPED]);
    }
    if (id === undefined || call.credential !== "good" || call.method !== "DELETE")
      return service(call);
    if (!back.includes(id) && cancelled.includes(id)) return service(call);
    back = back.filter((one) => one !== id);
    if (!cancelled.includes(id)) cancelled.push(id);
    service(call);
    return { status: 204 };
  };
}

test("a store that is reset at once is not judged, and the sentence says when", async () => {
  let isReset = false;
  const { isViolated, why } = await judged(
    again((cancelled, lists) => {
      if (isReset || lists !== 3) return [];
      isReset = true;
      return [...cancelled];
    }),
  );
  expect(isViolated).toBe(false);
  const { display } = runError("store-reset", { at: "AT", ids: "IDS" });
  const [start = "", end = ""] = display.split("AT");
  expect(why).toContain(start);
  expect(why).toContain(end.split("IDS")[1]);
  expect(why).toMatch(/at \d\d:\d\d:\d\d \(UTC\): orders \d+, \d+/);
});

test("one cancelled order of several that is there again is a fault of the service", async () => {
  let isDone = false;
  const { isViolated, why } = await judged(
    again((cancelled, lists) => {
      if (isDone || lists !== 3) return [];
      isDone = true;
      return cancelled.slice(0, 1);
    }),
  );
  expect({ isViolated, why }).toEqual({ isViolated: true, why: "" });
});

test("a service that undoes its cancellations again and again is at fault", async () => {
  const { isViolated, why } = await judged(
    again((cancelled, lists) => (lists > 2 ? [...cancelled] : [])),
  );
  expect({ isViolated, why }).toEqual({ isViolated: true, why: "" });
});
