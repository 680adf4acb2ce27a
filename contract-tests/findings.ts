/** What one check finds, gathered: each clause held once, and of what is wrong no more than tells it. */
import type { ClauseId } from "../spec/clauses/index.ts";
import type { Context, FaultDetail, Finding } from "./check.ts";
import { evidenceOf } from "./evidence.ts";
import type { Exchange } from "./exchange.ts";

/** Evidence of one clause in one check: more would only repeat it. */
const MAX_EVIDENCE = 3;

export class Findings implements Pick<Context, "held" | "violated" | "advise" | "observe" | "unproven" | "withheld"> {
  private readonly heldClauses = new Set<ClauseId>();
  private readonly others: Finding[] = [];
  private readonly evidenceCount = new Map<string, number>();

  held(...clauses: ClauseId[]): void {
    for (const clause of clauses) this.heldClauses.add(clause);
  }

  violated(clause: ClauseId, why: string, exchanges: readonly Exchange[], detail: FaultDetail = {}): void {
    const times = (this.evidenceCount.get(clause) ?? 0) + 1;
    this.evidenceCount.set(clause, times);
    if (times > MAX_EVIDENCE) return;
    const { expected, received } = detail;
    const evidence = exchanges.map((exchange, index) =>
      evidenceOf(exchange, index === exchanges.length - 1 ? detail : {}),
    );
    this.others.push({
      kind: "violated",
      clause,
      why,
      ...(expected !== undefined && { expected }),
      ...(received !== undefined && { received }),
      evidence,
    });
  }

  advise(id: string, why: string, exchanges: readonly Exchange[]): void {
    const times = (this.evidenceCount.get(id) ?? 0) + 1;
    this.evidenceCount.set(id, times);
    if (times > MAX_EVIDENCE) return;
    this.others.push({ kind: "advice", id, why, evidence: exchanges.map((exchange) => evidenceOf(exchange)) });
  }

  observe(silence: Parameters<Context["observe"]>[0], observed: string): void {
    this.others.push({ kind: "observed", silence, observed, at: Date.now() });
  }

  unproven(clause: ClauseId, why: string): void {
    this.others.push({ kind: "unproven", clause, why });
  }

  withheld(clause: ClauseId, why: string): void {
    this.others.push({ kind: "withheld", clause, why });
  }

  /** How many there are besides what was held. */
  get count(): number {
    return this.others.length;
  }

  findings(): Finding[] {
    const held = [...this.heldClauses].map((clause): Finding => ({ kind: "held", clause }));
    const seen = new Set<string>();
    const rest = this.others.filter((finding) => {
      if (finding.kind === "violated" || finding.kind === "advice") return true;
      const key = finding.kind === "observed" ? `${finding.silence} ${finding.observed}` : JSON.stringify(finding);
      return !seen.has(key) && seen.add(key);
    });
    return [...held, ...rest];
  }
}
