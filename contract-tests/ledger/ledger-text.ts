/** A ledger as text, by which the workers of a Playwright run share it. */
import { type Json, parseJson, stringifyJson } from "../../spec/json/json.ts";
import type { OrderList } from "../assertions/order-list.ts";
import { type OrderKey, OrderSet } from "../assertions/order-set.ts";
import type { Exchange, OutgoingCall } from "../client/exchange.ts";
import type { Id } from "../safety/listed-ids.ts";
import { attemptOf } from "./attempts.ts";
import type { Entry, Ledger } from "./ledger.ts";

/** Bytes of a body that is kept as evidence. */
const MAX_BODY_BYTES = 4_096;

type StoredExchange = Omit<Exchange, "call" | "response"> & {
  readonly response?: Omit<NonNullable<Exchange["response"]>, "body"> & { readonly body: string };
};
type StoredList = Omit<OrderList, "exchange" | "keys" | "watched" | "sample"> & {
  readonly keys: readonly [text: string, size: number];
  readonly watched: readonly (readonly [id: number | bigint, text: string])[];
};
interface StoredEntry {
  readonly check: string;
  readonly call: OutgoingCall;
  readonly sentAt: number;
  readonly exchange?: StoredExchange;
  readonly list?: StoredList;
}
interface StoredLedger {
  readonly keys: readonly OrderKey[];
  readonly listed?: readonly Id[];
  readonly drawn: readonly (number | bigint)[];
  readonly listBytes: number;
  readonly entries: readonly StoredEntry[];
}

export function ledgerText({ index, listed, drawn, listBytes, entries }: Ledger): string {
  const stored: StoredLedger = {
    ...{ keys: index.keys, drawn: [...drawn], listBytes, entries: entries.map(storedEntry) },
    ...(listed !== undefined && { listed: [...listed] }),
  };
  return stringifyJson(stored as unknown as Json);
}

function storedEntry({ check, call, sentAt, exchange, reading }: Entry): StoredEntry {
  const list = reading?.list;
  return {
    ...{ check, call, sentAt },
    ...(exchange !== undefined && { exchange: storedExchange(exchange) }),
    ...(list !== undefined && { list: storedList(list) }),
  };
}

function storedExchange({ call: _call, response, repeats: _repeats, ...exchange }: Exchange): StoredExchange {
  if (response === undefined) return exchange;
  const body = response.body.length > MAX_BODY_BYTES ? "" : Buffer.from(response.body).toString("base64");
  return { ...exchange, response: { ...response, body } };
}

function storedList({ keys, watched, sample: _sample, ...list }: Omit<OrderList, "exchange">): StoredList {
  return { ...list, keys: [keys.toText(), keys.size], watched: [...watched] };
}

/**
 * Replaces what the ledger holds by what another worker has written. The clocks of two processes are not compared: all of it is before
 * `now`, and its order and its pauses stay.
 */
export function loadLedger(ledger: Ledger, text: string, now: number): void {
  const { keys, listed, drawn, listBytes, entries } = parseJson(text) as unknown as StoredLedger;
  ledger.restart(keys);
  if (listed !== undefined) ledger.addListed(listed);
  for (const id of drawn) ledger.drawn.add(BigInt(id));
  ledger.listBytes = Math.max(ledger.listBytes, listBytes);
  const ends = entries.flatMap(({ exchange, sentAt }) => exchange?.receivedAt ?? sentAt);
  const shift = now - Math.max(...ends, -Infinity);
  for (const entry of entries) ledger.entries.push(loadedEntry(ledger, entry, shift));
}

function loadedEntry(ledger: Ledger, { check, call, sentAt, exchange, list }: StoredEntry, shift: number): Entry {
  const { pending, shipped } = ledger.rules;
  const attempt = attemptOf(call, [...pending, ...shipped]);
  const entry = { check, call, sentAt: sentAt + shift, receivedAt: Infinity, ...(attempt && { attempt }) };
  if (exchange === undefined) return entry;
  const { response } = exchange;
  const times = { sentAt: exchange.sentAt + shift, receivedAt: exchange.receivedAt + shift };
  const loaded = {
    ...{ ...exchange, call, ...times },
    ...(response && { response: { ...response, body: Buffer.from(response.body, "base64") } }),
  } as Exchange;
  const reading = list && { list: loadedList(ledger, list), isFaultless: false, record: () => {} };
  return { ...entry, ...times, exchange: loaded, ...(reading && { reading }) };
}

function loadedList(
  { index }: Ledger,
  { keys: [text, size], watched, ...list }: StoredList,
): Omit<OrderList, "exchange"> {
  return {
    ...list,
    keys: OrderSet.fromText(index, text, size),
    watched: new Map(watched.map(([id, fields]) => [BigInt(id), fields])),
    sample: [],
  };
}
