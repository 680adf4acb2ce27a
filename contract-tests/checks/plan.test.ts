import { expect, test } from "playwright/test";
import { runAll } from "../run/run-all.ts";
import { scriptedRun, soundService } from "../testing/simulation/scripted-run.ts";
import { CALLS_OF_A_RUN, PLAN } from "./plan.ts";

test("each step sends as many calls as the plan says, none before those that it comes after have ended", async () => {
  const run = scriptedRun(soundService());
  expect((await runAll(run)).broken).toEqual([]);
  const callsOf = (id: string) => run.ledger.answered.filter(({ check }) => check === id);

  for (const [nth, { check, after = [] }] of PLAN.entries()) {
    const before = PLAN.slice(0, nth).map((step) => step.check.id);
    const names = after.map(({ id }) => id);
    expect(before, `what ${check.id} comes after must stand before it`).toEqual(
      expect.arrayContaining(names),
    );
    expect(callsOf(check.id), check.id).not.toEqual([]);

    const sentAt = Math.min(...callsOf(check.id).map(({ exchange }) => exchange.sentAt));
    for (const other of names)
      for (const { exchange } of callsOf(other))
        expect(sentAt, `${check.id} comes after ${other}`).toBeGreaterThanOrEqual(
          exchange.receivedAt,
        );
  }

  const planned = PLAN.filter(({ calls }) => calls > 0);
  expect(planned.map(({ check }) => [check.id, callsOf(check.id).length])).toEqual(
    planned.map(({ check, calls }) => [check.id, calls]),
  );
  expect(run.ledger.entries.length).toBeLessThanOrEqual(CALLS_OF_A_RUN);
});
