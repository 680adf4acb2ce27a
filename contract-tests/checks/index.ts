/**
 * All checks. Those of a stage need not wait for each other, but those of one sequence do. A service may take effect in the
 * background: so the cancellation that watches the other orders and the refused cancellations run early, and the last check asks
 * for all of them again.
 */
import { authCancel } from "./auth/auth-cancel.ts";
import { authList } from "./auth/auth-list.ts";
import { authNoEffect } from "./auth/auth-no-effect.ts";
import { authRefused } from "./auth/auth-refused.ts";
import { authSpellings } from "./auth/auth-spellings.ts";
import { cancelIdExact } from "./cancel/cancel-id-exact.ts";
import { cancelMalformed } from "./cancel/cancel-malformed.ts";
import { cancelParallel } from "./cancel/cancel-parallel.ts";
import { cancelPending } from "./cancel/cancel-pending.ts";
import { cancelRevisited } from "./cancel/cancel-revisited.ts";
import { cancelShipped } from "./cancel/cancel-shipped.ts";
import { cancelUnknown } from "./cancel/cancel-unknown.ts";
import type { Check } from "./check.ts";
import { listAgain } from "./list/list-again.ts";
import { listQueries } from "./list/list-queries.ts";
import { listWhole } from "./list/list-whole.ts";
import { mixedCalls } from "./mixed-calls.ts";
import { pets } from "./pets.ts";
import { silences } from "./silences.ts";
import { version } from "./version.ts";

/**
 * Stages, one after the other, of sequences that can run at the same time. The first sequence of a stage is the longest: it
 * cancels the orders that were handed over, and watches the others. Until a list was read, the guard sends no DELETE to an id
 * that was not handed over. No other list is asked for while cancel-pending observes which list is the first without an order.
 * A malformed id may end the service, and the calls that are then under way are not to blame.
 */
export const STAGES: readonly (readonly (readonly Check[])[])[] = [
  [[listWhole], [version]],
  [[cancelShipped, cancelPending, authRefused], [authCancel], [pets], [cancelUnknown], [silences]],
  [[cancelMalformed]],
  [[authSpellings], [listQueries]],
  // Its calls are held until all of them can be sent together.
  [[mixedCalls]],
  // A list with a parameter may round the longest id, so its order is cancelled last. Most of its calls wait for each other:
  // auth-list, which has the most calls, uses the places that they leave free.
  [[cancelIdExact, cancelParallel, authNoEffect], [authList]],
  [[cancelRevisited, listAgain]],
];

export const CHECKS: readonly Check[] = STAGES.flat(2);
