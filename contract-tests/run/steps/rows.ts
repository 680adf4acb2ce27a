import type { OutgoingCall } from "../../client/calls.ts";
import type { Exchange } from "../../client/exchange.ts";
import { outcomeOf } from "../../client/outcome.ts";
import { type Table, valuesFor } from "../../tables/table.ts";
import type { Session } from "../session/session.ts";

/**
 * Returns the rows that are due in this run: few or none if the run is not for a clause of the
 * table.
 */
export function rowsFor<Row>(s: Session, table: Table<Row>): readonly Row[] {
  const { clauses, shows = [] } = table;
  if (s.wants(...clauses)) return valuesFor(table, s.tier);
  return s.wants(...shows) ? valuesFor(table, "quiet") : [];
}

/**
 * Sends a call for each row that is due, and counts the rows for the report. Resolves with the
 * exchanges in the order of the rows.
 */
export async function sendRows<Row>(
  s: Session,
  table: Table<Row>,
  callOf: (row: Row) => OutgoingCall,
  rows = rowsFor(s, table),
): Promise<Exchange[]> {
  const { clauses } = table;
  const exchanges = await s.all(rows.map((row) => ({ ...callOf(row), clauses })));
  const isSent = (_: Row, nth: number) => outcomeOf(exchanges[nth]!).kind !== "not sent";
  if (s.wants(...clauses)) s.coverage.add(table, rows.filter(isSent));
  return exchanges;
}
