/** A doubt whether an order was pending that was provided as such. */
import type { ClauseId } from "../../spec/clauses/index.ts";
import type { Exchange } from "../client/exchange.ts";

/** An order that was provided as pending, and the first answer to its cancellation. */
export interface Doubt {
  readonly id: bigint;
  readonly exchange: Exchange;
  /** The clause that it would have proven. */
  readonly clauses: readonly ClauseId[];
}
