/**
 * What a test run judges of the corpus: what `ORDERS_KIT_CORPUS` says. `quick`, which `npm test` takes, fails when a clause or a check is no
 * longer enforced; `sample` tries every ruling, too; `whole` is all of it.
 */
import { quickSampleOf, sampleOf } from "./sample.ts";
import type { Variant } from "./variant.ts";
import { VARIANTS } from "./variants.ts";

const EXTENTS = ["quick", "sample", "whole"];
const { ORDERS_KIT_CORPUS: extent = "quick" } = process.env;
if (!EXTENTS.includes(extent))
  throw new Error(`ORDERS_KIT_CORPUS is one of ${EXTENTS.join(", ")}.`);

export const isWhole = extent === "whole";
export const isQuick = extent === "quick";

export const CHOSEN: readonly Variant[] = isWhole
  ? VARIANTS
  : isQuick
    ? quickSampleOf(VARIANTS)
    : sampleOf(VARIANTS);

/** All of the list, unless the run takes a sample: then the first `count`, or half as many. */
export function chosen<T>(list: readonly T[], count: number): readonly T[] {
  return isWhole ? list : list.slice(0, isQuick ? Math.ceil(count / 2) : count);
}
