/**
 * The orders of one world and their states. A store holds only what differs from its table, so that thousands of worlds
 * can share one list of 100,000 orders.
 */
import type { OrderState } from "../../fixtures/orders.ts";
import type { Answers } from "../../spec/clauses/index.ts";
import { concat } from "../replies/messages.ts";
import { listOf, type OrderTable, orderText, positionOf, withOrder } from "./order-table.ts";

export const STATES = ["pending", "shipped", "cancelled"] as const;
export type CurrentState = (typeof STATES)[number];

/** An order of the list with its state. */
export interface OrderEntry {
  /** Undefined for an order without an id. */
  readonly id: bigint | undefined;
  readonly state: CurrentState;
  /** The Order as JSON text, as in the list. */
  readonly order: string;
}

/** What differs from the table of the scenario, as plain data that JSON keeps. Ids are decimal digits. */
export interface OrderChanges {
  /** The orders that were put, in the order in which their ids were put first. */
  readonly edits: readonly {
    readonly id: string;
    readonly order: string;
    readonly state: OrderState;
  }[];
  /** The states that differ from the table with those orders. */
  readonly states: readonly (readonly [id: string, state: CurrentState])[];
  /** Cancelled orders that the next list still contains. */
  readonly hideAfterList: readonly string[];
}

/** Orders in a block (about 24 KB). After a cancel, the next list copies only the order's block. */
const BLOCK = 256;

export class OrderStore {
  /** That of the scenario, until an order is put. */
  table: OrderTable;
  private readonly initial: OrderTable;
  private readonly cancelledInList: Answers["cancelled-in-list"];
  /** The orders that were put, the last one of each id. */
  private readonly edits = new Map<
    bigint,
    { readonly order: string; readonly state: OrderState }
  >();
  /** The states that differ from the table. */
  private states = new Map<bigint, CurrentState>();
  /** Copies of the blocks from which orders are hidden; undefined if a block must be copied again. */
  private readonly blocks = new Map<number, Uint8Array | undefined>();
  /** Cancelled orders that the next list still contains. */
  private hideAfterList: bigint[] = [];
  /** Undefined if the list must be assembled again. */
  private assembled: readonly Uint8Array[] | undefined;
  /** Called when an order changes its state. */
  onChange: ((id: bigint, state: CurrentState) => void) | undefined;

  constructor(table: OrderTable, answers: Pick<Answers, "cancelled-in-list">) {
    this.table = table;
    this.initial = table;
    this.cancelledInList = answers["cancelled-in-list"];
  }

  /**
   * Cancels or ships the order if it is pending, and returns the state in which it was; undefined for an unknown id. The contract has no
   * operation to ship: only scenarios and the control API do it. Synchronous: one of several concurrent cancels finds it pending.
   */
  change(id: bigint, to: Exclude<CurrentState, "pending">): CurrentState | undefined {
    const before = this.stateOf(id);
    if (before !== "pending") return before;
    this.states.set(id, to);
    if (to === "cancelled" && this.cancelledInList === "later") this.hideAfterList.push(id);
    else if (to === "cancelled") this.copyAgain(id);
    this.onChange?.(id, to);
    return before;
  }

  /** Adds an order, or replaces the one with this id. `order` is JSON text in ASCII, with that id. The contract has no operation for that. */
  put(id: bigint, order: string, state: OrderState): void {
    this.table = withOrder(this.table, id, order, state);
    this.edits.set(id, { order, state });
    this.states.delete(id);
    this.hideAfterList = this.hideAfterList.filter((other) => other !== id);
    this.blocks.clear();
    this.assembled = undefined;
    for (const [other, own] of this.states) if (own === "cancelled") this.copyAgain(other);
    this.onChange?.(id, state);
  }

  /** What `restore` of another store with the same table takes. */
  changes(): OrderChanges {
    return {
      edits: [...this.edits].map(([id, edit]) => ({ id: String(id), ...edit })),
      states: [...this.states].map(([id, state]) => [String(id), state] as const),
      hideAfterList: this.hideAfterList.map(String),
    };
  }

