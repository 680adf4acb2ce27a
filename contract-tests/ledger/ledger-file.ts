/** A ledger as bytes, by which the workers of a Playwright run share it. */
import { deserialize, serialize } from "node:v8";
import type { Id } from "../safety/listed-ids.ts";
import type { Entry, Ledger } from "./ledger.ts";

/** What was sent and what came back, from which all else is read again. */
interface Stored {
  /** Those of lists that were too long to keep, too. */
  readonly listed: readonly Id[] | undefined;
  readonly drawn: ReadonlySet<bigint>;
  readonly entries: readonly Pick<Entry, "check" | "call" | "sentAt" | "exchange">[];
}

export function ledgerBytes({ listed, drawn, entries }: Ledger): Buffer {
  const sent = entries.map(({ check, call, sentAt, exchange }) => ({ check, call, sentAt, exchange }));
  return serialize({ listed: listed && [...listed], drawn, entries: sent } satisfies Stored);
}

/**
 * Replaces what the ledger holds by what another worker has written. The clocks of two processes are not compared: all of it is before
 * `now`, and its order and its pauses stay.
 */
export function loadLedger(ledger: Ledger, bytes: Buffer, now: number): void {
  const { listed, drawn, entries }: Stored = deserialize(bytes);
  ledger.restart();
  if (listed !== undefined) ledger.addListed(listed);
  for (const id of drawn) ledger.drawn.add(id);
  const shift = now - Math.max(...entries.map(({ exchange, sentAt }) => exchange?.receivedAt ?? sentAt), -Infinity);
  for (const { check, call, sentAt, exchange } of entries) {
    const entry = ledger.begin(check, call, sentAt + shift);
    if (exchange === undefined) continue;
    const [from, to] = [exchange.sentAt + shift, exchange.receivedAt + shift];
    ledger.end(entry, { ...exchange, sentAt: from, receivedAt: to });
  }
}
