/**
 * All checks, and which of them a run has. A service may take effect in the background: so the cancellation that watches the other orders and the refused cancellations
 * run early, and the last checks ask for all of them again. Which check runs after which is declared by each.
 */
import type { ClauseId } from "../../spec/clauses/index.ts";
import { authCancel, authList } from "./auth/auth-keys.ts";
import { authNoEffect, authRefused } from "./auth/auth-no-effect.ts";
import { authSpellings } from "./auth/auth-spellings.ts";
import { cancelPending, cancelShipped } from "./cancel/cancel-by-state.ts";
import { cancelIdExact } from "./cancel/cancel-id-exact.ts";
import { cancelMalformed } from "./cancel/cancel-malformed.ts";
import { cancelParallel } from "./cancel/cancel-parallel.ts";
import { cancelRevisited } from "./cancel/cancel-revisited.ts";
import { cancelUnknown } from "./cancel/cancel-unknown.ts";
import type { Check } from "./check.ts";
import { listAgain } from "./list/list-again.ts";
import { listQueries } from "./list/list-queries.ts";
import { listWhole } from "./list/list-whole.ts";
import { mixedCalls } from "./mixed-calls.ts";
import { pets } from "./pets.ts";
import { unspecified, version } from "./versioning.ts";

/** In an order in which each follows those after which it comes. */
export const CHECKS: readonly Check[] = [
  ...[listWhole, version, cancelShipped, cancelPending, authRefused, authCancel, pets, cancelUnknown, unspecified],
  ...[cancelMalformed, authSpellings, listQueries, mixedCalls, cancelIdExact, cancelParallel, authNoEffect, authList],
  ...[cancelRevisited, listAgain],
];

/** The checks that can prove one of the clauses, and what the whole run shows; all when one of the clauses binds every response. */
export function selectChecks(only: readonly ClauseId[] | undefined): readonly Check[] {
  const bindsEveryResponse = only?.some((clause) => !CHECKS.some(({ clauses }) => clauses.includes(clause)));
  if (only === undefined || bindsEveryResponse) return CHECKS;
  return CHECKS.filter((check) => check === listAgain || check.clauses.some((clause) => only.includes(clause)));
}
