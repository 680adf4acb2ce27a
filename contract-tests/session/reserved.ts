/**
 * The orders that were handed over are reserved for one run. Where one of them vanishes, and a further one does while nothing is sent, or was
 * never there, somebody else uses them: mostly another run, with the same ids. That is the operator's doing (spec/rulings.md).
 */

import { isListed, type OrderList } from "../assertions/order-list.ts";
import { cancellationOf, LIST_WITH_KEY, type OutgoingCall } from "../client/calls.ts";
import type { Exchange } from "../client/exchange.ts";
import { isGone } from "../client/outcome.ts";
import { runError } from "../errors/run.ts";
import type { Rules } from "../safety/rules.ts";
import { MAX_STALE_MS } from "./budget.ts";
import type { OrderHistory } from "./order-history.ts";
import type { RunEnded } from "./run-ended.ts";

/** Another run cancels its orders within some seconds of each other. */
const WATCH_MS = 10_000;

/** The run that asks. */
interface Run {
  readonly config: Pick<Rules, "pending">;
  readonly asked: ReadonlySet<bigint>;
  readonly cancelled: ReadonlyMap<bigint, unknown>;
  readonly lists: readonly OrderList[];
  readonly history: OrderHistory;
  send(call: OutgoingCall): Promise<Exchange>;
  wait(ms: number, why: string): Promise<void>;
  end(why: string): RunEnded;
}

type Listed = Pick<OrderList, "keys" | "withoutId">;

/**
 * Where a plain list lacks an order that another one had, and that the run has not asked to cancel, watches the other ones. Throws RunEnded
 * where somebody else uses them. Else it is the service's doing, and for the caller to judge.
 */
export async function expectReserved(s: Run, list: Listed): Promise<void> {
  if (list.withoutId > 0) return;
  const gone = missing(s, list);
  const vanished = s.history.vanished(gone);
  if (vanished.length === 0) return;

  // Before any was cancelled: where another one was never there, this says enough.
  const isSecond = s.cancelled.size === 0 && gone.some((id) => !s.history.wasShown(id));
  for (let waited = 0; waited < WATCH_MS; waited += MAX_STALE_MS) {
    await s.wait(MAX_STALE_MS, `order ${vanished[0]} has vanished`);
    await s.send(LIST_WITH_KEY);
    const now = missing(s, s.lists.at(-1)!);
    if (!vanished.every((id) => now.includes(id))) return;
    if (isSecond || now.some((id) => !gone.includes(id))) return endIfTaken(s, now);
  }
}

/** A list may lack what is there: cancelling it tells. */
async function endIfTaken(s: Run, ids: readonly bigint[]): Promise<void> {
  for (const id of ids) if (!isGone(await s.send(cancellationOf(id)))) return;
  throw s.end(runError("orders-taken", { ids: ids.join(", ") }).display);
}

/** The pending orders that the run has not asked to cancel, and that a list lacks. */
function missing(s: Run, list: Listed): readonly bigint[] {
  return s.config.pending.filter((id) => !s.asked.has(id) && !isListed(list, id));
}
