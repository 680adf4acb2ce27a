/**
 * Tests a run with few calls: with orders, it finds nearly everything that a thorough run finds,
 * and it blames no sound deployment.
 */
import { expect, test } from "playwright/test";
import { isWhole } from "./chosen.ts";
import { judgeVariant } from "./judge-variant.ts";
import type { Variant } from "./variant.ts";
import { VARIANTS } from "./variants.ts";

/** The share of faults that must be found. */
const MIN_SHARE = 0.95;
/**
 * Limits of the calls to a conforming deployment. More ids are known to be free here than users
 * would provide.
 */
const MAX_CALLS = 215;
const MAX_QUIET_CALLS = 90;
/** How many variants run at a time: some keep a call waiting. */
const PARALLEL = 6;

const isPlain = (variant: Variant): boolean =>
  variant.kind === "sound" && variant.mayAdvise === undefined && !variant.mayEndRun;

/** Runs several variants at a time. */
async function forEach(
  variants: readonly Variant[],
  judge: (variant: Variant) => Promise<void>,
): Promise<void> {
  const left = [...variants];
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await judge(next);
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
}

test("without orders, a run that is not thorough blames nobody, and sends at most 90 calls", async () => {
  test.skip(!isWhole, "Of the whole corpus alone: ORDERS_KIT_CORPUS=whole.");
  test.setTimeout(15 * 60_000);
  const blamed: string[] = [];
  const many: string[] = [];
  const conforming = VARIANTS.filter(({ kind }) => kind !== "fault");
  await forEach(conforming, async (variant) => {
    const { report, session } = await judgeVariant(variant, "without ids", "usual");
    if (report.verdict === "violates") blamed.push(variant.title);
    if (isPlain(variant) && session.budget.sent > MAX_QUIET_CALLS)
      many.push(`${variant.title} ${session.budget.sent}`);
  });
  expect({ blamed, many }).toEqual({ blamed: [], many: [] });
});

test("a run that is not thorough finds at least 95 % of the faults, blames nobody, and sends at most 215 calls", async () => {
  test.skip(!isWhole, "Of the whole corpus alone: ORDERS_KIT_CORPUS=whole.");
  test.setTimeout(30 * 60_000);
  const missed: string[] = [];
  const blamed: string[] = [];
  const many: string[] = [];
  await forEach(VARIANTS, async (variant) => {
    const { report, session } = await judgeVariant(variant, "full", "usual");
    const { kind, title } = variant;
    const isFound = report.verdict === "violates";
    if (kind === "fault" && !isFound) missed.push(title);
    if (kind !== "fault" && isFound) blamed.push(title);
    if (isPlain(variant) && session.budget.sent > MAX_CALLS)
      many.push(`${title} ${session.budget.sent}`);
  });

  const faults = VARIANTS.filter(({ kind }) => kind === "fault").length;
  console.log(`${faults - missed.length} of ${faults} faults; missed: ${missed.join(" | ")}`);
  expect({ blamed, many }).toEqual({ blamed: [], many: [] });
  expect(missed.length, missed.join("\n")).toBeLessThanOrEqual(faults * (1 - MIN_SHARE));
});
