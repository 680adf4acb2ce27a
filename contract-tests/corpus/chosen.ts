/**
 * What a test run judges of the corpus: a sample; with `ORDERS_KIT_CORPUS=check` all of it, but in read-only mode, which finds
 * fewer faults, only the sample of these; with `ORDERS_KIT_CORPUS=whole` all of it in both modes.
 */
import { sampleOf } from "./sample.ts";
import type { Mode, Variant } from "./variant.ts";
import { VARIANTS } from "./variants.ts";

const EXTENTS = ["sample", "check", "whole"];
const { ORDERS_KIT_CORPUS: extent = "sample" } = process.env;
if (!EXTENTS.includes(extent)) throw new Error(`ORDERS_KIT_CORPUS is one of ${EXTENTS.join(", ")}.`);

const SAMPLE = sampleOf(VARIANTS);

export const CHOSEN: readonly Variant[] = extent === "whole" ? VARIANTS : SAMPLE;

export function chosenIn(mode: Mode): readonly Variant[] {
  if (extent !== "check") return CHOSEN;
  return VARIANTS.filter((variant) => mode === "full" || variant.kind !== "fault" || SAMPLE.includes(variant));
}

/** All of the list, unless the run takes a sample: then the first `count`. */
export function chosen<T>(list: readonly T[], count: number): readonly T[] {
  return extent === "sample" ? list.slice(0, count) : list;
}
