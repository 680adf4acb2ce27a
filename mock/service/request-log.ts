/**
 * The last requests of a world. Every reply waits for logging, so it only writes into slots.
 * Reading the log builds what it shows, hides keys, and derives notes.
 */
import type { CredentialKind } from "../../spec/interface/request-notes.ts";
import type { Call, FaultEffect, Reply } from "../replies/call-and-reply.ts";
import { hideKeys } from "./hide-keys.ts";
import { ExchangeSlot, type KeptExchange, type KeptExchanges } from "./kept-exchanges.ts";

/** Number of logged requests per world, and the length at which we cut a path or a query. */
const MAX_LOGGED_CALLS = 200;
const MAX_LOGGED_TEXT = 200;

/** A request's slot in the log, which a later request reuses. */
class Slot extends ExchangeSlot {
  /** Number of the request in its world, from 1, across resets. */
  n = 0;
  /** Milliseconds since 1970. */
  at = 0;
  method = "";
  /** Relative to the base address; undefined if the target is outside it. */
  path: string | undefined;
  /** The whole path, without the query, if the target is outside the base address. */
  target: string | undefined;
  /** Without the question mark. */
  query: string | undefined;
  credential: CredentialKind = "none";
  body: Call["body"] = "none";
  preflight = false;
  status = 0;
  fault: FaultEffect | undefined;
}

export interface LoggedRequest extends Readonly<Omit<Slot, keyof ExchangeSlot>> {
  /** Undefined once too many later exchanges have pushed this one out. */
  readonly exchange: KeptExchange | undefined;
}

export class RequestLog {
  /** Called with the number of every request. */
  onCall: ((n: number) => void) | undefined;
  private readonly kept: KeptExchanges;
  private readonly apiKeys: readonly string[];
  /** Number of the last request, and of the last one before the log was cleared. */
  private last = 0;
  private cleared = 0;
  private slots: Slot[] = [];

  constructor(kept: KeptExchanges, apiKeys: readonly string[]) {
    this.kept = kept;
    this.apiKeys = apiKeys;
  }

  /** `at` is in milliseconds since 1970. */
  add(at: number, call: Call, reply: Reply, credential: CredentialKind): void {
    const { path, target, query } = call;
    const n = ++this.last;
    if (this.slotOf(n) === undefined) this.slots.push(new Slot());
    const slot = this.slotOf(n)!;
    slot.n = n;
    slot.at = at;
    slot.method = call.method;
    slot.path = path && this.shorten(path);
    slot.target = path === undefined && target !== undefined ? this.shorten(target) : undefined;
    slot.query = query && this.shorten(query);
    slot.credential = credential;
    slot.body = call.body;
    slot.preflight = call.preflight !== undefined;
    slot.status = reply.status;
    slot.fault = reply.fault;
    this.kept.keep(slot, call, reply);
    this.onCall?.(n);
  }

  /** The requests after the nth, oldest first. */
  after(n: number): LoggedRequest[] {
    const first = Math.max(n, this.cleared, this.last - MAX_LOGGED_CALLS) + 1;
    const requests: LoggedRequest[] = [];
    for (let nth = first; nth <= this.last; nth++) requests.push(requestIn(this.slotOf(nth)!));
    return requests;
  }

  /** The nth request, while it is in the log. */
  get(n: number): LoggedRequest | undefined {
    const slot = this.slotOf(n);
    return slot?.n === n ? requestIn(slot) : undefined;
  }

  /** Empties the log; numbers continue. */
  clear(): void {
    for (const slot of this.slots) this.kept.drop(slot);
    this.slots = [];
    this.cleared = this.last;
  }

  /** The slot that the nth request has, had or will have. */
  private slotOf(n: number): Slot | undefined {
    return this.slots[(n - this.cleared - 1) % MAX_LOGGED_CALLS];
  }

  /**
   * Returns a copy, because a slice would keep the long text in memory. Hides keys before cutting,
   * because the beginning of a key could not be recognized.
   */
  private shorten(text: string): string {
    if (text.length <= MAX_LOGGED_TEXT) return text;
    const shown = hideKeys(text, this.apiKeys);
    const cut = shown.length > MAX_LOGGED_TEXT ? `${shown.slice(0, MAX_LOGGED_TEXT)}…` : shown;
    return JSON.parse(JSON.stringify(cut));
  }
}

function requestIn(slot: Slot): LoggedRequest {
  return { ...slot, exchange: slot.exchange };
}
