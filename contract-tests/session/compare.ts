/**
 * Snapshot, act, snapshot, compare. Steps do not overlap and nobody else uses the provided orders: what differs between two lists was done by
 * the act between them, or moves by itself. So what differs is asked for again before it is said.
 */
import { ORDER_FIELD_NAMES, ORDER_FIELDS, type OrderField } from "../../spec/schema/fields.ts";
import { isListed, type OrderList } from "../assertions/order-list.ts";
import { type Act, violateChange, type Watching } from "./blame.ts";

/** A list of orders may be a copy that is this many milliseconds old (spec/rulings.md). */
export const MAX_STALE_MS = 2_000;
/** Milliseconds of the longest wait for a list that tells a change from a field that moves by itself. */
const MAX_QUIET_MS = 30_000;

/** What a wait is for. */
export const ASKED_AGAIN = "lists differ";

type Difference = OrderField | "missing";

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

  /** Records the violations. Resolves with the provided orders that both lists show unchanged; empty when a list could not be read. */
  async compare(act: Act, run: () => Promise<unknown>): Promise<readonly bigint[]> {
    const { session } = this;
    const before = this.last ?? (await session.list());
    await run();
    const after = await session.list();
    this.last = after;
    if (before === undefined || after === undefined) return [];
    if (before.withoutId + after.withoutId > 0) return [];

    const gone = new Set([...session.asked, ...session.cancelled.keys(), ...(act.own ?? [])]);
    const watched = session.provided.filter((id) => !gone.has(id) && isListed(before, id));
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
      this.changed.add(id);
      violateChange(session, act, {
        id,
        before,
        after: again,
        isMissing: effects.includes("missing"),
      });
      return [id];
    });
  }

  /** Waits as long as the act took without sending anything, and records the fields that change anyway. */
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
    const { config, asked } = this.session;
    const { shipped } = config;
    // A cancelled order may keep its date, and one without a date has none that turns.
    const others = [...b.watched.keys()].filter(
      (other) =>
        other !== id &&
        a.watched.has(other) &&
        !asked.has(other) &&
        (hasField(a, other, field) || hasField(b, other, field)),
    );
    const alike = others.filter((other) => shipped.includes(other) === shipped.includes(id));
    return (alike.length > 0 ? alike : others).every((other) =>
      changedFields(a, b, other).includes(field),
    );
  }
}

function hasField({ watched }: OrderList, id: bigint, field: OrderField): boolean {
  const values = watched.get(id)?.split("|");
  return values !== undefined && values[ORDER_FIELD_NAMES.indexOf(field)] !== "";
}

/** The fields of an order that differ between two lists that both have it. */
function changedFields(a: OrderList, b: OrderList, id: bigint): readonly OrderField[] {
  const [then, now] = [a, b].map(({ watched }) => watched.get(id)?.split("|"));
  if (then === undefined || now === undefined) return [];
  return ORDER_FIELD_NAMES.filter((_, nth) => then[nth] !== now[nth]);
}
