import { providedChanges } from "../../ledger/changes.ts";
import { findGap, MAX_STALE_MS } from "../../ledger/list-gaps.ts";
import type { Check, CheckContext } from "../check.ts";
import { reportHistory } from "./run-history.ts";

/** Lists that are asked for where orders of others seem to be missing from one. */
const FURTHER_LISTS = 8;
/** Milliseconds of the wait for a list that tells a change from a field that moves by itself. */
const MAX_OPEN_MS = 30_000;

export const listAgain: Check = {
  id: "list-again",
  area: "list",
  title: "the lists of the run agree, and provided orders changed only as they were cancelled",
  clauses: [
    ...[
      "list-whole",
      "cancel-only-that-order",
      "cancel-shipped-unchanged",
      "auth-no-effect",
      "cancel-malformed-refused",
    ],
    ...["cancel-id-exact", "cancel-unauthorized", "list-ok", "cancel-pending", "pets-unauthorized"],
  ] as Check["clauses"],
  after: ["cancel-revisited"],
  always: true,
  cost: () => ({ calls: 2, badKeyCalls: 0 }),
  async run(context) {
    await Promise.all([context.list(), context.list()]);
    await confirmGap(context);
    await confirmChanges(context);
    reportHistory(context);
  },
};

/** Orders of others that are missing from a list prove something only where no old copy explains it: so lists follow with pauses. */
async function confirmGap({ ledger, list, wait }: CheckContext): Promise<void> {
  if (findGap(ledger, 0) === undefined || findGap(ledger, MAX_STALE_MS) !== undefined) return;
  await wait(MAX_STALE_MS);
  await Promise.all(Array.from({ length: FURTHER_LISTS }, () => list()));
  await wait(MAX_STALE_MS);
  await Promise.all([list(), list()]);
}

/** A field that has changed may move by itself: a list after a pause, in which nothing is cancelled, tells. */
async function confirmChanges({ ledger, list, wait }: CheckContext): Promise<void> {
  const { openMs } = providedChanges(ledger);
  if (openMs === undefined) return;
  await list();
  await wait(Math.min(openMs, MAX_OPEN_MS));
  await list();
}
