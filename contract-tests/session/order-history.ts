/** The history of the provided orders: since when lists show them, and since when a call may have changed them. */
import type { ExpectedOrders } from "../assertions/listed-orders.ts";
import { isListed, type OrderList } from "../assertions/order-list.ts";
import type { OutgoingCall } from "../client/calls.ts";
import type { Exchange } from "../client/exchange.ts";
import { MAX_STALE_MS } from "./budget.ts";
import { ordersMeant } from "./meant-orders.ts";

export class OrderHistory {
  private readonly shownAt = new Map<bigint, number>();
  private readonly touchedAt = new Map<bigint, number>();
  private readonly accepted = new Set<bigint>();
  private readonly gone = new Set<bigint>();

  /** The call is sent now: from now on, orders that it may mean may be gone. */
  touch(call: OutgoingCall, provided: readonly bigint[], now: number): void {
    for (const id of ordersMeant(call, provided))
      if (!this.touchedAt.has(id)) this.touchedAt.set(id, now);
  }

  /** The call got 2xx: it may have cancelled an order that it may mean. */
  accept(call: OutgoingCall, provided: readonly bigint[]): void {
    for (const id of ordersMeant(call, provided)) this.accepted.add(id);
  }

  /** When the last of these orders was first touched; -Infinity when none was. */
  lastTouched(ids: readonly (bigint | undefined)[]): number {
    return Math.max(...ids.map((id) => this.touchedAt.get(id!) ?? -Infinity));
  }

  show(list: Pick<OrderList, "keys">, provided: readonly bigint[], { receivedAt }: Exchange): void {
    for (const id of provided)
      if (isListed(list, id) && !this.shownAt.has(id)) this.shownAt.set(id, receivedAt);
  }

  wasShown(id: bigint): boolean {
    return this.shownAt.has(id);
  }

  /** Returns the missing orders that another list had, and that no success of the run explains: each is returned once. */
  vanished(missing: readonly bigint[]): readonly bigint[] {
    const vanished = missing.filter(
      (id) => this.shownAt.has(id) && !this.accepted.has(id) && !this.gone.has(id),
    );
    for (const id of vanished) this.gone.add(id);
    return vanished;
  }

  /** The orders that an arrived list must have. It may be a copy that is older than an order that was placed for the run. */
  expectedIn(
    { sentAt }: Exchange,
    provided: readonly bigint[],
    asked: ReadonlySet<bigint>,
  ): ExpectedOrders {
    const untouched = provided.filter((id) => this.shownAt.has(id) && !this.touchedAt.has(id));
    const isDue = (id: bigint) => sentAt - (this.shownAt.get(id) ?? Infinity) >= MAX_STALE_MS;
    return {
      untouched,
      due: untouched.filter(isDue),
      notAsked: provided.filter((id) => isDue(id) && !asked.has(id)),
    };
  }
}
