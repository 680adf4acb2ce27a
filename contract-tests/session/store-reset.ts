/**
 * The whole store may be reset in the middle of a run: then all orders that the run has cancelled are listed again at once, as they were
 * (spec/rulings.md). That is the operator's doing. One of several, or one by one, is a fault of the service.
 */
import { changedFields, isListed, type OrderList } from "../assertions/order-list.ts";
import type { Clock } from "../client/clock.ts";
import { type Exchange, isBefore } from "../client/exchange.ts";
import { runError } from "../errors/run.ts";
import { MAX_STALE_MS } from "./budget.ts";
import type { RunEnded } from "./run-ended.ts";

/** Milliseconds for which the run watches whether the cancelled orders come back again. */
const MAX_WATCH_MS = 10_000;

/** The run that asks. */
interface Run {
  readonly cancelled: ReadonlyMap<bigint, Exchange>;
  readonly lists: readonly OrderList[];
  readonly clock: Clock;
  list(): Promise<OrderList | undefined>;
  wait(ms: number, why: string): Promise<void>;
  end(why: string): RunEnded;
}

/**
 * An order that the run had cancelled could be cancelled again. Throws RunEnded where the store was reset. A service that undoes its
 * cancellations does so again, and is for the caller to judge.
 */
export async function expectNotReset(s: Run, id: bigint): Promise<void> {
  const after = listAfterReset(s)?.exchange;
  if (after === undefined) return;
  const [first] = [...s.cancelled.values()];
  const ms = Math.max(MAX_STALE_MS, after.receivedAt - first!.sentAt);
  await s.wait(Math.min(MAX_WATCH_MS, ms), "cancelled orders are back");
  const list = await s.list();
  if (list === undefined || isListed(list, id)) return;

  const at = new Date(s.clock.epoch + after.receivedAt).toISOString().slice(11, 19);
  throw s.end(runError("store-reset", { at, ids: [...s.cancelled.keys()].join(", ") }).display);
}

/** The first list that has all cancelled orders as they were, behind one that lacked one of them. */
function listAfterReset({ cancelled, lists }: Run): OrderList | undefined {
  const identified = lists.filter(({ withoutId }) => withoutId === 0);
  const cancelledBefore = ({ exchange }: OrderList) =>
    [...cancelled].filter(([, by]) => isBefore(by, exchange));
  const isAsItWas = (id: bigint, by: Exchange, list: OrderList) => {
    const before = identified.findLast(({ exchange }) => isBefore(exchange, by));
    const isBack = before !== undefined && isListed(before, id) && isListed(list, id);
    return isBack && changedFields(before, list, id).length === 0;
  };

  const without = identified.findIndex((list) =>
    cancelledBefore(list).some(([id]) => !isListed(list, id)),
  );
  if (without < 0) return undefined;
  return identified
    .slice(without + 1)
    .find((list) => cancelledBefore(list).every(([id, by]) => isAsItWas(id, by, list)));
}
