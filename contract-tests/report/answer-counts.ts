/** Counts the answers to the plain calls of a run, to tell how frequent a violation is. */
import type { OperationId } from "../../spec/clauses/index.ts";
import { match } from "../../spec/interface/match.ts";
import { isGood } from "../client/credentials.ts";
import type { Exchange } from "../client/exchange.ts";
import { isProbe } from "../client/nature.ts";

/** Plain calls with the same answer. We do not count probes: each is a different call. */
export interface AnswerCount {
  readonly operation: OperationId;
  /** Absent if there was no response. */
  readonly status?: number;
  readonly withKey: boolean;
  readonly count: number;
}

export interface AnswerCounts {
  readonly counts: readonly AnswerCount[];
  /** Milliseconds since 1970 at which the run's clock was 0. */
  readonly epoch: number;
}

/** Counts exchanges as they come and keeps none of them. */
export function answerCounter() {
  const counts = new Map<string, AnswerCount>();
  return {
    add({ call, response }: Exchange): void {
      const operation = match(call.method, call.path).operation?.id;
      if (operation === undefined || isProbe(call)) return;
      const status = response && { status: response.status };
      const answer = { operation, ...status, withKey: isGood(call.credential) };
      const key = JSON.stringify(answer);
      counts.set(key, { ...answer, count: (counts.get(key)?.count ?? 0) + 1 });
    },
    counts: (): readonly AnswerCount[] => [...counts.values()],
  };
}

export function countAnswers(exchanges: readonly Exchange[]): readonly AnswerCount[] {
  const counter = answerCounter();
  for (const exchange of exchanges) counter.add(exchange);
  return counter.counts();
}
