/**
 * The orders of one world and their states. A store holds only what differs from its table, so that thousands of worlds
 * can share one list of 100,000 orders.
 */
import type { OrderState } from "../../fixtures/orders.ts";
import type { Answers } from "../../spec/clauses/index.ts";
import { findPosition, idAt, type OrderTable, orderText, withOrder } from "./order-table.ts";

export type CancelResult = "cancelled" | "shipped" | "cancelled-before" | "unknown";
export type ShipResult = "shipped" | "shipped-before" | "cancelled-before" | "unknown";
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

/** What differs from the table of the scenario, as plain data that JSON keeps. */
export interface OrderChanges {
  /** The orders that were put, in the order in which their ids were put first. */
  readonly edits: readonly { readonly id: string; readonly order: string; readonly state: OrderState }[];
  /** Positions in the table with those orders, each with its state. */
  readonly states: readonly (readonly [position: number, state: CurrentState])[];
  /** Positions of cancelled orders that the next list still contains. */
  readonly hideAfterList: readonly number[];
}

/** A block has 256 orders (about 24 KB). After a cancel, the next list copies only the order's block. */
const BLOCK_BITS = 8;
const OPEN = Uint8Array.of(0x5b);
const CLOSE = Uint8Array.of(0x5d);

export class OrderStore {
  /** That of the scenario, until an order is put. */
  table: OrderTable;
  private readonly initial: OrderTable;
  private readonly cancelledInList: Answers["cancelled-in-list"];
  /** The orders that were put, the last one of each id. */
  private readonly edits = new Map<bigint, { readonly order: string; readonly state: OrderState }>();
  /** The states that differ from the table, by position. */
  private readonly states = new Map<number, CurrentState>();
  /** Copies of the blocks from which orders are hidden; undefined if a block must be copied again. */
  private readonly blocks = new Map<number, Uint8Array | undefined>();
  /** Positions of cancelled orders that the next list still contains. */
  private hideAfterList: number[] = [];
  /** Undefined if the list must be assembled again. */
  private assembled: readonly Uint8Array[] | undefined;
  /** Called when an order changes its state. */
  onChange: ((id: bigint, state: CurrentState) => void) | undefined;

  constructor(table: OrderTable, answers: Pick<Answers, "cancelled-in-list">) {
    this.table = table;
    this.initial = table;
    this.cancelledInList = answers["cancelled-in-list"];
  }

  /** Cancels the order if it is pending. Synchronous: of concurrent cancels exactly one gets "cancelled". */
  cancel(id: bigint): CancelResult {
    const position = findPosition(this.table, id);
    if (position < 0) return "unknown";
    const state = this.stateAt(position);
    if (state !== "pending") return state === "shipped" ? "shipped" : "cancelled-before";
    this.states.set(position, "cancelled");
    if (this.cancelledInList === "later") this.hideAfterList.push(position);
    else this.hide(position);
    this.onChange?.(id, "cancelled");
    return "cancelled";
  }

  /** Ships a pending order. The contract has no operation for that: only scenarios and the control API do it. */
  ship(id: bigint): ShipResult {
    const position = findPosition(this.table, id);
    if (position < 0) return "unknown";
    const state = this.stateAt(position);
    if (state !== "pending") return state === "shipped" ? "shipped-before" : "cancelled-before";
    this.states.set(position, "shipped");
    this.onChange?.(id, "shipped");
    return "shipped";
  }

  /** Adds an order, or replaces the one with this id. `order` is JSON text in ASCII, with that id. The contract has no operation for that. */
  put(id: bigint, order: string, state: OrderState): void {
    const { table, position, isInserted } = withOrder(this.table, id, order, state);
    const moved = (at: number): number => at + Number(isInserted && at >= position);
    const states = [...this.states].map(([at, own]) => [moved(at), own] as const);
    this.table = table;
    this.hideAfterList = this.hideAfterList.map(moved).filter((at) => at !== position);
    this.states.clear();
    this.blocks.clear();
    this.assembled = undefined;
    for (const [at, own] of states) if (at !== position) this.states.set(at, own);
    for (const at of this.states.keys()) if (this.isHidden(at)) this.hide(at);
    this.edits.set(id, { order, state });
    this.onChange?.(id, state);
  }

  /** What `restore` of another store with the same table takes. */
  changes(): OrderChanges {
    const edits = [...this.edits].map(([id, edit]) => ({ id: String(id), ...edit }));
    return { edits, states: [...this.states], hideAfterList: this.hideAfterList };
  }

  /** Applies the changes of a store with the same table, in place of its own. Only blocks that differ are copied again. */
  restore(changes: OrderChanges): void {
    if (JSON.stringify(changes.edits) !== JSON.stringify(this.changes().edits)) this.replaceEdits(changes.edits);
    const states = new Map(changes.states);
    const affected = new Set([...this.states.keys(), ...states.keys(), ...this.hideAfterList]);
    this.hideAfterList = [...changes.hideAfterList];
    for (const position of affected) {
      const before = this.stateAt(position);
      const after = states.get(position) ?? this.table.states[position]!;
      if (states.has(position)) this.states.set(position, after);
      else this.states.delete(position);
      if (before !== after || this.cancelledInList === "later") this.hide(position);
      if (before !== after) this.onChange?.(this.table.ids[position]!, after);
    }
  }

