/**
 * The full exchanges in the logs of all worlds of a mock, within one size limit: the oldest are
 * dropped first.
 */
import type { Call, Reply } from "../replies/call-and-reply.ts";

/** Maximum size of all kept exchanges, and of one body, in bytes. */
const MAX_KEPT = 8 << 20;
const MAX_BODY = 1 << 16;

const NO_HEADERS: readonly string[] = [];
const EMPTY_BODY: Uint8Array = new Uint8Array();

/** A slot that is reused for many exchanges, so that a request creates no object. */
export class ExchangeSlot {
  /** Alternating names and values. */
  requestHeaders = NO_HEADERS;
  responseHeaders = NO_HEADERS;
  /** The body of the response, or its beginning. */
  responseBody = EMPTY_BODY;
  /** Length of the whole body in bytes. */
  bytes = 0;
  /** Approximate size of the kept data, in bytes. */
  size = 0;
  /** Kept slots form a ring, in the order of their requests. */
  older: ExchangeSlot | undefined;
  newer: ExchangeSlot | undefined;

  /** Undefined once too many later exchanges have pushed this one out. */
  get exchange(): KeptExchange | undefined {
    const { requestHeaders, responseHeaders, responseBody, bytes } = this;
    return this.newer && { requestHeaders, responseHeaders, responseBody, bytes };
  }
}

/** A request and its response. */
export type KeptExchange = Readonly<
  Pick<ExchangeSlot, "requestHeaders" | "responseHeaders" | "responseBody" | "bytes">
>;

export class KeptExchanges {
  /** Sits between the newest and the oldest slot. */
  private readonly end = new ExchangeSlot();
  private size = 0;

  constructor() {
    this.end.older = this.end;
    this.end.newer = this.end;
  }

  /** Writes an exchange into a slot, replacing the slot's previous one. */
  keep(slot: ExchangeSlot, { headers = NO_HEADERS }: Call, reply: Reply): void {
    this.drop(slot);
    slot.requestHeaders = headers;
    slot.responseHeaders = reply.headers;
    slot.responseBody = bodyBeginning(reply.body);
    slot.bytes = reply.body.length;
    slot.size = slot.responseBody.length + sizeOf(headers) + sizeOf(reply.headers);

    const { end } = this;
    const newest = end.older!;
    newest.newer = slot;
    slot.older = newest;
    slot.newer = end;
    end.older = slot;
    this.size += slot.size;
    while (this.size > MAX_KEPT) this.drop(end.newer!);
  }

  drop(slot: ExchangeSlot): void {
    const { older, newer } = slot;
    if (older === undefined || newer === undefined) return;
    older.newer = newer;
    newer.older = older;
    slot.older = undefined;
    slot.newer = undefined;
    this.size -= slot.size;
    slot.requestHeaders = NO_HEADERS;
    slot.responseHeaders = NO_HEADERS;
    slot.responseBody = EMPTY_BODY;
  }
}

const beginnings = new WeakMap<Uint8Array, Uint8Array>();

/**
 * Returns a copy, because a slice would keep all of a long list in memory. It is cached, because
 * many replies have the same list as body.
 */
function bodyBeginning(body: Uint8Array): Uint8Array {
  if (body.length <= MAX_BODY) return body;
  const known = beginnings.get(body) ?? body.slice(0, MAX_BODY);
  beginnings.set(body, known);
  return known;
}

function sizeOf(headers: readonly string[]): number {
  let size = 16 * headers.length;
  for (const text of headers) size += text.length;
  return size;
}
