/** A ledger as text, by which the workers of a Playwright run share it. */
import { parseJson, stringifyJson } from "../../spec/json/json.ts";
import type { Exchange, Response } from "../client/exchange.ts";
import type { Id } from "../safety/listed-ids.ts";
import type { Entry, Ledger } from "./ledger.ts";

/** What was sent and what came back, from which all else is read again. Bodies are in base64. */
interface Stored {
  /** Those of lists that were too long to keep, too. */
  readonly listed?: readonly Id[];
  readonly drawn: readonly Id[];
  readonly entries: readonly (Pick<Entry, "check" | "call" | "sentAt"> & {
    readonly exchange?: Omit<Exchange, "call" | "repeats" | "response"> & {
      readonly response?: Omit<Response, "body"> & { readonly body: string };
    };
  })[];
}

export function ledgerText({ listed, drawn, entries }: Ledger): string {
  return stringifyJson({ listed: listed && [...listed], drawn: [...drawn], entries: entries.map(stored) });
}

function stored({ check, call, sentAt, exchange }: Entry) {
  if (exchange === undefined) return { check, call, sentAt };
  const { call: _, repeats, response, ...rest } = exchange;
  const body = response && Buffer.from(response.body).toString("base64");
  return { check, call, sentAt, exchange: { ...rest, response: response && { ...response, body } } };
}

/**
 * Replaces what the ledger holds by what another worker has written. The clocks of two processes are not compared: all of it is before
 * `now`, and its order and its pauses stay.
 */
export function loadLedger(ledger: Ledger, text: string, now: number): void {
  const { listed, drawn, entries } = parseJson(text) as unknown as Stored;
  ledger.restart();
  if (listed !== undefined) ledger.addListed(listed);
  for (const id of drawn) ledger.drawn.add(BigInt(id));
  const ends = entries.map(({ exchange, sentAt }) => exchange?.receivedAt ?? sentAt);
  const shift = now - Math.max(...ends, -Infinity);
  for (const { check, call, sentAt, exchange } of entries) {
    const entry = ledger.begin(check, call, sentAt + shift);
    if (exchange === undefined) continue;
    const { response, ...rest } = exchange;
    ledger.end(entry, {
      ...rest,
      call,
      ...(response !== undefined && { response: { ...response, body: Buffer.from(response.body, "base64") } }),
      sentAt: exchange.sentAt + shift,
      receivedAt: exchange.receivedAt + shift,
    });
  }
}
