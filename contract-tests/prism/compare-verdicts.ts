/** The verdicts of orders-kit and of Prism on one exchange: where they differ, and the explanation. */
import type { ClauseId } from "../../spec/clauses/index.ts";
import type { Finding } from "../assertions/finding.ts";
import type { Exchange } from "../client/exchange.ts";
import type { CompleteExchange } from "./answer.ts";
import { EXPLANATIONS, type ExplanationId } from "./explanations.ts";
import type { PrismFinding } from "./findings.ts";

export interface Difference {
  readonly clause?: ClauseId;
  /** The verdict of orders-kit, as a sentence. */
  readonly ours: string;
  /** What Prism reports, in its own words. */
  readonly prism: string;
  /** Without one, the difference is an error in orders-kit or in Prism that is not known yet. */
  readonly explanation?: ExplanationId;
}

export function compareVerdicts(
  exchange: Exchange,
  ours: readonly Finding[],
  prism: readonly PrismFinding[],
): readonly Difference[] {
  const { response } = exchange;
  if (response === undefined || exchange.failure !== undefined) return [];
  const violated = new Map(ours.flatMap((finding) => (finding.kind === "violated" ? [[finding.clause, finding]] : [])));
  const violatedByPrism = new Set(prism.flatMap((finding) => (finding.kind === "violated" ? [finding.clause] : [])));
  const missedByPrism = [...violated]
    .filter(([clause]) => !violatedByPrism.has(clause))
    .map(([clause, { why }]): Difference => {
      const explanation = whyMissed(clause, { ...exchange, response }, prism);
      return { clause, ours: why, prism: "Prism reports nothing.", ...(explanation !== undefined && { explanation }) };
    });
  return [...prism.flatMap((finding) => reportedByPrism(finding, violated) ?? []), ...missedByPrism];
}

/** What Prism reports of a response and orders-kit does not. */
function reportedByPrism(finding: PrismFinding, violated: ReadonlyMap<ClauseId, Finding>): Difference | undefined {
  switch (finding.kind) {
    case "request":
      return undefined;
    case "explained":
      return { ours: "orders-kit reports nothing.", prism: finding.message, explanation: finding.explanation };
    case "unknown":
      return { ours: "orders-kit has no clause for it.", prism: finding.message };
    case "violated":
      if (violated.has(finding.clause)) return undefined;
      return { clause: finding.clause, ours: "orders-kit finds the clause held.", prism: finding.message };
  }
}

/** Why Prism does not report a violation: it was not asked, its answer is ignored, or it cannot detect it. */
function whyMissed(
  clause: ClauseId,
  exchange: CompleteExchange,
  prism: readonly PrismFinding[],
): ExplanationId | undefined {
  for (const finding of prism) if (finding.kind === "explained" && finding.wholeExchange) return finding.explanation;
  return EXPLANATIONS.find(
    ({ misses }) => misses?.clauses.includes(clause) === true && (misses.when?.(exchange) ?? true),
  )?.id;
}
