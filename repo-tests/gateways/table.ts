/** The table of gateways in contract-tests/staging.md. */
import { markdownTable } from "../../spec/generate/replace-sections.ts";
import type { Outcome } from "./outcome.ts";
import type { Row } from "./row.ts";

export interface Tried {
  readonly row: Row;
  readonly outcome: Outcome;
}

export function tableOf(tried: readonly Tried[]): string {
  const cells = tried.map(({ row: { gateway, situation, expected }, outcome }) => [
    gateway,
    situation,
    [expected.verdict === "any" ? [] : expected.verdict, expected.words ?? []].flat().join(", "),
    outcome.isExpected ? "✓" : `✗ ${outcome.text}`,
  ]);
  return markdownTable(["gateway", "situation", "expected", "outcome"], cells);
}
