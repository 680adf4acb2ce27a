/** Faults that show on pending orders alone. */
import type { ClauseId } from "../../../spec/clauses/index.ts";
import type { Service } from "../service.ts";
import { type Fault, fault, UNSEEN } from "../variant.ts";

/** What a cancel does besides, or instead. */
export const effect = (
  id: string,
  title: string,
  clauses: readonly ClauseId[],
  change: (service: Service) => void,
  options: Partial<Fault> = {},
): Fault => fault(id, title, clauses, change, { readOnly: UNSEEN.pending, ...options });

/** Does something when so many more requests have been served: a queue that is worked off in the background. */
export function requestsLater(service: Service, count: number, deed: () => void): void {
  const { answer } = service;
  let left = count;
  service.answer = (request) => {
    if (--left === 0) deed();
    return answer(request);
  };
}

export const HARMS = { harms: { why: "it changes other orders by itself", readOnly: "never" } } as const;