  /** Applies the changes of a store with the same table, in place of its own. Only blocks that differ are copied again. */
  restore({ edits, states, hideAfterList }: OrderChanges): void {
    if (JSON.stringify(edits) !== JSON.stringify(this.changes().edits)) {
      this.table = this.initial;
      this.assembled = undefined;
      for (const own of [this.edits, this.states, this.blocks]) own.clear();
      for (const { id, order, state } of edits) this.put(BigInt(id), order, state);
    }
    const before = this.states;
    this.states = new Map(states.map(([id, state]) => [BigInt(id), state]));
    this.hideAfterList = hideAfterList.map(BigInt);
    for (const id of new Set([...before.keys(), ...this.states.keys()])) {
      const isChanged = before.get(id) !== this.states.get(id);
      if (isChanged || this.cancelledInList === "later") this.copyAgain(id);
      if (isChanged) this.onChange?.(id, this.stateOf(id)!);
    }
  }

  /** Undefined for an unknown id. */
  stateOf(id: bigint): CurrentState | undefined {
    const position = positionOf(this.table, id);
    return position === undefined ? undefined : this.stateAt(position);
  }

  /** Orders in list order, including cancelled ones; with a `state`, only those, to which `offset` and `limit` then apply. */
  entries(offset: number, limit: number, state?: CurrentState): OrderEntry[] {
    const all = [...this.table.ids.keys()];
    const matching =
      state === undefined ? all : all.filter((position) => this.stateAt(position) === state);
    return matching.slice(offset, offset + limit).map((position) => this.entryAt(position));
  }

  entry(id: bigint): OrderEntry | undefined {
    const position = positionOf(this.table, id);
    return position === undefined ? undefined : this.entryAt(position);
  }

  /** Ids of orders in a state, alternately the smallest and the largest, so that the first ones include both ends. */
  idsIn(state: CurrentState, limit: number): bigint[] {
    const { ids, byId } = this.table;
    const found: bigint[] = [];
    for (let step = 0; step < byId.length && found.length < limit; step++) {
      const position = byId.at(step % 2 === 0 ? step >> 1 : -1 - (step >> 1))!;
      if (this.stateAt(position) === state) found.push(ids[position]!);
    }
    return found;
  }

  /** The number of orders in each state, including those without an id. */
  counts(): Record<CurrentState, number> {
    const counts = { pending: 0, shipped: 0, cancelled: 0 };
    for (const position of this.table.ids.keys()) counts[this.stateAt(position)]++;
    return counts;
  }

  /** Answers a list call: the JSON text in pieces, which never change afterwards. */
  list(): readonly Uint8Array[] {
    const shown = this.peek();
    for (const id of this.hideAfterList.splice(0)) this.copyAgain(id);
    return shown;
  }

  /** What `list` would return, without counting as a list call. The same array until something changes. */
  peek(): readonly Uint8Array[] {
    this.assembled ??= this.blocks.size === 0 ? this.table.list : this.assemble();
    return this.assembled;
  }

  private stateAt(position: number): CurrentState {
    const id = this.table.ids[position];
    return (id !== undefined && this.states.get(id)) || this.table.states[position]!;
  }

  private entryAt(position: number): OrderEntry {
    const { table } = this;
    return {
      id: table.ids[position],
      state: this.stateAt(position),
      order: orderText(table, position),
    };
  }

  /** The order is to be hidden from the list, or shown again. */
  private copyAgain(id: bigint): void {
    this.blocks.set(Math.floor(positionOf(this.table, id)! / BLOCK), undefined);
    this.assembled = undefined;
  }

  private isHidden(position: number): boolean {
    if (this.cancelledInList === "stays" || this.stateAt(position) !== "cancelled") return false;
    return !this.hideAfterList.includes(this.table.ids[position]!);
  }

  /** Copied blocks, and between them subarrays of the table's bytes. */
  private assemble(): readonly Uint8Array[] {
    const { bytes, offsets, ids } = this.table;
    const pieces: Uint8Array[] = [];
    let next = 0;
    for (const block of [...this.blocks.keys()].sort((a, b) => a - b)) {
      const start = block * BLOCK;
      const end = Math.min(start + BLOCK, ids.length);
      const copy = this.blocks.get(block) ?? this.copyBlock(start, end);
      this.blocks.set(block, copy);
      pieces.push(bytes.subarray(offsets[next], offsets[start]), copy);
      next = end;
    }
    return listOf([...pieces, bytes.subarray(offsets[next])]);
  }

  private copyBlock(start: number, end: number): Uint8Array {
    const { bytes, offsets } = this.table;
    const shown: Uint8Array[] = [];
    for (let position = start; position < end; position++)
      if (!this.isHidden(position))
        shown.push(bytes.subarray(offsets[position], offsets[position + 1]));
    return concat(shown);
  }
}
