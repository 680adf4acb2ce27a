/**
 * Runs the gate against the corpus: which clauses it must blame, which not, and what it must never
 * send.
 */
import { test } from "playwright/test";
import { CHOSEN, isQuick, isWhole } from "./chosen.ts";
import { expectJudgement } from "./expectation.ts";
import { judgeVariant, type Run } from "./judge-variant.ts";
import { firstByStep } from "./sample.ts";
import { MODES, type Variant } from "./variant.ts";

/** A quick run judges as users do; what the step further-keys finds is in a thorough run alone. */
const runFor = ({ foundBy }: Variant): Run =>
  isQuick && foundBy !== "further-keys" ? "usual" : "thorough";

// Without ids, a sample has one variant for each step, and a quick run has none.
for (const mode of isQuick ? (["full"] as const) : MODES)
  for (const variant of isWhole || mode === "full" ? CHOSEN : firstByStep(CHOSEN, mode))
    test(`${mode}: ${variant.kind}: ${variant.title}`, async () =>
      expectJudgement(variant, mode, await judgeVariant(variant, mode, runFor(variant))));
