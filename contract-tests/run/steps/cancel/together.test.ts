import { expect, test } from "playwright/test";
import { scriptedRun, soundService } from "../../../testing/simulation/scripted-run.ts";
import { together } from "./together.ts";

test("what a gentle run does not send is not judged", async () => {
  const { calls, judge } = scriptedRun(soundService(), { gentle: true });
  const findings = await judge(together.run);
  expect(calls.length).toBe(1);
  expect(findings.filter(({ kind }) => kind === "violated" || kind === "unproven")).toEqual([]);
});
