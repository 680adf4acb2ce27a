/** The result of one check. Plain data. */
import type { Evidence, Finding } from "../assertions/finding.ts";
import type { AnswerKind } from "../checks/answer-kinds.ts";
import type { ObservedFields, ObservedReply } from "./observed-reply.ts";

/** A call that the guard refused, and what the user could hand over to permit it. */
export interface NotTried {
  /** The text in the place of the orderId. */
  readonly text: string;
  /** Ids as digits: a result can be written as JSON. */
  readonly absentNeeded: readonly string[];
  /** An id that was handed over as absent and is listed. */
  readonly absentListed?: string;
}

export interface CheckResult {
  readonly check: string;
  readonly findings: readonly Finding[];
  /** Why the run ended before the check did, or with it. */
  readonly runEnded?: string;
  /** Replies in situations that the contract does not specify, each once. */
  readonly replies?: readonly ObservedReply[];
  /** The fields of the listed orders. */
  readonly orders?: ObservedFields;
  readonly notTried?: readonly NotTried[];
  /** The statuses with which the deployment refused calls that it served after a wait. */
  readonly limitedBy?: readonly number[];
  /** How many answers of each kind there were. */
  readonly answers?: Readonly<Partial<Record<AnswerKind, number>>>;
  /** Requests that were sent, including repeated ones. */
  readonly requests: number;
  readonly durationMs: number;
  /** For each operation the milliseconds of its calls. */
  readonly timings: Readonly<Record<string, readonly number[]>>;
  /** All exchanges, when the run keeps its traffic (`--only`). */
  readonly traffic?: readonly Evidence[];
}
