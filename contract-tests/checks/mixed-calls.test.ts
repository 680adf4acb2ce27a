import { expect, test } from "playwright/test";
import { scriptedRun, soundService } from "../testing/simulation/scripted-run.ts";
import { mixedCalls } from "./mixed-calls.ts";

test("what a gentle run does not send is not judged", async () => {
  const { calls, judge } = scriptedRun(soundService(), { gentle: true });
  const { findings } = await judge(mixedCalls);
  expect(calls.length).toBe(1);
  expect(findings.filter(({ kind }) => kind === "violated" || kind === "withheld")).toEqual([]);
});
