/** Samples of the corpus that are judged quickly, and fail when a clause or a step is no longer enforced. */
import { CLAUSES } from "../../spec/clauses/index.ts";
import { STEPS } from "../run/steps/index.ts";
import { type Fault, MODES, type Mode, type Variant } from "./variant.ts";

/** Steps that need orders to find anything. */
export const NEED_ORDERS: readonly string[] = [
  ...["shipped", "pending", "exact-ids", "late-effects"],
];

/** The step that must find a variant in this mode. */
export function finderOf(variant: Variant, mode: Mode): string | undefined {
  const { foundBy } = variant;
  if (mode === "full" || foundBy === undefined) return foundBy;
  return variant.withoutIds !== "undetected" && !NEED_ORDERS.includes(foundBy)
    ? foundBy
    : undefined;
}

/** For each step, the first variant that it must find in this mode. */
export function firstByStep(variants: readonly Variant[], mode: Mode): readonly Variant[] {
  const found = STEPS.map(({ id }) => variants.find((variant) => finderOf(variant, mode) === id));
  return variants.filter((variant) => found.includes(variant));
}

/** The first variant that each step must find, and the simplest fault of each clause that none of them breaks. */
export function quickSampleOf(variants: readonly Variant[]): readonly Variant[] {
  const sample = new Set<Variant | undefined>(MODES.flatMap((mode) => firstByStep(variants, mode)));
  const faults = variants.filter((variant) => variant.kind === "fault");
  for (const { id } of CLAUSES) {
    const breaking = faults.filter(({ clauses }) => clauses.includes(id));
    if (!breaking.some((fault) => sample.has(fault))) sample.add(simplest(breaking));
  }
  return variants.filter((variant) => sample.has(variant));
}

/** Those, and the first variant of each ruling. */
export function sampleOf(variants: readonly Variant[]): readonly Variant[] {
  const quick = quickSampleOf(variants);
  const rulings = new Map<string, Variant>();
  for (const variant of variants)
    if (variant.kind !== "fault" && !rulings.has(variant.ruling))
      rulings.set(variant.ruling, variant);
  const first = new Set(rulings.values());
  return variants.filter((variant) => quick.includes(variant) || first.has(variant));
}

/** The first that breaks the fewest clauses, of those that need no orders or times of their own. */
function simplest(faults: readonly Fault[]): Fault | undefined {
  const cost = ({ clauses, orders, callTimeoutMs }: Fault): number =>
    clauses.length + (orders === undefined && callTimeoutMs === undefined ? 0 : 10);
  return faults.toSorted((a, b) => cost(a) - cost(b))[0];
}
