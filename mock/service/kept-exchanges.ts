/** The exchanges that the logs of all worlds of a mock have in full, within one limit: the oldest are dropped first. */
import type { Call, Reply } from "../replies/messages.ts";

/** Bytes of exchanges that a mock keeps, and of one body. */
const MAX_KEPT = 8 << 20;
const MAX_BODY = 1 << 16;

const NO_HEADERS: readonly string[] = [];
const NO_BODY: Uint8Array = new Uint8Array();

/** The place of an exchange, which is used for many: it makes no object for a request. */
export class ExchangeSlot {
  /** Alternating names and values. */
  requestHeaders = NO_HEADERS;
  responseHeaders = NO_HEADERS;
  /** The body of the response, or its beginning. */
  responseBody = NO_BODY;
  /** The length of the whole body in bytes. */
  bytes = 0;
  /** Approximately what is kept, in bytes. */
  size = 0;
  /** The slots that are kept are a ring, in the order of their requests. */
  older: ExchangeSlot | undefined;
  newer: ExchangeSlot | undefined;

  /** Undefined once there are too many of them. */
  get exchange(): Exchange | undefined {
    const { requestHeaders, responseHeaders, responseBody, bytes } = this;
    return this.newer && { requestHeaders, responseHeaders, responseBody, bytes };
  }
}

/** A request and its response. */
export type Exchange = Readonly<
  Pick<ExchangeSlot, "requestHeaders" | "responseHeaders" | "responseBody" | "bytes">
>;

export class KeptExchanges {
  /** Between the newest and the oldest. */
  private readonly end = new ExchangeSlot();
  private size = 0;

  constructor() {
    this.end.older = this.end;
    this.end.newer = this.end;
  }

  /** Writes an exchange into a slot, in place of the one that it has. */
  keep(slot: ExchangeSlot, { headers = NO_HEADERS }: Call, reply: Reply): void {
    this.drop(slot);
    slot.requestHeaders = headers;
    slot.responseHeaders = reply.headers;
    slot.responseBody = beginningOf(reply.body);
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
    slot.responseBody = NO_BODY;
  }
}

const beginnings = new WeakMap<Uint8Array, Uint8Array>();

/** A copy, since a part would keep all of a long list in memory. A list is the body of many replies. */
function beginningOf(body: Uint8Array): Uint8Array {
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
