/** Which checks a run needs. */
import type { ClauseId } from "../spec/clauses/index.ts";
import type { Check } from "./check.ts";

/** The checks that can prove one of the clauses; all of them for a clause by which every response is judged. */
export function chooseChecks(checks: readonly Check[], only: readonly ClauseId[] | undefined): readonly Check[] {
  if (only === undefined) return checks;
  const everywhere = only.some((clause) => !checks.some(({ clauses }) => clauses.includes(clause)));
  return everywhere ? checks : checks.filter(({ clauses }) => clauses.some((clause) => only.includes(clause)));
}
