/**
 * Judges exchanges after the app has its responses, one after the other, with the assertions and with Prism. The queue is limited in
 * length and in bytes; an exchange that finds no room is not judged.
 */
import { setImmediate, setTimeout } from "node:timers/promises";
import type { Finding } from "../assertions/finding.ts";
import { type Exchange, LIST_CALL } from "../client/exchange.ts";
import { type Interval, isBefore } from "../ledger/moments.ts";
import type { PrismFinding } from "../prism/findings.ts";
import type { PrismClient } from "../prism/prism-client.ts";
import { assertSingleExchange } from "../prism/single-exchange.ts";
import { type AppFault, findAppFaults } from "./app-faults.ts";

interface QueuedExchange {
  readonly exchange: Exchange;
  readonly requestBytes: number;
}

export interface Judgement {
  readonly exchange: Exchange;
  readonly findings: readonly Finding[];
  /** Undefined where Prism did not validate it. */
  readonly prism: readonly PrismFinding[] | undefined;
  readonly appFaults: readonly AppFault[];
}

const MAX_WAITING = 2_000;
const MAX_BYTES = 128 * 1024 * 1024;

export function createJudgementQueue(
  prism: Pick<PrismClient, "validate">,
  on: {
    readonly judged: (judgement: Judgement) => void;
    /** The exchange is not judged, through a fault of orders-kit. */
    readonly failed: (error: unknown, exchange: Exchange) => void;
  },
) {
  /** In the order in which they ended: a list that the app can have read before a request is judged before it. */
  const waiting: QueuedExchange[] = [];
  let bytes = 0;
  let working: Promise<void> | undefined;
  /** The ids beyond 2^53 that lists have shown, each with the first list that shows it. */
  const shownBy = new Map<bigint, Interval>();

  const judge = async ({ exchange, requestBytes }: QueuedExchange): Promise<void> => {
    const { findings, list } = assertSingleExchange(exchange);
    const prismFindings = await prism.validate(exchange);
    const isRead = exchange.call.method === LIST_CALL.method;
    const listed = isRead ? [] : [...shownBy].flatMap(([id, shown]) => (isBefore(shown, exchange) ? [id] : []));
    for (const key of list?.keys ?? []) if (typeof key === "bigint" && !shownBy.has(key)) shownBy.set(key, exchange);
    const appFaults = findAppFaults(exchange, requestBytes, new Set(listed));
    on.judged({ exchange, findings, prism: prismFindings, appFaults });
  };
  const work = async (): Promise<void> => {
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      const { exchange } = next;
      // Forwarding comes first.
      await setImmediate();
      await judge(next).catch((error: unknown) => on.failed(error, exchange));
      waiting.shift();
      bytes -= sizeOf(exchange);
    }
    working = undefined;
  };
  return {
    /** False when there is no room. */
    add(queued: QueuedExchange): boolean {
      const size = sizeOf(queued.exchange);
      if (waiting.length >= MAX_WAITING || bytes + size > MAX_BYTES) return false;
      waiting.push(queued);
      bytes += size;
      working ??= work();
      return true;
    },
    /** Resolves once the queue is empty, or after so many milliseconds, with the number of exchanges left. */
    async drain(milliseconds: number): Promise<number> {
      await Promise.race([working, setTimeout(milliseconds, undefined, { ref: false })]);
      return waiting.length;
    },
  };
}

function sizeOf({ response }: Exchange): number {
  return response?.body.length ?? 0;
}
