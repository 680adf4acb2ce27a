/**
 * Every check, in the order in which they run: those that change nothing first, then the one that watches the other
 * orders that were handed over, then the rest of those that spend one.
 */
import type { Check } from "../check.ts";
import { authCancel, authList, authNoEffect } from "./auth.ts";
import { cancelPending, cancelRevisited } from "./cancel.ts";
import { cancelParallel } from "./cancel-parallel.ts";
import { cancelShipped } from "./cancel-shipped.ts";
import { cancelUnknown } from "./cancel-unknown.ts";
import { cancelExact } from "./exact.ts";
import { listWhole } from "./list.ts";
import { cancelMalformed } from "./malformed.ts";
import { pets } from "./pets.ts";
import { listQueries } from "./queries.ts";
import { surroundings, version } from "./surroundings.ts";

export const CHECKS: readonly Check[] = [
  version,
  listWhole,
  listQueries,
  authList,
  authCancel,
  pets,
  cancelUnknown,
  cancelMalformed,
  surroundings,
  cancelShipped,
  cancelPending,
  cancelExact,
  authNoEffect,
  cancelParallel,
  cancelRevisited,
];
