/**
 * The orders of one world and their states. A store holds only what differs from its table, so that thousands of worlds
 * can share one list of 100,000 orders.
 */
import type { Answers } from "../../spec/clauses/index.ts";
import { withOrder } from "./edit-table.ts";
import { countsOf } from "./order-counts.ts";
import { CANCELLED, findPosition, type OrderTable, PENDING, SHIPPED } from "./order-table.ts";

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
  readonly edits: readonly { readonly id: string; readonly order: string; readonly state: "pending" | "shipped" }[];
  /** Positions in the table with those orders, each with its state. */
  readonly states: readonly (readonly [position: number, state: number])[];
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
  private readonly cancelledInList: Answers["cancelled-in-list"];
  /** The orders that were put, the last one of each id. */
  readonly edits = new Map<bigint, { readonly order: string; readonly state: "pending" | "shipped" }>();
  /** The states that differ from the table, by position. */
  private readonly states = new Map<number, number>();
  /** Copies of the blocks from which orders are hidden; undefined if a block must be copied again. */
  private readonly blocks = new Map<number, Uint8Array | undefined>();
  /** Positions of cancelled orders that the next list still contains. */
  private hideAfterList: number[] = [];
  /** Empty if the list must be assembled again. */
  private cachedList: readonly Uint8Array[];
  /** Called when an order changes its state. */
  onChange: ((id: bigint, state: CurrentState) => void) | undefined;

  constructor(table: OrderTable, answers: Pick<Answers, "cancelled-in-list">) {
    this.table = table;
    this.cancelledInList = answers["cancelled-in-list"];
    this.cachedList = table.whole;
  }

  /** Cancels the order if it is pending. Synchronous: of concurrent cancels exactly one gets "cancelled". */
  cancel(id: bigint): CancelResult {
    const position = findPosition(this.table, id);
    if (position < 0) return "unknown";
    const state = this.stateAt(position);
    if (state !== PENDING) return state === SHIPPED ? "shipped" : "cancelled-before";
    this.states.set(position, CANCELLED);
    if (this.cancelledInList === "vanishes") this.hide(position);
    else if (this.cancelledInList === "later") this.hideAfterList.push(position);
    this.onChange?.(id, "cancelled");
    return "cancelled";
  }

  /** Ships a pending order. The contract has no operation for that: only scenarios and the control API do it. */
  ship(id: bigint): ShipResult {
    const position = findPosition(this.table, id);
    if (position < 0) return "unknown";
    const state = this.stateAt(position);
    if (state !== PENDING) return state === SHIPPED ? "shipped-before" : "cancelled-before";
    this.states.set(position, SHIPPED);
    this.onChange?.(id, "shipped");
    return "shipped";
  }

  /** What `restore` of another store with the same table takes. */
  changes(): OrderChanges {
    const edits = [...this.edits].map(([id, edit]) => ({ id: String(id), ...edit }));
    return { edits, states: [...this.states], hideAfterList: this.hideAfterList };
  }

  /** Applies changes to a store without any. */
  restore({ edits, states, hideAfterList }: OrderChanges): void {
    for (const { id, order, state } of edits) this.put(BigInt(id), order, state);
    this.hideAfterList = [...hideAfterList];
    for (const [position, state] of states) {
      this.states.set(position, state);
      if (this.isHidden(position)) this.hide(position);
    }
  }

  /** Whether the next call of `list` changes what later ones contain. */
  get changesWithList(): boolean {
    return this.hideAfterList.length > 0;
  }

  /** Adds an order, or replaces the one with this id. `order` is JSON text in ASCII, with that id. The contract has no operation for that. */
  put(id: bigint, order: string, state: "pending" | "shipped"): void {
    const { table, position, isInserted } = withOrder(this.table, id, order, state);
    const moved = (at: number): number => at + Number(isInserted && at >= position);
    const states = [...this.states].map(([at, code]) => [moved(at), code] as const);
    this.table = table;
    this.hideAfterList = this.hideAfterList.map(moved).filter((at) => at !== position);
    this.states.clear();
    this.blocks.clear();
    for (const [at, code] of states) if (at !== position) this.states.set(at, code);
    for (const at of this.states.keys()) if (this.isHidden(at)) this.hide(at);
    this.cachedList = this.blocks.size === 0 ? table.whole : [];
    this.edits.set(id, { order, state });
    this.onChange?.(id, state);
  }

  /** Undefined for an unknown id. */
  stateOf(id: bigint): CurrentState | undefined {
    const position = findPosition(this.table, id);
    return position < 0 ? undefined : STATES[this.stateAt(position)];
  }

  /** The number of orders whose state has changed. */
  get changed(): number {
    return this.states.size;
  }

  /** Orders in list order, including cancelled ones; with a `state`, only those, to which `offset` and `limit` then apply. */
  entries(offset: number, limit: number, state?: CurrentState): OrderEntry[] {
    const { count, bytes, offsets, ids, positions } = this.table;
    const shown: number[] = [];
    for (let position = 0, skipped = 0; position < count && shown.length < limit; position++)
      if (state === undefined || STATES[this.stateAt(position)] === state)
        if (skipped++ >= offset) shown.push(position);
    const wanted = new Set(shown);
    const idAt = new Map<number, bigint>();
    for (let index = 0; index < ids.length && wanted.size > 0; index++)
      if (wanted.has(positions[index]!)) idAt.set(positions[index]!, ids[index]!);
    const decoder = new TextDecoder();
    return shown.map((position) => ({
      id: idAt.get(position),
      state: STATES[this.stateAt(position)]!,
      order: decoder.decode(bytes.subarray(offsets[position]! + 1, offsets[position + 1]!)),
    }));
  }

  entry(id: bigint): OrderEntry | undefined {
    const position = findPosition(this.table, id);
    return position < 0 ? undefined : { ...this.entries(position, 1)[0]!, id };
  }

  /** Answers a list call: the JSON text in pieces, which never change afterwards. */
  list(): readonly Uint8Array[] {
    const shown = this.peek();
    if (this.hideAfterList.length > 0) {
      const hidden = this.hideAfterList;
      this.hideAfterList = [];
      for (const position of hidden) this.hide(position);
    }
    return shown;
  }

  /** What `list` would return, without counting as a list call. The same array until something changes. */
  peek(): readonly Uint8Array[] {
    if (this.cachedList.length === 0) this.cachedList = this.assemble();
    return this.cachedList;
  }

  /** Ids of orders in a state, alternately the smallest and the largest, so that the first ones include both ends. */
  idsIn(state: typeof PENDING | typeof SHIPPED | typeof CANCELLED, limit: number): bigint[] {
    const { ids, positions } = this.table;
    const found: bigint[] = [];
    for (let step = 0; step < ids.length && found.length < limit; step++) {
      const index = step % 2 === 0 ? step >> 1 : ids.length - 1 - (step >> 1);
      if (this.stateAt(positions[index]!) === state) found.push(ids[index]!);
    }
    return found;
  }

  /** The number of orders in a state, including those without an id. */
  countIn(state: typeof PENDING | typeof SHIPPED | typeof CANCELLED): number {
    let sum = countsOf(this.table)[state]!;
    for (const [position, own] of this.states)
      sum += Number(own === state) - Number(this.table.states[position] === state);
    return sum;
  }

  private stateAt(position: number): number {
    return this.states.get(position) ?? this.table.states[position]!;
  }

  private hide(position: number): void {
    this.blocks.set(position >> BLOCK_BITS, undefined);
    this.cachedList = [];
  }

  private isHidden(position: number): boolean {
    return (
      this.cancelledInList !== "stays" &&
      this.states.get(position) === CANCELLED &&
      !this.hideAfterList.includes(position)
    );
  }

  /** Copied blocks, and between them subarrays of the table's bytes. */
  private assemble(): readonly Uint8Array[] {
    const { bytes, offsets, count } = this.table;
    const pieces: Uint8Array[] = [];
    const add = (piece: Uint8Array): void => {
      if (piece.length > 0) pieces.push(piece);
    };
    let next = 0;
    for (const block of [...this.blocks.keys()].sort((a, b) => a - b)) {
      const start = block << BLOCK_BITS;
      add(bytes.subarray(offsets[next]!, offsets[start]!));
      next = Math.min(start + (1 << BLOCK_BITS), count);
      let copy = this.blocks.get(block);
      if (copy === undefined) {
        copy = this.copyBlock(start, next);
        this.blocks.set(block, copy);
      }
      add(copy);
    }
    add(bytes.subarray(offsets[next]!, offsets[count]!));
    // The bytes of an order start with its bracket or comma. That of the first remaining order is replaced.
    const first = pieces[0];
    return first === undefined ? [OPEN, CLOSE] : [OPEN, first.subarray(1), ...pieces.slice(1), CLOSE];
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
