/**
 * Snapshot, act, snapshot, compare. Steps do not overlap and nobody else uses the provided orders: what differs between two lists was done by
 * the act between them, or moves by itself. So what differs is asked for again before it is said.
 */
import type { ClauseId } from "../../spec/clauses/index.ts";
import { ORDER_FIELD_NAMES, ORDER_FIELDS, type OrderField } from "../../spec/schema/fields.ts";
import type { Recorder } from "../assertions/finding.ts";
import { isListed, type OrderList } from "../assertions/order-list.ts";
import { type Exchange, isBefore, type OutgoingCall, orderText } from "../client/exchange.ts";
import { ordersMeant } from "./meant-orders.ts";

/** A list of orders may be a copy that is this many milliseconds old (spec/rulings.md). */
export const MAX_STALE_MS = 2_000;
/** Milliseconds of the longest wait for a list that tells a change from a field that moves by itself. */
const MAX_QUIET_MS = 30_000;

const ONLY_THAT_ORDER = "cancel-only-that-order";
/** What any comparison can find violated, besides what its act is blamed for. */
export const COMPARED = [ONLY_THAT_ORDER, "cancel-id-exact"] as const;
/** What a wait is for. */
export const ASKED_AGAIN = "lists differ";

/** What is done between two lists. */
export interface Act {
  /** For a sentence: "After refused cancellations, order 17 …". */
  readonly what: string;
  /** The clauses that are violated when an order changes that must not. */
  readonly blame: ClauseId | ((id: bigint) => ClauseId | readonly ClauseId[]);
  /** The orders that it may cancel. */
  readonly own?: readonly bigint[];
}

type Difference = OrderField | "missing";

/** What a comparison asks of the run. */
interface Watching {
  readonly provided: readonly bigint[];
  readonly config: { readonly shipped: readonly bigint[] };
  /** Pending orders that the run has asked to cancel, and those that were cancelled. */
  readonly asked: ReadonlySet<bigint>;
  readonly cancelled: ReadonlyMap<bigint, unknown>;
  readonly exchanges: readonly Exchange[];
  readonly report: Recorder;
  list(): Promise<OrderList | undefined>;
  wait(ms: number, why: string): Promise<void>;
}

export class Snapshots {
  private readonly session: Watching;
  /** The list after one act is the one before the next. */
  private last: OrderList | undefined;
  /** Fields that were seen to change with nothing sent in between: they prove nothing. */
  private readonly moving = new Set<Difference>();

  /** Provided orders that an act has changed which must not. */
  readonly changed = new Set<bigint>();

  constructor(session: Watching) {
    this.session = session;
  }

  /** Records the violations, and resolves with the orders that are seen to be as before. */
  async compare(act: Act, run: () => Promise<unknown>): Promise<readonly bigint[]> {
    const { session } = this;
    const before = this.last ?? (await session.list());
    const gone = new Set([...session.asked, ...(act.own ?? [])]);
    await run();
    const after = await session.list();
    this.last = after;
    if (before === undefined || after === undefined) return [];
    if (before.withoutId + after.withoutId > 0) return [];

    const watched = session.provided.filter(
      (id) => !gone.has(id) && !session.cancelled.has(id) && isListed(before, id),
    );
    const suspects = watched.filter((id) => this.differences(before, after, id).length > 0);
    const changed = suspects.length === 0 ? [] : await this.askAgain(act, before, after, suspects);
    return watched.filter((id) => !changed.includes(id));
  }

  /** A list may have been an old copy, and a field may move by itself: only what lasts was changed by the act. Resolves with these orders. */
  private async askAgain(
    act: Act,
    before: OrderList,
    after: OrderList,
    suspects: readonly bigint[],
  ): Promise<readonly bigint[]> {
    const { session } = this;
    await session.wait(MAX_STALE_MS, ASKED_AGAIN);
    const again = await session.list();
    this.last = again;
    if (again === undefined || again.withoutId > 0) return suspects;
    const lasting = new Map(
      suspects.map((id) => [id, this.lasting(before, after, again, id)] as const),
    );

    if ([...lasting.values()].some((what) => what.some((one) => one !== "missing")))
      await this.watchQuietly(again, again.exchange.sentAt - before.exchange.receivedAt);
    return [...lasting].flatMap(([id, what]) => {
      const effects = what.filter((one) => !this.moving.has(one));
      if (effects.length === 0) return [];
      this.violate(act, before, again, id, effects.includes("missing"));
      return [id];
    });
  }

