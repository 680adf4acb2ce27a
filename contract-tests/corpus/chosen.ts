/**
 * Selects the part of the corpus to judge, by `ORDERS_KIT_CORPUS`. `quick`, the default, fails if a
 * clause or a check is no longer enforced; `sample` also tries every reading, and all
 * variants of the files that a change touches; `whole` is everything.
 */
import { quickSampleOf, sampleOf } from "./sample.ts";
import { touchedVariants } from "./touched.ts";
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
    : [...new Set([...sampleOf(VARIANTS), ...touchedVariants()])];

/** Returns the whole list, or in a sample its first `count`, or in a quick run half as many. */
export function chosen<T>(list: readonly T[], count: number): readonly T[] {
  return isWhole ? list : list.slice(0, isQuick ? Math.ceil(count / 2) : count);
}
