/**
 * What a run tries stands in the tables of this folder. Each row has the tier of runs from which on it is sent.
 *
 * The tiers are a judgement, and no measurement: in the corpus, nearly each bad key is alone in finding one fault, so that none can be called
 * the best. `quiet` has the mistakes that are made most; `usual` one row for each way in which services compare, cut off and decode;
 * `thorough` the rest, which are mostly other spellings of these.
 *
 * A usual run sends at most 170 calls, and a quiet one at most 20 without the good key: `modes.test.ts` says when a row is one too many.
 */
import type { ClauseId } from "../../spec/clauses/index.ts";

/** Runs by how much they send: read-only ones and those without orders; usual ones; `--thorough`. */
const TIERS = ["quiet", "usual", "thorough"] as const;
export type Tier = (typeof TIERS)[number];

/** What the rows of a table are, in the plural. */
export type Unit = "keys" | "ids" | "texts" | "addresses" | "headers" | "parameters";

/** Rows by their tier. */
export interface Table<Row> extends Partial<Readonly<Record<Tier, readonly Row[]>>> {
  /** The clauses that the rows are for. */
  readonly clauses: readonly ClauseId[];
  /** Further clauses that the answer to any row shows, so that a few rows are enough. */
  readonly shows?: readonly ClauseId[];
  readonly unit: Unit;
}

/** The rows that are sent in a run of this tier: its own, and those of the tiers before it. */
export function valuesFor<Row>(table: Table<Row>, tier: Tier): readonly Row[] {
  return TIERS.slice(0, TIERS.indexOf(tier) + 1).flatMap((one) => table[one] ?? []);
}

/** All rows, whatever their tier. */
export function allOf<Row>(table: Table<Row>): readonly Row[] {
  return valuesFor(table, "thorough");
}
