/**
 * Judges exchanges after the app has its responses, one after the other, with the assertions and with Prism. Equal exchanges are
 * judged once. The queue is limited in length and in bytes; an exchange that finds no room is not judged.
 */
import { createHash } from "node:crypto";
import { setImmediate, setTimeout } from "node:timers/promises";
import { match } from "../../spec/interface/match.ts";
import type { Finding } from "../assertions/finding.ts";
import { type Exchange, LIST_CALL } from "../client/exchange.ts";
import { byEnd, type Interval, isBefore } from "../ledger/moments.ts";
import type { PrismFinding } from "../prism/findings.ts";
import type { PrismClient } from "../prism/prism-client.ts";
import { assertSingleExchange } from "../prism/single-exchange.ts";
import { type AppFault, findAppFaults } from "./app-faults.ts";

interface QueuedExchange {
  readonly exchange: Exchange;
  readonly requestBytes: number;
}

/** What equal exchanges have in common. */
interface Verdict {
  readonly findings: readonly Finding[];
  /** Undefined where Prism did not validate it. */
  readonly prism: readonly PrismFinding[] | undefined;
  /** Those of a list that are beyond 2^53. */
  readonly listedIds: readonly bigint[];
}

export interface Judgement extends Omit<Verdict, "listedIds"> {
  readonly exchange: Exchange;
  readonly appFaults: readonly AppFault[];
}

const MAX_WAITING = 2_000;
const MAX_BYTES = 128 * 1024 * 1024;
const MAX_VERDICTS = 5_000;

export function createJudgementQueue(
  prism: Pick<PrismClient, "validate">,
  on: {
    readonly judged: (judgement: Judgement) => void;
    /** The exchange is not judged, through a fault of orders-kit. */
    readonly failed: (error: unknown, exchange: Exchange) => void;
  },
) {
  /** By {@link identityOf}, and so are the verdicts. */
  const waiting = new Map<string, QueuedExchange[]>();
  const verdicts = new Map<string, Verdict>();
  let bytes = 0;
  let working: Promise<void> | undefined;
  /** The ids beyond 2^53 that lists have shown, each with the first list to end that shows it. */
  const shownBy = new Map<bigint, Interval>();
  const unjudged = () => [...waiting.values()].flat();

  /** What the app can have read when it sent a request; nothing while a list that it can have read is still to be judged. */
  const listedBefore = (request: Exchange): ReadonlySet<bigint> => {
    const isList = ({ call }: Exchange): boolean => call.path === LIST_CALL.path;
    if (unjudged().some(({ exchange }) => isList(exchange) && isBefore(exchange, request))) return new Set();
    return new Set([...shownBy].flatMap(([id, list]) => (isBefore(list, request) ? [id] : [])));
  };
  const report = ({ exchange, requestBytes }: QueuedExchange, verdict: Verdict): void => {
    const isRead = exchange.call.method === LIST_CALL.method;
    const appFaults = findAppFaults(exchange, requestBytes, isRead ? new Set() : listedBefore(exchange));
    for (const id of verdict.listedIds) {
      const first = shownBy.get(id);
      if (first === undefined || byEnd(exchange, first) < 0) shownBy.set(id, exchange);
    }
    on.judged({ exchange, appFaults, ...verdict });
  };
  const work = async (): Promise<void> => {
    for (const [identity, equals] of waiting) {
      // Forwarding comes first.
      await setImmediate();
      const { exchange } = equals[0] as QueuedExchange;
      try {
        const { findings, list } = assertSingleExchange(exchange);
        const listedIds = [...(list?.keys ?? [])].filter((key) => typeof key === "bigint");
        const verdict = { findings, listedIds, prism: await prism.validate(exchange) };
        if (verdicts.size >= MAX_VERDICTS) verdicts.clear();
        verdicts.set(identity, verdict);
        for (const queued of equals) report(queued, verdict);
      } catch (error) {
        on.failed(error, exchange);
      }
      waiting.delete(identity);
      bytes -= sizeOf(exchange);
    }
    working = undefined;
  };
  return {
    /** False when there is no room. */
    add(queued: QueuedExchange): boolean {
      const { exchange } = queued;
      const identity = identityOf(exchange);
      const verdict = verdicts.get(identity);
      const equals = waiting.get(identity);
      if (verdict !== undefined) report(queued, verdict);
      else if (equals?.[0] !== undefined) {
        // Equal exchanges share one body.
        const { sentAt, receivedAt } = exchange;
        equals.push({ ...queued, exchange: { ...equals[0].exchange, sentAt, receivedAt } });
      } else if (waiting.size >= MAX_WAITING || bytes + sizeOf(exchange) > MAX_BYTES) return false;
      else {
        waiting.set(identity, [queued]);
        bytes += sizeOf(exchange);
        working ??= work();
      }
      return true;
    },
    /** Resolves once the queue is empty, or after so many milliseconds, with the number of exchanges left. */
    async drain(milliseconds: number): Promise<number> {
      await Promise.race([working, setTimeout(milliseconds, undefined, { ref: false })]);
      return unjudged().length;
    },
  };
}

function sizeOf({ response }: Exchange): number {
  return response?.body.length ?? 0;
}

/** Headers that can change a verdict; others, such as Date, differ in every response. */
const JUDGED_HEADER = /^(?:content-|retry-after|www-authenticate|location)/i;

/** The same for two exchanges that get the same verdict. */
export function identityOf({ call, response, failure, credentialEchoed }: Exchange): string {
  const { method, path, query, credential } = call;
  const request = [method, path, query, credential, match(method, path).operation?.id, failure?.kind, credentialEchoed];
  const hash = createHash("sha1").update(JSON.stringify(request));
  if (response === undefined) return hash.digest("base64");
  const headers = response.headers.filter(([name]) => JUDGED_HEADER.test(name));
  hash.update(JSON.stringify([response.status, response.trailingBytes, headers, call.headers]));
  return hash.update(response.body).digest("base64");
}
