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
export const HARMS = { harms: { why: "it changes other orders by itself", readOnly: "never" } } as const;
