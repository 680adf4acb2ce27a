/** Why a verdict of Prism is not counted: one entry of the table in explanations.ts. */
import type { ClauseId } from "../../spec/clauses/index.ts";
import type { CompleteExchange, PrismResponse, RecordedExchange } from "./answer.ts";
import type { PrismViolation } from "./violation.ts";

export interface Explanation {
  readonly id: string;
  /** One sentence. */
  readonly why: string;
  /** Prism must not be asked about such an exchange. */
  readonly excludes?: (exchange: RecordedExchange) => boolean;
  /** The whole response of Prism is ignored. */
  readonly ignoresResponse?: (response: PrismResponse, exchange: CompleteExchange) => boolean;
  /** This violation is ignored. */
  readonly ignoresViolation?: (violation: PrismViolation, exchange: CompleteExchange) => boolean;
  /** Prism does not detect violations of these clauses in such an exchange. */
  readonly misses?: {
    readonly clauses: readonly ClauseId[];
    readonly when?: (exchange: CompleteExchange) => boolean;
  };
}
