/**
 * The state machine of one world: (state, command) -> result, without I/O. A world holds what differs from its seed and
 * nothing else, so that thousands of them can stand on one list of a hundred thousand orders.
 */
import type { Answers } from "../spec/clauses/index.ts";
import { CANCELLED, findPlace, PENDING, type Seed, SHIPPED } from "./seed.ts";

export type CancelResult = "cancelled" | "shipped" | "cancelled-before" | "unknown";
export type ShipResult = "shipped" | "shipped-before" | "cancelled-before" | "unknown";
export const STATES = ["pending", "shipped", "cancelled"] as const;
export type State = (typeof STATES)[number];

/** An order of the list with what stands beside it. */
export interface Row {
  /** Undefined for an order without one. */
  readonly id: bigint | undefined;
  readonly state: State;
  /** The Order as JSON text, as the list has it. */
  readonly order: string;
}

/** Orders of a block: what a cancel makes the next list copy (about 24 KB), and no more. */
const BLOCK_BITS = 8;
const OPEN = Uint8Array.of(0x5b);
const CLOSE = Uint8Array.of(0x5d);

export class World {
  readonly seed: Seed;
  private readonly cancelledInList: Answers["cancelled-in-list"];
  /** Of places whose state is no longer the seed's. */
  private readonly states = new Map<number, number>();
  /** Blocks that lack orders, as bytes; undefined for one that must be copied anew. */
  private readonly blocks = new Map<number, Uint8Array | undefined>();
  /** Cancelled orders that the next list still shows. */
  private fading: number[] = [];
  /** The list as it stands, until something changes. */
  private current: readonly Uint8Array[];
  /** Told of every order that changes its state. */
  onChange: ((id: bigint, state: State) => void) | undefined;

  constructor(seed: Seed, answers: Pick<Answers, "cancelled-in-list">) {
    this.seed = seed;
    this.cancelledInList = answers["cancelled-in-list"];
    this.current = seed.whole;
  }

  /** Cancels the order if it is pending. Synchronous: of many that come at once, exactly one is told "cancelled". */
  cancel(id: bigint): CancelResult {
    const place = findPlace(this.seed, id);
    if (place < 0) return "unknown";
    const state = this.stateAt(place);
    if (state !== PENDING) return state === SHIPPED ? "shipped" : "cancelled-before";
    this.states.set(place, CANCELLED);
    if (this.cancelledInList === "vanishes") this.hide(place);
    else if (this.cancelledInList === "later") this.fading.push(place);
    this.onChange?.(id, "cancelled");
    return "cancelled";
  }

  /** Lets a pending order ship: how that happens the contract does not say, so nothing that a client sends does it. */
  ship(id: bigint): ShipResult {
    const place = findPlace(this.seed, id);
    if (place < 0) return "unknown";
    const state = this.stateAt(place);
    if (state !== PENDING) return state === SHIPPED ? "shipped-before" : "cancelled-before";
    this.states.set(place, SHIPPED);
    this.onChange?.(id, "shipped");
    return "shipped";
  }

  /** Undefined when there is no such order. */
  stateOf(id: bigint): State | undefined {
    const place = findPlace(this.seed, id);
    return place < 0 ? undefined : STATES[this.stateAt(place)];
  }

  /** How many orders are no longer as they were at the start. */
  get changed(): number {
    return this.states.size;
  }

  /** Orders in the sequence of the list, cancelled ones too; with a `state` only those, `offset` and `limit` among them. */
  rows(offset: number, limit: number, state?: State): Row[] {
    const { count, bytes, offsets, ids, places } = this.seed;
    const shown: number[] = [];
    for (let place = 0, passed = 0; place < count && shown.length < limit; place++)
      if (state === undefined || STATES[this.stateAt(place)] === state) if (passed++ >= offset) shown.push(place);
    const wanted = new Set(shown);
    const idOf = new Map<number, bigint>();
    for (let index = 0; index < ids.length && wanted.size > 0; index++)
      if (wanted.has(places[index]!)) idOf.set(places[index]!, ids[index]!);
    const decoder = new TextDecoder();
    return shown.map((place) => ({
      id: idOf.get(place),
      state: STATES[this.stateAt(place)]!,
      order: decoder.decode(bytes.subarray(offsets[place]! + 1, offsets[place + 1]!)),
    }));
  }

