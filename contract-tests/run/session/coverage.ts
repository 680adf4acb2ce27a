/** How much of the tables a run has sent. */
import type { ClauseId } from "../../../spec/clauses/index.ts";
import { allOf, type Table, type Unit } from "../../tables/table.ts";

/** How many rows of the tables for a clause were sent. */
export interface TriedCount {
  readonly sent: number;
  /** All rows that a run can send, whatever its tier. */
  readonly of: number;
  /** The unit of the rows, if all have the same one. */
  readonly unit?: Unit;
}

export class Coverage {
  private readonly sent = new Map<Table<unknown>, Set<unknown>>();

  /**
   * Records that these rows of the table were sent. Without any rows, the table was due and none of
   * it was sent.
   */
  add<Row>(table: Table<Row>, rows: readonly Row[]): void {
    this.sent.set(table, new Set([...(this.sent.get(table) ?? []), ...rows]));
  }

  /** Returns undefined if no table is for the clause. */
  of(clause: ClauseId): TriedCount | undefined {
    const tables = [...this.sent].filter(([{ clauses }]) => clauses.includes(clause));
    if (tables.length === 0) return undefined;
    const units = new Set(tables.map(([{ unit }]) => unit));
    const [unit] = units;
    return {
      sent: tables.reduce((sum, [, rows]) => sum + rows.size, 0),
      of: tables.reduce((sum, [table]) => sum + allOf(table).length, 0),
      ...(units.size === 1 && unit && { unit }),
    };
  }
}
