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

/** Lets orders come back once: at the fourth list after the second cancellation. */
function once(which: (cancelled: readonly bigint[]) => readonly bigint[]): Service {
  let isDone = false;
  return again((cancelled, lists) => {
    if (isDone || lists !== 3) return [];
    isDone = true;
    return which(cancelled);
  });
}

test("a store that is reset at once is not judged, and the sentence says when", async () => {
  const { isViolated, why } = await judged(once((cancelled) => [...cancelled]));
  expect(isViolated).toBe(false);
  const { display } = runError("store-reset", { at: "AT", ids: "IDS" });
  expect(why).toContain(display.split("AT")[0]);
  expect(why).toMatch(/at \d\d:\d\d:\d\d \(UTC\): orders \d+, \d+/);
});

for (const [title, service] of [
  ["has one cancelled order of several again", once((cancelled) => cancelled.slice(0, 1))],
  [
    "undoes its cancellations again and again",
    again((cancelled, lists) => (lists > 2 ? [...cancelled] : [])),
  ],
] as const)
  test(`a service that ${title} is at fault`, async () => {
    expect(await judged(service)).toEqual({ isViolated: true, why: "" });
  });
