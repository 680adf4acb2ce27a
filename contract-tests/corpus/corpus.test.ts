/**
 * The gate against the corpus: the clauses that it must blame, those that it must not blame, and what it must never send.
 */
import { test } from "playwright/test";
import { CHOSEN, isWhole } from "./chosen.ts";
import { expectJudgement } from "./expectation.ts";
import { judgeVariant } from "./judge-variant.ts";
import { MODES } from "./variant.ts";

// A sample leaves out what read-only mode does not detect.
for (const mode of MODES)
  for (const variant of CHOSEN.filter(({ readOnly }) => isWhole || mode === "full" || readOnly !== "undetected"))
    test(`${mode}: ${variant.kind}: ${variant.title}`, async () =>
      expectJudgement(variant, mode, await judgeVariant(variant, mode)));
