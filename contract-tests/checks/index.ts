/**
 * All checks. A service may take effect in the background: so the cancellation that watches the other orders and the refused cancellations
 * run early, and the last checks ask for all of them again. Which check runs after which is declared by each.
 */
import { authCancel } from "./auth/auth-cancel.ts";
import { authList } from "./auth/auth-list.ts";
import { authNoEffect, authRefused } from "./auth/auth-no-effect.ts";
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
import { affordable, inOrder } from "./plan.ts";
import { providedOrders } from "./provided-orders.ts";
import { unspecified } from "./unspecified.ts";
import { version } from "./version.ts";

/** What proves every clause: four pending orders and a shipped one. */
const FULL_RUN = providedOrders({ readOnly: false, pending: [1n, 2n, 3n, 4n], shipped: [5n] });

/** In an order in which each follows those that it needs. */
const ORDERED = inOrder([
  ...[listWhole, version, cancelShipped, cancelPending, authRefused, authCancel, pets, cancelUnknown, unspecified],
  ...[cancelMalformed, authSpellings, listQueries, mixedCalls, cancelIdExact, cancelParallel, authNoEffect, authList],
  ...[cancelRevisited, listAgain],
]);
export const CHECKS: readonly Check[] = affordable(ORDERED, FULL_RUN);