  /** Undefined for an unknown id. */
  stateOf(id: bigint): CurrentState | undefined {
    const position = findPosition(this.table, id);
    return position < 0 ? undefined : this.stateAt(position);
  }

  /** The number of orders whose state has changed. */
  get changed(): number {
    return this.states.size;
  }

  /** Orders in list order, including cancelled ones; with a `state`, only those, to which `offset` and `limit` then apply. */
  entries(offset: number, limit: number, state?: CurrentState): OrderEntry[] {
    const shown: OrderEntry[] = [];
    for (let position = 0, matching = 0; position < this.table.count && shown.length < limit; position++)
      if (state === undefined || this.stateAt(position) === state)
        if (matching++ >= offset) shown.push(this.entryAt(position));
    return shown;
  }

  entry(id: bigint): OrderEntry | undefined {
    const position = findPosition(this.table, id);
    return position < 0 ? undefined : this.entryAt(position);
  }

  /** Ids of orders in a state, alternately the smallest and the largest, so that the first ones include both ends. */
  idsIn(state: CurrentState, limit: number): bigint[] {
    const { ids, byId } = this.table;
    const found: bigint[] = [];
    for (let step = 0; step < byId.length && found.length < limit; step++) {
      const position = byId[step % 2 === 0 ? step >> 1 : byId.length - 1 - (step >> 1)]!;
      if (this.stateAt(position) === state) found.push(ids[position]!);
    }
    return found;
  }

  /** The number of orders in each state, including those without an id. */
  counts(): Record<CurrentState, number> {
    const { counts, states } = this.table;
    const now = { ...counts, cancelled: 0 };
    for (const [position, own] of this.states) {
      now[states[position]!]--;
      now[own]++;
    }
    return now;
  }

  /** Answers a list call: the JSON text in pieces, which never change afterwards. */
  list(): readonly Uint8Array[] {
    const shown = this.peek();
    const hidden = this.hideAfterList;
    this.hideAfterList = [];
    for (const position of hidden) this.hide(position);
    return shown;
  }

  /** What `list` would return, without counting as a list call. The same array until something changes. */
  peek(): readonly Uint8Array[] {
    this.assembled ??= this.blocks.size === 0 ? this.table.whole : this.assemble();
    return this.assembled;
  }

  private stateAt(position: number): CurrentState {
    return this.states.get(position) ?? this.table.states[position]!;
  }

  private entryAt(position: number): OrderEntry {
    const { table } = this;
    return { id: idAt(table, position), state: this.stateAt(position), order: orderText(table, position) };
  }

  private replaceEdits(edits: OrderChanges["edits"]): void {
    this.table = this.initial;
    this.hideAfterList = [];
    for (const own of [this.edits, this.states, this.blocks]) own.clear();
    this.assembled = undefined;
    for (const { id, order, state } of edits) this.put(BigInt(id), order, state);
  }

  private hide(position: number): void {
    if (this.cancelledInList === "stays") return;
    this.blocks.set(position >> BLOCK_BITS, undefined);
    this.assembled = undefined;
  }

  private isHidden(position: number): boolean {
    return (
      this.cancelledInList !== "stays" &&
      this.states.get(position) === "cancelled" &&
      !this.hideAfterList.includes(position)
    );
  }

  /** Copied blocks, and between them subarrays of the table's bytes. */
  private assemble(): readonly Uint8Array[] {
    const { bytes, offsets, count } = this.table;
    const pieces: Uint8Array[] = [];
    let next = 0;
    for (const block of [...this.blocks.keys()].sort((a, b) => a - b)) {
      const start = block << BLOCK_BITS;
      pieces.push(bytes.subarray(offsets[next]!, offsets[start]!));
      next = Math.min(start + (1 << BLOCK_BITS), count);
      const copy = this.blocks.get(block) ?? this.copyBlock(start, next);
      this.blocks.set(block, copy);
      pieces.push(copy);
    }
    pieces.push(bytes.subarray(offsets[next]!, offsets[count]!));
    // The bytes of an order start with its bracket or comma. That of the first remaining order is replaced.
    const [first, ...rest] = pieces.filter(({ length }) => length > 0);
    return first === undefined ? [OPEN, CLOSE] : [OPEN, first.subarray(1), ...rest, CLOSE];
  }

  private copyBlock(start: number, end: number): Uint8Array {
    const { bytes, offsets } = this.table;
    const copy = new Uint8Array(offsets[end]! - offsets[start]!);
    let length = 0;
    for (let position = start; position < end; position++) {
      if (this.isHidden(position)) continue;
      copy.set(bytes.subarray(offsets[position]!, offsets[position + 1]!), length);
      length += offsets[position + 1]! - offsets[position]!;
    }
    return copy.slice(0, length);
  }
}
