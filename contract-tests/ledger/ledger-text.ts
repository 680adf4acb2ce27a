/** A ledger as text, by which the workers of a Playwright run share it. */
import { parseJson, stringifyJson } from "../../spec/json/json.ts";
import { type OrderKey, OrderSet } from "../assertions/order-set.ts";
import type { Id } from "../safety/listed-ids.ts";
import type { Entry, Ledger } from "./ledger.ts";

/** Bytes of a body that is kept as evidence. */
const MAX_BODY_BYTES = 4_096;

interface Stored {
  readonly keys: readonly OrderKey[];
  readonly listed?: readonly Id[];
  readonly drawn: readonly (number | bigint)[];
  readonly listBytes: number;
  readonly entries: readonly ReturnType<typeof stored>[];
}

export function ledgerText({ index, listed, drawn, listBytes, entries }: Ledger): string {
  const { keys } = index;
  return stringifyJson({
    keys,
    listed: listed && [...listed],
    drawn: [...drawn],
    listBytes,
    entries: entries.map(stored),
  });
}

function stored({ check, call, sentAt, exchange, reading }: Entry) {
  const { response } = exchange ?? {};
  const list = reading?.list;
  const isShort = response !== undefined && response.body.length <= MAX_BODY_BYTES;
  return {
    ...{ check, call, sentAt },
    exchange: exchange && {
      ...exchange,
      ...{ call: undefined, repeats: undefined },
      response: response && { ...response, body: isShort ? Buffer.from(response.body).toString("base64") : "" },
    },
    list: list && {
      ...list,
      keys: [list.keys.toText(), list.keys.size] as const,
      watched: [...list.watched] as (readonly [id: number | bigint, text: string])[],
      sample: [],
    },
  };
}

/**
 * Replaces what the ledger holds by what another worker has written. The clocks of two processes are not compared: all of it is before
 * `now`, and its order and its pauses stay.
 */
export function loadLedger(ledger: Ledger, text: string, now: number): void {
  const { keys, listed, drawn, listBytes, entries } = parseJson(text) as unknown as Stored;
  ledger.restart(keys);
  if (listed !== undefined) ledger.addListed(listed);
  for (const id of drawn) ledger.drawn.add(BigInt(id));
  ledger.listBytes = Math.max(ledger.listBytes, listBytes);
  const ends = entries.map(({ exchange, sentAt }) => exchange?.receivedAt ?? sentAt);
  const shift = now - Math.max(...ends, -Infinity);
  for (const { check, call, sentAt, exchange, list } of entries) {
    const entry = ledger.begin(check, call, sentAt + shift);
    if (exchange === undefined) continue;
    const times = { sentAt: exchange.sentAt + shift, receivedAt: exchange.receivedAt + shift };
    const { response } = exchange;
    const whole = response && { response: { ...response, body: Buffer.from(response.body, "base64") } };
    Object.assign(entry, times, { exchange: { ...exchange, call, ...times, ...whole } });
    if (list === undefined) continue;
    const watched = new Map(list.watched.map(([id, fields]) => [BigInt(id), fields]));
    const loaded = { ...list, keys: OrderSet.fromText(ledger.index, ...list.keys), watched };
    Object.assign(entry, { reading: { list: loaded, record: () => {} } });
  }
}
