/** What a run finds that sends few calls: nearly all that a thorough one finds. It blames no sound deployment. */
import { expect, test } from "playwright/test";
import { isWhole } from "./chosen.ts";
import { judgeVariant } from "./judge-variant.ts";
import type { Variant } from "./variant.ts";
import { VARIANTS } from "./variants.ts";

/** Of the faults, those that must be found. */
const MIN_SHARE = 0.93;
/** Calls to a conforming deployment. */
const MAX_CALLS = 200;
/** Variants at a time: some of them keep a call waiting. */
const PARALLEL = 6;

test("a run that is not thorough finds at least 93 % of the faults, blames nobody, and sends at most 200 calls", async () => {
  test.skip(!isWhole, "Of the whole corpus alone: ORDERS_KIT_CORPUS=whole.");
  test.setTimeout(30 * 60_000);
  const [missed, blamed, many]: [string[], string[], string[]] = [[], [], []];
  const judge = async (variant: Variant): Promise<void> => {
    const { report, session } = await judgeVariant(variant, "full", "usual");
    const { kind, title } = variant;
    const isFound = report.verdict === "violates";
    if (kind === "fault" && !isFound) missed.push(title);
    if (kind !== "fault" && isFound) blamed.push(title);
    const isPlain = kind === "sound" && variant.mayAdvise === undefined && !variant.mayEndRun;
    if (isPlain && session.sent > MAX_CALLS) many.push(`${title} ${session.sent}`);
  };
  const left = [...VARIANTS];
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await judge(next);
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));

  const faults = VARIANTS.filter(({ kind }) => kind === "fault").length;
  console.log(`${faults - missed.length} of ${faults} faults; missed: ${missed.join(" | ")}`);
  expect({ blamed, many }).toEqual({ blamed: [], many: [] });
  expect(missed.length, missed.join("\n")).toBeLessThanOrEqual(faults * (1 - MIN_SHARE));
});