  /** Waits as long as the act took, with nothing sent, and notes the fields that move all the same. */
  private async watchQuietly(list: OrderList, ms: number): Promise<void> {
    const { session } = this;
    await session.wait(Math.min(MAX_QUIET_MS, Math.max(MAX_STALE_MS, ms)), ASKED_AGAIN);
    const still = await session.list();
    if (still === undefined) return;
    this.last = still;
    for (const id of session.provided)
      for (const field of changedFields(list, still, id)) this.moving.add(field);
  }

  private lasting(
    before: OrderList,
    after: OrderList,
    again: OrderList,
    id: bigint,
  ): readonly Difference[] {
    const still = this.differences(before, again, id);
    const moved = changedFields(after, again, id);
    const what = this.differences(before, after, id).filter(
      (one) => still.includes(one) && !moved.some((field) => field === one),
    );
    return what.filter((one) => one === "missing" || !this.mayBeTurn(before, after, id, one));
  }

  private differences(a: OrderList, b: OrderList, id: bigint): readonly Difference[] {
    if (!isListed(a, id)) return [];
    if (!isListed(b, id)) return ["missing"];
    return changedFields(a, b, id).filter((field) => !this.moving.has(field));
  }

  /**
   * A date that is estimated to the minute or to the hour stands still and then turns for all orders of one state at the same moment; for
   * all orders where no other has the state.
   */
  private mayBeTurn(a: OrderList, b: OrderList, id: bigint, field: OrderField): boolean {
    if (ORDER_FIELDS[field].kind !== "date-time") return false;
    const { shipped } = this.session.config;
    const others = [...b.watched.keys()].filter((other) => other !== id && a.watched.has(other));
    const alike = others.filter((other) => shipped.includes(other) === shipped.includes(id));
    return (alike.length > 0 ? alike : others).every((other) =>
      changedFields(a, b, other).includes(field),
    );
  }

  private violate(
    { what, blame }: Act,
    before: OrderList,
    after: OrderList,
    id: bigint,
    isMissing: boolean,
  ): void {
    const { report, config } = this.session;
    this.changed.add(id);
    const between = this.cancellationsBetween(before, after);
    const meant = between.filter(({ call }) => ordersMeant(call, [id]).length > 0);
    const likely = meant.length > 0 ? meant : between;
    const accepted = likely.filter(isAccepted);
    const suspects = accepted.length > 0 ? accepted : likely;
    const own = [typeof blame === "function" ? blame(id) : blame].flat();
    const clauses: readonly ClauseId[] = this.isBesideOthers(id, meant, between)
      ? [ONLY_THAT_ORDER, ...own]
      : own;
    const isMisread = meant.length > 0 && !meant.some(({ call }) => this.isFor(id, call));
    const isLetIn = clauses[0] === "auth-no-effect" && accepted.length > 0;
    const violated = new Set<ClauseId>(isMisread ? COMPARED : clauses);
    if (isLetIn) violated.add("cancel-unauthorized");
    const state = config.shipped.includes(id)
      ? "provided as shipped"
      : "provided and not cancelled";
    const why = `After ${what}, order ${id}, ${state}, ${isMissing ? "is no longer listed" : "has changed"}.`;
    const exchanges = [before.exchange, ...suspects.slice(-2), after.exchange];
    const values = {
      expected: before.watched.get(id) ?? "",
      received: after.watched.get(id) ?? "",
    };
    report.violated([...violated], why, exchanges, isMissing ? { expected: "no effect" } : values);
  }

  private cancellationsBetween(before: OrderList, after: OrderList): readonly Exchange[] {
    return this.session.exchanges.filter(
      (one) =>
        one.call.method === "DELETE" &&
        isBefore(before.exchange, one) &&
        isBefore(one, after.exchange),
    );
  }

  /** Whether the cancellations were for other provided orders than the one that has changed. */
  private isBesideOthers(
    id: bigint,
    meant: readonly Exchange[],
    between: readonly Exchange[],
  ): boolean {
    const others = this.session.provided.filter((other) => other !== id);
    return meant.length === 0 && between.some(({ call }) => ordersMeant(call, others).length > 0);
  }

  /** Whether a call that may mean the order does not have the exact id of another one. */
  private isFor(id: bigint, call: OutgoingCall): boolean {
    const text = orderText(call);
    return !this.session.provided.some((other) => other !== id && text === String(other));
  }
}

function isAccepted({ failure, response }: Exchange): boolean {
  return failure === undefined && (response?.status ?? 500) < 300;
}

/** The fields of an order that differ between two lists that both have it. */
function changedFields(a: OrderList, b: OrderList, id: bigint): readonly OrderField[] {
  const [then, now] = [a, b].map(({ watched }) => watched.get(id)?.split("|"));
  if (then === undefined || now === undefined) return [];
  return ORDER_FIELD_NAMES.filter((_, nth) => then[nth] !== now[nth]);
}
