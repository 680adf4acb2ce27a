/**
 * The orders of one world and their states: those of the shared table, and what differs from it.
 */
import type { CurrentState } from "../../scenarios/limits.ts";
import type { RelativeDates } from "../../scenarios/relative-dates.ts";
import type { Answers } from "../../spec/clauses/index.ts";
import { listWithout, type OrderTable, orderJson, type StoredOrder } from "./order-table.ts";
import { type PutOrder, withOrders } from "./put-orders.ts";
import type { WorldChanges } from "./world-document.ts";

/** An order of the list with its state. */
export interface StoreEntry {
  /** Undefined if the order has no id. */
  readonly id: bigint | undefined;
  readonly state: CurrentState;
  /** The Order as JSON text, as in the list. */
  readonly order: string;
  readonly dates?: RelativeDates | undefined;
}

/** Largest list that a world holds strongly, in bytes. */
const MAX_HELD = 1 << 16;

export class OrderStore {
  /** The scenario's table, until an order is put or removed. */
  table: OrderTable;
  /** Called when an order changes its state, or, with undefined, when it is removed. */
  onChange: ((id: bigint, state: CurrentState | undefined) => void) | undefined;
  private readonly initial: OrderTable;
  private readonly cancelledInList: Answers["cancelled-in-list"];
  /**
   * The last version of each order that was put, in the order in which they were added to the list.
   */
  private readonly edits = new Map<bigint, PutOrder>();
  /** Removed orders of the initial table, even if they were put again. */
  private readonly removed = new Set<bigint>();
  /** States that differ from the table. */
  private states = new Map<bigint, CurrentState>();
  /** Cancelled orders that the next list still contains. */
  private hideAfterList = new Set<bigint>();
  /**
   * The last list, until something changes. We hold a long list of this world alone weakly, because
   * a thousand worlds may have a list of 10 MB each, most of which nobody reads again.
   */
  private listed: Uint8Array | WeakRef<Uint8Array> | undefined;

  constructor(table: OrderTable, answers: Pick<Answers, "cancelled-in-list">) {
    this.table = table;
    this.initial = table;
    for (const id of table.cancelled) this.states.set(id, "cancelled");
    this.cancelledInList = answers["cancelled-in-list"];
  }

  /**
   * Cancels or ships the order if it is pending, and returns its previous state, or undefined if
   * the id is unknown. The contract has no operation to ship; only scenarios and the control API
   * do. Synchronous, so that only one of several concurrent cancels finds the order pending.
   */
  change(id: bigint, to: Exclude<CurrentState, "pending">): CurrentState | undefined {
    const before = this.stateOf(id);
    if (before !== "pending") return before;
    this.states.set(id, to);
    // An Order does not show its state, so only a cancellation changes the list.
    if (to === "cancelled") {
      if (this.cancelledInList === "later") this.hideAfterList.add(id);
      this.listed = undefined;
    }
    this.onChange?.(id, to);
    return before;
  }

  /**
   * Adds an order, or replaces the one with this id. `order` is JSON text with the same id. The
   * contract has no operation for this.
   */
  put(id: bigint, order: string, state: CurrentState, dates?: RelativeDates): void {
    const before = state === "cancelled" ? "pending" : state;
    const put: PutOrder = { order, state: before, ...(dates && { dates }) };
    this.edit(new Map([[id, put]]));
    if (state === "cancelled") this.states.set(id, state);
    this.onChange?.(id, state);
  }

  /** Removes the order. The contract has no operation for this. */
  remove(id: bigint): void {
    this.edit(new Map([[id, undefined]]));
    this.onChange?.(id, undefined);
  }

  private edit(changes: ReadonlyMap<bigint, PutOrder | undefined>): void {
    this.table = withOrders(this.table, changes);
    for (const [id, put] of changes) {
      if (put === undefined) {
        this.edits.delete(id);
        if (this.initial.byId.has(id)) this.removed.add(id);
      } else this.edits.set(id, put);
      this.states.delete(id);
      this.hideAfterList.delete(id);
    }
    this.listed = undefined;
  }

  /** The differences from the initial table, for `restore` of another store with the same table. */
  changes(): WorldChanges["orders"] {
    return {
      removed: [...this.removed].map(String),
      edits: [...this.edits].map(([id, edit]) => ({ id: String(id), ...edit })),
      states: [...this.states].map(([id, state]) => [String(id), state] as const),
      hideAfterList: [...this.hideAfterList].map(String),
    };
  }

