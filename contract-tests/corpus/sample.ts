/**
 * Samples of the corpus that run fast, and that fail if a clause or a step is no longer enforced.
 */
import { CLAUSES } from "../../spec/clauses/index.ts";
import { STEPS } from "../run/steps/index.ts";
import { type Fault, MODES, type Mode, type Variant } from "./variant.ts";

/** Steps that find nothing without orders. */
export const NEED_ORDERS: readonly string[] = [
  ...["shipped", "pending", "exact-ids", "late-effects"],
];

/** Returns the step that must find a variant in this mode. */
export function finderOf(variant: Variant, mode: Mode): string | undefined {
  const { foundBy } = variant;
  if (mode === "full" || foundBy === undefined) return foundBy;
  return variant.withoutIds !== "undetected" && !NEED_ORDERS.includes(foundBy)
    ? foundBy
    : undefined;
}

/** Returns the first variant that each step must find in this mode. */
export function firstByStep(variants: readonly Variant[], mode: Mode): readonly Variant[] {
  const found = STEPS.map(({ id }) => variants.find((variant) => finderOf(variant, mode) === id));
  return variants.filter((variant) => found.includes(variant));
}

/**
 * Returns the first variant that each step must find, and for each clause that none of these
 * violates, its simplest fault.
 */
export function quickSampleOf(variants: readonly Variant[]): readonly Variant[] {
  const sample = new Set<Variant | undefined>(MODES.flatMap((mode) => firstByStep(variants, mode)));
  const faults = variants.filter((variant) => variant.kind === "fault");
  for (const { id } of CLAUSES) {
    const breaking = faults.filter(({ clauses }) => clauses.includes(id));
    if (!breaking.some((fault) => sample.has(fault))) sample.add(simplest(breaking));
  }
  return variants.filter((variant) => sample.has(variant));
}

/** Adds the first variant of each reading to the quick sample. */
export function sampleOf(variants: readonly Variant[]): readonly Variant[] {
  const quick = quickSampleOf(variants);
  const readings = new Map<string, Variant>();
  for (const variant of variants)
    if (variant.kind !== "fault" && !readings.has(variant.reading))
      readings.set(variant.reading, variant);
  const first = new Set(readings.values());
  return variants.filter((variant) => quick.includes(variant) || first.has(variant));
}

/**
 * Returns the first fault that violates the fewest clauses, preferring those without orders or
 * times of their own.
 */
function simplest(faults: readonly Fault[]): Fault | undefined {
  const cost = ({ clauses, orders, callTimeoutMs }: Fault): number =>
    clauses.length + (orders === undefined && callTimeoutMs === undefined ? 0 : 10);
  return faults.toSorted((a, b) => cost(a) - cost(b))[0];
}
