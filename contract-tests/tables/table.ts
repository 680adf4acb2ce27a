/**
 * The tables of this folder have what a run tries. Each row has the tier of runs from which on it
 * is sent.
 *
 * The tiers are a judgement, not a measurement: in the corpus, nearly each bad key is the only one
 * that finds some fault, so none can be called the best. `quiet` has the most common mistakes;
 * `usual` one row for each way in which services compare, truncate and decode; `thorough` the rest,
 * which are mostly other spellings of these.
 *
 * A usual run sends at most 170 calls, and a quiet one at most 20 without the good key:
 * run/modes.test.ts fails if a row is one too many.
 */
import type { ClauseId } from "../../spec/clauses/index.ts";

/**
 * Runs by how much they send: `quiet` ones are read-only or have no orders, `thorough` is
 * `--thorough`.
 */
const TIERS = ["quiet", "usual", "thorough"] as const;
export type Tier = (typeof TIERS)[number];

/** The kind of the rows of a table. */
export type Unit = "keys" | "ids" | "texts" | "addresses" | "headers" | "parameters";

export interface Table<Row> extends Partial<Readonly<Record<Tier, readonly Row[]>>> {
  /** The clauses that the rows test. */
  readonly clauses: readonly ClauseId[];
  /** Further clauses that the answer to any row shows, so a few rows are enough for them. */
  readonly shows?: readonly ClauseId[];
  readonly unit: Unit;
}

/**
 * Returns the rows that a run of this tier sends: those of its own tier and of the tiers before it.
 */
export function valuesFor<Row>(table: Table<Row>, tier: Tier): readonly Row[] {
  return TIERS.slice(0, TIERS.indexOf(tier) + 1).flatMap((one) => table[one] ?? []);
}

export function allOf<Row>(table: Table<Row>): readonly Row[] {
  return valuesFor(table, "thorough");
}
