/**
 * Judges exchanges after the app has its responses, one after the other, with the assertions and with Prism. The queue is limited in
 * length and in bytes; an exchange that finds no room is not judged.
 */
import { setImmediate, setTimeout } from "node:timers/promises";
import type { Finding } from "../assertions/finding.ts";
import type { OrderList } from "../assertions/order-list.ts";
import { LIST_CALL } from "../client/calls.ts";
import { type Exchange, type Interval, isBefore } from "../client/exchange.ts";
import type { PrismFinding } from "../prism/findings.ts";
import type { Prism } from "../prism/prism.ts";
import { assertSingleExchange } from "../prism/single-exchange.ts";
import { type AppFault, findAppFaults } from "./app-faults.ts";

export interface Judgement {
  readonly exchange: Exchange;
  readonly findings: readonly Finding[];
  /** Undefined where Prism did not validate it. */
  readonly prism: readonly PrismFinding[] | undefined;
  readonly appFaults: readonly AppFault[];
}

type QueuedExchange = Pick<Judgement, "exchange"> & { readonly requestBytes: number };

const MAX_WAITING = 2_000;
const MAX_BYTES = 128 * 1024 * 1024;
/** Ids beyond 2^53 that are kept, some 20 MB. */
const MAX_SHOWN = 200_000;

export function createJudgementQueue(
  prism: Pick<Prism, "validate">,
  on: {
    readonly judged: (judgement: Judgement) => void;
    /** The exchange is not judged, through a fault of orders-kit. */
    readonly failed: (error: unknown, exchange: Exchange) => void;
  },
) {
  let [waiting, bytes] = [0, 0];
  /** One after the other, as they ended: a list that the app can have read before a request is judged before it. */
  let last: Promise<void> = Promise.resolve();
  /** The ids beyond 2^53 that lists have shown, each with the moments of the first list that shows it. No list is kept. */
  const shownAt = new Map<bigint, Interval>();

  const show = ({ keys, exchange: { sentAt, receivedAt } }: OrderList): void => {
    const moments = { sentAt, receivedAt };
    for (const key of keys)
      if (typeof key === "bigint" && !shownAt.has(key) && shownAt.size <= MAX_SHOWN)
        shownAt.set(key, moments);
  };

  /** The ids that an app can have read before. None once they are too many: an id that is not kept may have been read, too. */
  const listedBefore = (exchange: Exchange): ReadonlySet<bigint> => {
    const isSearched = exchange.call.method !== LIST_CALL.method && shownAt.size <= MAX_SHOWN;
    const shown = isSearched ? [...shownAt] : [];
    return new Set(shown.flatMap(([id, moments]) => (isBefore(moments, exchange) ? [id] : [])));
  };

  const judge = async ({ exchange, requestBytes }: QueuedExchange): Promise<void> => {
    const { findings, list } = assertSingleExchange(exchange);
    const prismFindings = await prism.validate(exchange);
    const appFaults = findAppFaults(exchange, requestBytes, listedBefore(exchange));
    if (list !== undefined) show(list);
    on.judged({ exchange, findings, prism: prismFindings, appFaults });
  };
  return {
    /** False when there is no room. */
    add(queued: QueuedExchange): boolean {
      const { exchange } = queued;
      const size = exchange.response?.body.length ?? 0;
      if (waiting >= MAX_WAITING || bytes + size > MAX_BYTES) return false;
      waiting++;
      bytes += size;
      last = last
        // Forwarding comes first.
        .then(() => setImmediate())
        .then(() => judge(queued))
        .catch((error: unknown) => on.failed(error, exchange))
        .then(() => {
          waiting--;
          bytes -= size;
        });
      return true;
    },
    /** Resolves once the queue is empty, or after so many milliseconds, with the number of exchanges left. */
    async drain(milliseconds: number): Promise<number> {
      await Promise.race([last, setTimeout(milliseconds, undefined, { ref: false })]);
      return waiting;
    },
  };
}
