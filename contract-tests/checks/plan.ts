/** From what the checks declare to the order in which they run, and what each may spend. */
import type { ClauseId } from "../../spec/clauses/index.ts";
import type { Check, Cost } from "./check.ts";
import type { ProvidedOrders } from "./provided-orders.ts";

/** Calls of a run on a conforming deployment, and those of them without the good key. */
const MAX_COST: Cost = { calls: 400, badKeyCalls: 250 };

/** Throws when the checks wait for each other, or for one that does not exist. */
export function inOrder(checks: readonly Check[]): readonly Check[] {
  const ids = checks.map(({ id }) => id);
  const ordered: Check[] = [];
  while (ordered.length < checks.length) {
    const next = checks.find(
      (check) => !ordered.includes(check) && predecessorsOf(check).every((id) => ordered.some((one) => one.id === id)),
    );
    if (next === undefined) {
      const left = ids.filter((id) => !ordered.some((one) => one.id === id));
      throw new Error(`These checks wait for each other, or for one that does not exist: ${left.join(", ")}.`);
    }
    ordered.push(next);
  }
  return ordered;
}

function predecessorsOf({ needs = [], after = [] }: Check): readonly string[] {
  return [...needs, ...after];
}

/** Throws when the checks of a run with four pending orders and a shipped one cost more calls than a run may send. */
export function affordable(checks: readonly Check[], orders: ProvidedOrders): readonly Check[] {
  const given: { calls: number; badKeyCalls: number } = { calls: 0, badKeyCalls: 0 };
  for (const check of checks) {
    const cost = check.cost(orders);
    for (const [kind, words] of [
      ["calls", "calls"],
      ["badKeyCalls", "calls without the good key"],
    ] as const) {
      if (given[kind] + cost[kind] > MAX_COST[kind])
        throw new Error(
          `${check.id} needs ${cost[kind]} ${words}; ${given[kind]} of ${MAX_COST[kind]} are given away: thin ${costliest(checks, orders, kind)}.`,
        );
      given[kind] += cost[kind];
    }
  }
  return checks;
}

function costliest(checks: readonly Check[], orders: ProvidedOrders, kind: keyof Cost): string {
  const sorted = checks.toSorted((a, b) => b.cost(orders)[kind] - a.cost(orders)[kind]);
  return sorted
    .slice(0, 3)
    .map((check) => `${check.id} (${check.cost(orders)[kind]})`)
    .join(", ");
}

/** Calls that are left to a check when all others that have not begun are given theirs. */
export function allowanceOf(sent: number, notBegun: readonly Check[], orders: ProvidedOrders): number {
  return Math.max(0, MAX_COST.calls - sent - notBegun.reduce((sum, check) => sum + check.cost(orders).calls, 0));
}

/**
 * The checks that can prove one of the clauses, and those that they need; all checks when one of the clauses binds every response.
 */
export function selectChecks(checks: readonly Check[], only: readonly ClauseId[] | undefined): readonly Check[] {
  if (only === undefined) return checks;
  const bindsEveryResponse = only.some((clause) => !checks.some(({ clauses }) => clauses.includes(clause)));
  if (bindsEveryResponse) return checks;
  const chosen = checks.filter(({ clauses, always }) => always || clauses.some((clause) => only.includes(clause)));
  const needed = new Set(chosen.flatMap(({ id, needs = [] }) => [id, ...needs]));
  return checks.filter(({ id }) => needed.has(id));
}

/** Whether nothing keeps a check from beginning: those before it, as far as they are selected, have ended. */
export function isReady(check: Check, selected: readonly Check[], ended: ReadonlySet<string>): boolean {
  return predecessorsOf(check).every((id) => ended.has(id) || !selected.some((one) => one.id === id));
}
