/** Our verdict on one exchange beside Prism's: where they differ, and the entry of the table that says why. */
import type { ClauseId } from "../../spec/clauses/index.ts";
import type { Finding } from "../check.ts";
import type { Exchange } from "../exchange.ts";
import { type Answerable, ARTEFACTS, type ArtefactId } from "./artefacts.ts";
import type { PrismFinding } from "./translate.ts";

export interface Difference {
  /** What it is about, where that is known. */
  readonly clause?: ClauseId;
  /** Our side, in a sentence. */
  readonly ours: string;
  /** Prism's side: its own words, or that it says nothing. */
  readonly prism: string;
  /** The entry that explains it. A difference without one is a fault of ours, or of Prism, that nobody knows yet. */
  readonly artefact?: ArtefactId;
}

export function compareVerdicts(
  exchange: Exchange,
  ours: readonly Finding[],
  prism: readonly PrismFinding[],
): readonly Difference[] {
  const { response } = exchange;
  if (response === undefined || exchange.failure !== undefined) return [];
  const broken = new Map(ours.flatMap((finding) => (finding.kind === "violated" ? [[finding.clause, finding]] : [])));
  const blamed = new Set(prism.flatMap((finding) => (finding.kind === "violated" ? [finding.clause] : [])));
  const silences = [...broken]
    .filter(([clause]) => !blamed.has(clause))
    .map(([clause, { why }]): Difference => {
      const artefact = whySilent(clause, { ...exchange, response }, prism);
      return { clause, ours: why, prism: "Prism says nothing.", ...(artefact !== undefined && { artefact }) };
    });
  return [...prism.flatMap((finding) => objection(finding, broken) ?? []), ...silences];
}

/** What Prism says of a response, and we do not. */
function objection(finding: PrismFinding, broken: ReadonlyMap<ClauseId, Finding>): Difference | undefined {
  switch (finding.kind) {
    case "request":
      return undefined;
    case "filtered":
      return { ours: "We do not object.", prism: finding.said, artefact: finding.artefact };
    case "unknown":
      return { ours: "We do not know what it means.", prism: finding.said };
    case "violated":
      if (broken.has(finding.clause)) return undefined;
      return { clause: finding.clause, ours: "We find the clause held.", prism: finding.said };
  }
}

/** Why Prism does not say that a clause is broken: it was not asked or gave no answer, or it cannot see such a thing. */
function whySilent(clause: ClauseId, exchange: Answerable, prism: readonly PrismFinding[]): ArtefactId | undefined {
  for (const finding of prism) if (finding.kind === "filtered" && finding.whole) return finding.artefact;
  return ARTEFACTS.find(
    ({ silentOn }) => silentOn?.clauses.includes(clause) === true && (silentOn.when?.(exchange) ?? true),
  )?.id;
}
