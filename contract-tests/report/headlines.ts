/**
 * One fault, one headline: of the clauses that one call violates, the first one stands for the fault, and the others follow from it
 * (spec/rulings.md). What is wrong in a body is a fault of its own.
 */
import type { Clause, ClauseId } from "../../spec/clauses/index.ts";
import type { Finding } from "../assertions/finding.ts";

/** A finding that a clause is violated. */
export type Violation = Extract<Finding, { readonly kind: "violated" }>;

interface Violated extends Clause {
  readonly id: ClauseId;
  readonly findings: readonly Violation[];
}

/** A body that is no JSON is no Error either: where the same answers show both, it is one fault. */
const BODY_FORM: readonly ClauseId[] = ["body-json", "body-media-type"];
const ERROR_BODY: readonly ClauseId[] = ["auth-error-body", "not-found-error-body"];

/** The headline of each clause that follows from one. */
export function headlines(violated: readonly Violated[]): ReadonlyMap<ClauseId, ClauseId> {
  const follows = new Map<ClauseId, ClauseId>();
  const heads: Violated[] = [];
  for (const clause of violated.filter(({ binds }) => binds === undefined).toSorted(byPlainness)) {
    const [first, ...further] = clause.findings;
    const head = heads.find((one) => isSame(one, first!));
    // Further calls may be repetitions of that one. A call that nothing else is known by is another fault.
    const isExplained = further.every((finding) => heads.some((one) => isLike(one, finding)));
    if (head !== undefined && isExplained) follows.set(clause.id, head.id);
    else heads.push(clause);
  }
  for (const clause of violated.filter(({ id }) => BODY_FORM.includes(id))) {
    const isShownBy = (one: Violated) => clause.findings.every((finding) => isLike(one, finding));
    const head = violated.find((one) => ERROR_BODY.includes(one.id) && isShownBy(one));
    if (head !== undefined) follows.set(clause.id, head.id);
  }
  return follows;
}

/** True if the finding was made together with one on the clause, by the same exchange. */
function isSame({ id, findings }: Violated, { shownBy, together = [] }: Violation): boolean {
  const { identity } = shownBy ?? {};
  const isShown = findings.some((one) => one.shownBy?.identity === identity);
  return together.includes(id) || (identity !== undefined && isShown);
}

/** True for the same exchange, or the same call at another time. */
function isLike(clause: Violated, finding: Violation): boolean {
  const { call } = finding.shownBy ?? {};
  const isShown = clause.findings.some((one) => one.shownBy?.call === call);
  return isSame(clause, finding) || (call !== undefined && isShown);
}

/** The plainest call comes first, and the earliest of these; of the clauses that it violates, the one on its operation, and not one on all of them. */
function byPlainness(a: Violated, b: Violated): number {
  const rank = ({ findings: [first] }: Violated) => first?.shownBy?.plainness ?? 0;
  const isGeneral = ({ area, operation }: Violated) =>
    Number(area === "auth" || operation === undefined);
  const sentAt = ({ findings: [first] }: Violated) => first?.shownBy?.sentAt ?? 0;
  return rank(a) - rank(b) || sentAt(a) - sentAt(b) || isGeneral(a) - isGeneral(b);
}
