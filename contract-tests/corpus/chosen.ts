/** What a test run judges of the corpus: a sample; with `ORDERS_KIT_CORPUS=whole` all of it. */
import { sampleOf } from "./sample.ts";
import type { Variant } from "./variant.ts";
import { VARIANTS } from "./variants.ts";

const EXTENTS = ["sample", "whole"];
const { ORDERS_KIT_CORPUS: extent = "sample" } = process.env;
if (!EXTENTS.includes(extent)) throw new Error(`ORDERS_KIT_CORPUS is one of ${EXTENTS.join(", ")}.`);

export const isWhole = extent === "whole";

export const CHOSEN: readonly Variant[] = isWhole ? VARIANTS : sampleOf(VARIANTS);

/** All of the list, unless the run takes a sample: then the first `count`. */
export function chosen<T>(list: readonly T[], count: number): readonly T[] {
  return isWhole ? list : list.slice(0, count);
}
