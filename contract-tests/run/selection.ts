import type { ClauseId } from "../../spec/clauses/index.ts";
import type { Check } from "../checks/check.ts";

/** The checks that can prove one of the clauses; all checks when one of the clauses binds every response. */
export function selectChecks(checks: readonly Check[], only: readonly ClauseId[] | undefined): readonly Check[] {
  if (only === undefined) return checks;
  const bindsEveryResponse = only.some((clause) => !checks.some(({ clauses }) => clauses.includes(clause)));
  return bindsEveryResponse ? checks : checks.filter(({ clauses }) => clauses.some((clause) => only.includes(clause)));
}
