/** The faults of a report: what is violated and not known, each once, with what follows from it. */
import { OPERATIONS } from "../../spec/interface/operations.ts";
import type { Verdict } from "../assertions/finding.ts";
import type { ClauseReport } from "./clause-report.ts";
import { distinctExchanges, type ShownExchange } from "./exchanges.ts";
import { receivedOf } from "./finding-text.ts";
import { describePlace } from "./places.ts";
import type { Report } from "./report.ts";

/** A fault: the clause that stands for it, what follows from it, and what shows it. */
export interface Fault extends ClauseReport {
  /** `DELETE /store/orders/{orderId} → 404 · section Errors`. */
  readonly about: string;
  readonly followers: readonly ClauseReport[];
  /** Where and how often it was seen. */
  readonly seen: readonly string[];
  /** The exchanges that are shown whole, and those that are only named. */
  readonly shown: readonly ShownExchange[];
  readonly further: readonly ShownExchange[];
}

export function faultsOf(report: Report): Fault[] {
  const violated = withVerdict(report, "violated");
  const headlines = violated.filter(({ followsFrom, known }) => !followsFrom && !known);
  return headlines.map((clause) => {
    const { received: _received, ...stated } = clause;
    const received = receivedOf(clause);
    const exchanges = distinctExchanges(clause.evidence ?? []);
    // A request, and the request that shows its effect; or the one in which the fault is marked.
    const whole = exchanges[0]?.response.includes("«") ? 1 : 2;
    return {
      ...stated,
      ...(received !== undefined && { received }),
      about: [placeOf(clause), `section ${clause.section}`].filter(Boolean).join(" · "),
      seen: (clause.places ?? []).map(describePlace),
      followers: violated.filter(({ followsFrom }) => followsFrom === clause.id),
      shown: exchanges.slice(0, whole),
      further: exchanges.slice(whole),
    };
  });
}

/** Empty for a clause on all operations. */
function placeOf({ operation, status }: ClauseReport): string {
  if (operation === undefined) return "";
  const { method, path } = OPERATIONS[operation];
  return `${method} ${path}${status === undefined ? "" : ` → ${status}`}`;
}

export function withVerdict(report: Report, verdict: Verdict): readonly ClauseReport[] {
  return report.clauses.filter((clause) => clause.verdict === verdict);
}