  /** The row of one order. */
  row(id: bigint): Row | undefined {
    const place = findPlace(this.seed, id);
    return place < 0 ? undefined : { ...this.rows(place, 1)[0]!, id };
  }

  /** Answers a list: pieces of JSON text that make up the whole, which never change once they are handed out. */
  list(): readonly Uint8Array[] {
    const shown = this.peek();
    if (this.fading.length > 0) {
      const gone = this.fading;
      this.fading = [];
      for (const place of gone) this.hide(place);
    }
    return shown;
  }

  /** The list as `list` would answer it, without being an answer. The same array until something changes. */
  peek(): readonly Uint8Array[] {
    if (this.current.length === 0) this.current = this.assemble();
    return this.current;
  }

  /** Ids of the orders in a state, alternately from the low and the high end, so that the largest ones are among the first. */
  idsIn(state: typeof PENDING | typeof SHIPPED | typeof CANCELLED, most: number): bigint[] {
    const { ids, places } = this.seed;
    const found: bigint[] = [];
    for (let step = 0; step < ids.length && found.length < most; step++) {
      const index = step % 2 === 0 ? step >> 1 : ids.length - 1 - (step >> 1);
      if (this.stateAt(places[index]!) === state) found.push(ids[index]!);
    }
    return found;
  }

  /** How many orders are in a state, those without an id included. */
  countIn(state: typeof PENDING | typeof SHIPPED | typeof CANCELLED): number {
    let sum = countsOf(this.seed)[state]!;
    for (const [place, own] of this.states) sum += Number(own === state) - Number(this.seed.states[place] === state);
    return sum;
  }

  private stateAt(place: number): number {
    return this.states.get(place) ?? this.seed.states[place]!;
  }

  private hide(place: number): void {
    this.blocks.set(place >> BLOCK_BITS, undefined);
    this.current = [];
  }

  private hidden(place: number): boolean {
    return this.states.get(place) === CANCELLED && !this.fading.includes(place);
  }

  /** Blocks that lack orders, and between them the seed's own bytes, untouched and uncopied. */
  private assemble(): readonly Uint8Array[] {
    const { bytes, offsets, count } = this.seed;
    const pieces: Uint8Array[] = [];
    const keep = (piece: Uint8Array): void => {
      if (piece.length > 0) pieces.push(piece);
    };
    let next = 0;
    for (const block of [...this.blocks.keys()].sort((a, b) => a - b)) {
      const start = block << BLOCK_BITS;
      keep(bytes.subarray(offsets[next]!, offsets[start]!));
      next = Math.min(start + (1 << BLOCK_BITS), count);
      let copy = this.blocks.get(block);
      if (copy === undefined) {
        copy = this.copyBlock(start, next);
        this.blocks.set(block, copy);
      }
      keep(copy);
    }
    keep(bytes.subarray(offsets[next]!, offsets[count]!));
    // Every order brings the bracket or comma before it; the first one that is left brings it in vain.
    const first = pieces[0];
    return first === undefined ? [OPEN, CLOSE] : [OPEN, first.subarray(1), ...pieces.slice(1), CLOSE];
  }

  private copyBlock(start: number, end: number): Uint8Array {
    const { bytes, offsets } = this.seed;
    const copy = new Uint8Array(offsets[end]! - offsets[start]!);
    let length = 0;
    for (let place = start; place < end; place++) {
      if (this.hidden(place)) continue;
      copy.set(bytes.subarray(offsets[place]!, offsets[place + 1]!), length);
      length += offsets[place + 1]! - offsets[place]!;
    }
    return copy.slice(0, length);
  }
}

const counts = new WeakMap<Seed, Uint32Array>();

/** How many orders of a seed are in each state: counted once, for there may be a million, and a panel asks every second. */
function countsOf(seed: Seed): Uint32Array {
  let known = counts.get(seed);
  if (known === undefined) {
    known = new Uint32Array(STATES.length);
    for (const state of seed.states) known[state]!++;
    counts.set(seed, known);
  }
  return known;
}
