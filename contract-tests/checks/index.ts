/**
 * Every check, in the order in which they run. The list first, and then what may have an effect in the background: the
 * cancellation that watches the other orders that were handed over, and those that are refused. Those that change nothing
 * give such an effect its time, before the others spend their orders and the last one looks back.
 */
import type { Check } from "../check.ts";
import { authCancel, authList, authNoEffect, authRefused } from "./auth.ts";
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
  cancelShipped,
  cancelPending,
  authRefused,
  listQueries,
  authList,
  authCancel,
  pets,
  cancelUnknown,
  cancelMalformed,
  surroundings,
  cancelExact,
  cancelParallel,
  authNoEffect,
  cancelRevisited,
];
