/** The corpus: every variant. A new one goes into a file of its kind, a new file into the index of its folder. */
import { ADVICE } from "./advice/index.ts";
import { FAULTS } from "./faults/index.ts";
import { SOUND } from "./sound/index.ts";
import type { Variant } from "./variant.ts";

export const VARIANTS: readonly Variant[] = [...FAULTS, ...ADVICE, ...SOUND];
