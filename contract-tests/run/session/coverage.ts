/** How much of the tables a run has sent. */
import type { ClauseId } from "../../../spec/clauses/index.ts";
import { allOf, type Table, type Unit } from "../../tables/table.ts";

/** Of the rows of the tables that were due for a clause, how many were sent. */
export interface Tried {
  readonly sent: number;
  /** All that a run can send, whatever its tier. */
  readonly of: number;
  /** What is counted, where all of it is of one kind. */
  readonly unit?: Unit;
}

export class Coverage {
  private readonly sent = new Map<Table<unknown>, Set<unknown>>();

  /** These rows of the table were sent. Without any, the table was due, and none of it was sent. */
  add<Row>(table: Table<Row>, rows: readonly Row[]): void {
    this.sent.set(table, new Set([...(this.sent.get(table) ?? []), ...rows]));
  }

  /** Undefined for a clause that no table is for. */
  of(clause: ClauseId): Tried | undefined {
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
