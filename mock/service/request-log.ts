/**
 * The last requests of a world. To log is in the way of every reply: it writes into slots, and what the log shows is made when it is read, where
 * keys are hidden and notes derived.
 */
import type { CredentialKind } from "../../spec/interface/request-notes.ts";
import type { Call, FaultEffect, Reply } from "../replies/messages.ts";
import { hideKeys } from "./hide-keys.ts";
import { type Exchange, ExchangeSlot, type KeptExchanges } from "./kept-exchanges.ts";

/** Logged requests of one world, and the length at which a path or a query is cut. */
const MAX_CALLS = 200;
const MAX_TEXT = 200;

/** The place of a request in the log, which a later one takes over. */
class Slot extends ExchangeSlot {
  /** The number of the request in its world, from 1, across resets. */
  n = 0;
  /** Milliseconds since 1970. */
  at = 0;
  method = "";
  /** Relative to the base address; undefined for a target outside of it. */
  path: string | undefined;
  /** The whole path, without the query, of a target outside the base address. */
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
  /** Undefined once there are too many of them. */
  readonly exchange: Exchange | undefined;
}

export class RequestLog {
  /** Called with the number of every request. */
  onCall: ((n: number) => void) | undefined;
  private readonly kept: KeptExchanges;
  private readonly apiKeys: readonly string[];
  /** The number of the last request, and of the last one before the log was cleared. */
  private last = 0;
  private cleared = 0;
  private slots: Slot[] = [];

  constructor(kept: KeptExchanges, apiKeys: readonly string[]) {
    this.kept = kept;
    this.apiKeys = apiKeys;
  }

  /** `at`: milliseconds since 1970. */
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
    const first = Math.max(n, this.cleared, this.last - MAX_CALLS) + 1;
    const requests: LoggedRequest[] = [];
    for (let nth = first; nth <= this.last; nth++) requests.push(requestIn(this.slotOf(nth)!));
    return requests;
  }

  /** The nth request, as long as it is in the log. */
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

  /** The slot that is, or was, or will be, that of the nth request. */
  private slotOf(n: number): Slot | undefined {
    return this.slots[(n - this.cleared - 1) % MAX_CALLS];
  }

  /** A copy: a slice would keep the long text in memory. A key is hidden before it is cut: its beginning could not be told from other text. */
  private shorten(text: string): string {
    if (text.length <= MAX_TEXT) return text;
    const shown = hideKeys(text, this.apiKeys);
    const cut = shown.length > MAX_TEXT ? `${shown.slice(0, MAX_TEXT)}…` : shown;
    return JSON.parse(JSON.stringify(cut));
  }
}

function requestIn(slot: Slot): LoggedRequest {
  return { ...slot, exchange: slot.exchange };
}
