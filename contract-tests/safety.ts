/** What may be sent to a deployment (product: What verify may do to a deployment). Pure: the relay asks before every call. */
import { parseInt64 } from "../spec/int64.ts";
import type { Call } from "./exchange.ts";
import { decodings, idReadings, mistakable } from "./id-readings.ts";
import { mistakableIds } from "./listed-ids.ts";

/** The orders that were handed over to be cancelled or tried. */
export interface Rules {
  /** True: nobody handed anything over, whatever the ids say. */
  readonly readOnly: boolean;
  readonly pending: readonly bigint[];
  readonly shipped: readonly bigint[];
}

/** The last list of all orders that the good key got: content without coding, and when it came. */
export interface SeenList {
  readonly content: Uint8Array;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** What passed between the checks and the deployment so far. */
export interface Seen {
  /** The last one. */
  readonly list?: SeenList | undefined;
  /** Orders that were handed over and are cancelled. */
  readonly cancelled: ReadonlySet<bigint>;
}

/** How long a list proves that an order is absent. */
export const LIST_LASTS_MS = 60_000;

const HARMLESS = new Set(["GET", "HEAD", "OPTIONS"]);
/** Fields by which a service can be told that a request is another one than it seems, or is longer than it is. */
const REWRITING =
  /method|override|rewrite|original|forwarded|^(host|content-length|transfer-encoding|authorization|upgrade|expect)$/i;
/** A preflight asks about a request that is not sent. */
const PREFLIGHT = /^access-control-request-(method|headers)$/i;
const ORDERS = "/store/orders/";

/** Why a call must not be sent now, as a sentence; undefined when it may. */
export function refusal(call: Call, rules: Rules, seen: Seen, now: number): string | undefined {
  const { method, path, query = "" } = call;
  const field = call.headers?.find(([name]) => REWRITING.test(name) && !PREFLIGHT.test(name));
  if (field !== undefined) return `The header ${field[0]} can make another request of this one.`;
  if (/_method/i.test(query)) return "A parameter _method can make another request of this one.";
  if (HARMLESS.has(method)) return undefined;
  if (method !== "DELETE") return `${method} is no method of the interface.`;
  if (!path.startsWith(ORDERS)) return "DELETE goes to one order only.";
  return refuseCancel(path.slice(ORDERS.length), call, rules, seen, now);
}

function refuseCancel(
  segment: string,
  { credential, query }: Call,
  rules: Rules,
  seen: Seen,
  now: number,
): string | undefined {
  const { readOnly, pending, shipped } = rules;
  const { list } = seen;
  const handedOver = new Set(readOnly ? [] : credential === "good" ? [...pending, ...shipped] : pending);
  const exact = parseInt64(segment);
  // Its owner named this very text: what else a careless service makes of it is for the gate to find out.
  if (exact !== undefined && query === undefined && handedOver.has(exact)) return undefined;

  if (namesMany(decodings(segment).at(-1) ?? segment)) return `"${segment}" could be taken for more orders than one.`;
  if (list === undefined) return "No list of all orders was seen that could show the order to be absent.";
  if (now - list.at > LIST_LASTS_MS) return "The last list is too old to show that the order is absent.";
  const readings = idReadings(segment);
  // A query that holds no number is no zero: it names no order at all.
  for (const id of query === undefined ? [] : idReadings(query)) if (id !== 0n) readings.add(id);
  const listed = mistakableIds(list.content, readings);
  if (listed === undefined) return "The last list cannot be read, so it does not show that the order is absent.";
  const stranger = [...listed].find((id) => !handedOver.has(id));
  if (stranger === undefined) return refuseNearby(segment, readings, rules, seen, list);
  const reason = exact === stranger ? "is" : "could be taken for";
  const why = readOnly ? "the run is read-only" : "which was not handed over for this";
  return `"${segment}" ${reason} the order ${stranger} of the list, ${readOnly ? `and ${why}` : why}.`;
}

/**
 * A number like that of an order handed over may be the next order's. That it is not listed says so only when the list is
 * whole, as far as one can know: when it shows every order that was handed over and not cancelled.
 */
function refuseNearby(
  segment: string,
  readings: ReadonlySet<bigint>,
  { pending, shipped }: Rules,
  { cancelled }: Seen,
  list: SeenList,
): string | undefined {
  const known = [...pending, ...shipped];
  if (!known.some(mistakable(readings))) return undefined;
  const standing = known.filter((id) => !cancelled.has(id));
  const shown = mistakableIds(list.content, new Set(standing));
  if (standing.every((id) => shown?.has(id))) return undefined;
  return `"${segment}" is like an order that was handed over, and the last list, which lacks such orders, does not show that it is none.`;
}

/** Texts that could mean the whole collection, a pattern, or a piece of a query language. */
function namesMany(text: string): boolean {
  if (!/[A-Za-z0-9\u0080-\uffff]/.test(text)) return true;
  if (/^(all|any|every|each|list|orders?)$/i.test(text.trim())) return true;
  // A pattern or an expression with a letter in it fits no number; without one it might.
  return (
    /[*?'"`;=|&<>(){}[\]$\\]/.test(text) ||
    /\.\./.test(text) ||
    /\bor\b/i.test(text) ||
    /^[%_\d\s]*[%_][%_\d\s]*$/.test(text)
  );
}
