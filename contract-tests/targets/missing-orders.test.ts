import { expect, test } from "playwright/test";
import { LIST_WITH_KEY } from "../client/calls.ts";
import {
  errorAnswer,
  listAnswer,
  PENDING,
  scriptedRun,
  soundService,
} from "../testing/simulation/scripted-run.ts";
import { reasonOrdersMissing } from "./missing-orders.ts";

/** What is said of a service, which has been asked for its list, and the number of cancellations that it got. */
async function asked(answer: Parameters<typeof scriptedRun>[0], readOnly = false) {
  const run = scriptedRun(answer, { readOnly });
  const { session } = run;
  await session.sendOnce(LIST_WITH_KEY);
  const why = await reasonOrdersMissing(session, session.config);
  return { why, cancellations: run.calls.filter(({ method }) => method === "DELETE").length };
}

test("orders that no list shows, and that cannot be cancelled, are not there", async () => {
  const { why, cancellations } = await asked(soundService([]));
  expect(why).toContain(`Orders ${PENDING.join(", ")} are not there: no list shows them`);
  expect(cancellations).toBe(4);
});

test("of orders that a list shows, now or some seconds later, nothing is asked", async () => {
  expect(await asked(soundService())).toEqual({ why: undefined, cancellations: 0 });
  const late = soundService();
  expect(
    await asked((call, _, now) =>
      call.method === "GET" && now < 7_000 ? listAnswer([]) : late(call),
    ),
  ).toEqual({ why: undefined, cancellations: 0 });
});

test("orders that can be cancelled are there, whatever the list shows", async () => {
  const service = soundService();
  const { why, cancellations } = await asked((call) =>
    call.method === "GET" ? listAnswer([]) : service(call),
  );
  expect([why, cancellations]).toEqual([undefined, 1]);
});

test("a read-only run, and one whose list cannot be read, ask nothing", async () => {
  const nothing = { why: undefined, cancellations: 0 };
  expect(await asked(soundService([]), true)).toEqual(nothing);
  expect(await asked(() => errorAnswer(500))).toEqual(nothing);
});