  /** Replaces all changes by those of a store with the same table. */
  restore({ removed, edits, states, hideAfterList }: WorldChanges["orders"]): void {
    const isContinued =
      String(removed) === String([...this.removed]) &&
      [...this.edits.keys()].every((id, at) => edits[at]?.id === String(id));
    if (!isContinued) {
      this.table = this.initial;
      this.edits.clear();
      this.removed.clear();
      this.states.clear();
      this.editAll(removed.map((id) => [BigInt(id), undefined] as const));
    }
    // All at once, because each change copies the list.
    this.editAll(
      edits.flatMap(({ id, ...put }) => {
        const own = this.edits.get(BigInt(id));
        const isSame = own?.order === put.order && own.state === put.state;
        return isSame ? [] : [[BigInt(id), put] as const];
      }),
    );
    const before = this.states;
    this.states = new Map(states.map(([id, state]) => [BigInt(id), state]));
    this.hideAfterList = new Set(hideAfterList.map(BigInt));
    this.listed = undefined;
    for (const id of new Set([...before.keys(), ...this.states.keys()]))
      if (before.get(id) !== this.states.get(id)) this.onChange?.(id, this.stateOf(id)!);
  }

  private editAll(changes: readonly (readonly [id: bigint, put: PutOrder | undefined])[]): void {
    if (changes.length === 0) return;
    const byId = new Map(changes);
    this.edit(byId);
    for (const id of byId.keys()) this.onChange?.(id, this.stateOf(id));
  }

  /** Returns undefined if the id is unknown. */
  stateOf(id: bigint): CurrentState | undefined {
    return this.states.get(id) ?? this.table.byId.get(id)?.state;
  }

  /** True if the orders or their states differ from the scenario's. */
  get isChanged(): boolean {
    const { edits, removed, states, initial } = this;
    return edits.size + removed.size > 0 || states.size !== initial.cancelled.length;
  }

  /**
   * Returns orders in list order, including cancelled ones, optionally only those in a state, or
   * whose id contains some digits.
   */
  find(state?: CurrentState, digits = ""): readonly StoredOrder[] {
    const { orders } = this.table;
    if (state === undefined && digits === "") return orders;
    return orders.filter(
      (order) =>
        (state === undefined || this.stateIn(order) === state) &&
        String(order.id ?? "").includes(digits),
    );
  }

  entries(): StoreEntry[] {
    return this.table.orders.map((order) => this.entryOf(order));
  }

  entry(id: bigint): StoreEntry | undefined {
    const order = this.table.byId.get(id);
    return order && this.entryOf(order);
  }

  /**
   * Ids of orders in a state, taken alternately from both ends of the list; in a sorted list, the
   * smallest and the largest.
   */
  idsIn(state: CurrentState, limit: number): bigint[] {
    const { orders } = this.table;
    const ids: bigint[] = [];
    for (let step = 0; step < orders.length && ids.length < limit; step++) {
      const order = orders.at(step % 2 === 0 ? step >> 1 : -1 - (step >> 1))!;
      if (order.id !== undefined && this.stateIn(order) === state) ids.push(order.id);
    }
    return ids;
  }

  /** Number of orders in each state, including those without an id. */
  counts(): Record<CurrentState, number> {
    const counts = { pending: 0, shipped: 0, cancelled: 0 };
    for (const order of this.table.orders) counts[this.stateIn(order)]++;
    return counts;
  }

  /**
   * Answers a list call with JSON text. We never write to the array again; a change creates a new
   * one.
   */
  list(): Uint8Array {
    const shown = this.peek();
    if (this.hideAfterList.size > 0) {
      this.listed = undefined;
      this.hideAfterList.clear();
    }
    return shown;
  }

  /**
   * Like `list`, but does not count as a list call. Returns the same array until something changes.
   */
  peek(): Uint8Array {
    const known = this.listed instanceof WeakRef ? this.listed.deref() : this.listed;
    if (known !== undefined) return known;
    const hidden = this.hidden();
    const list = hidden.length === 0 ? this.table.list : listWithout(this.table, hidden);
    const isHeld = list === this.table.list || list.length <= MAX_HELD;
    this.listed = isHeld ? list : new WeakRef(list);
    return list;
  }

  private hidden(): StoredOrder[] {
    if (this.cancelledInList === "stays") return [];
    return [...this.states].flatMap(([id, state]) =>
      state === "cancelled" && !this.hideAfterList.has(id) ? this.table.byId.get(id)! : [],
    );
  }

  private stateIn({ id, state }: StoredOrder): CurrentState {
    return (id !== undefined && this.states.get(id)) || state;
  }

  entryOf(stored: StoredOrder): StoreEntry {
    const { id, dates } = stored;
    const order = orderJson(this.table, stored);
    return { id, state: this.stateIn(stored), order, ...(dates && { dates }) };
  }
}
