import { expect, test } from "playwright/test";
import { runAll } from "../run/run-all.ts";
import { scriptedRun, soundService } from "../testing/simulation/scripted-run.ts";
import { CHECKS } from "./index.ts";

test("each check follows those after which it comes, and sends nothing before they have ended", async () => {
  const run = scriptedRun(soundService());
  expect((await runAll(run)).broken).toEqual([]);
  const callsOf = (id: string) => run.ledger.answered.filter(({ check }) => check === id);
  for (const [nth, { id, after = [] }] of CHECKS.entries()) {
    const before = CHECKS.slice(0, nth).map((check) => check.id);
    expect(before, `what ${id} names must be before it`).toEqual(expect.arrayContaining([...after]));
    expect(callsOf(id), id).not.toEqual([]);
    const sentAt = Math.min(...callsOf(id).map(({ exchange }) => exchange.sentAt));
    for (const other of after)
      for (const { exchange } of callsOf(other))
        expect(sentAt, `${id} comes after ${other}`).toBeGreaterThanOrEqual(exchange.receivedAt);
  }
});
