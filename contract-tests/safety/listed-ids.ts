/** The ids that a list shows, whatever its shape, and which of them a service could confuse with the id of a call. */
import { isUtf8 } from "node:buffer";
import { readElements } from "../../spec/json/elements.ts";
import { Decimal, type Json, JsonError, parseJson } from "../../spec/json/json.ts";
import { isOrderField } from "../../spec/schema/fields.ts";
import { confusableWith, low32 } from "./id-interpretations.ts";

/** A number, where a double holds the id: a list may have millions. */
type Id = number | bigint;

export interface ListedIds {
  /** The listed ids that could be confused with an id that has these interpretations. */
  confusable(interpretations: ReadonlySet<bigint>): bigint[];
}

/** By memory, because a list is read in several views of its bytes: the place of a list, and its ids. */
const cache = new WeakMap<
  ArrayBufferLike,
  Pick<Uint8Array, "byteOffset" | "length"> & { readonly ids: ListedIds | undefined }
>();

/** Undefined when the body does not look like JSON. Each list is read once. */
export function listedIds(body: Uint8Array): ListedIds | undefined {
  const cached = cache.get(body.buffer);
  if (cached !== undefined && cached.byteOffset === body.byteOffset && cached.length === body.length) return cached.ids;
  return remember(body, readIds(body));
}

/** For a list that is an earlier one without some orders, which stay among its ids: no call is allowed by their absence. */
export function keepListedIds(body: Uint8Array, earlier: Uint8Array): void {
  remember(body, listedIds(earlier));
}

function remember({ buffer, byteOffset, length }: Uint8Array, ids: ListedIds | undefined): ListedIds | undefined {
  cache.set(buffer, { byteOffset, length, ids });
  return ids;
}

/** As {@link readElements}. The ids are collected in the same pass, so that {@link listedIds} need not read the list again. */
export function readListElements(body: Uint8Array, element: Parameters<typeof readElements>[1]): boolean {
  const collector = new IdCollector();
  const isArray = readElements(body, (value, ...rest) => {
    collector.addElement(value);
    element(value, ...rest);
  });
  if (isArray) remember(body, searchable(collector.ids()));
  return isArray;
}

function readIds(body: Uint8Array): ListedIds | undefined {
  if (!isUtf8(body)) return undefined;
  const collector = new IdCollector();
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  try {
    const isArray = readElements(bytes, (element) => collector.addElement(element));
    if (!isArray && bytes.length > MAX_TEXT_BYTES) return undefined;
    if (!isArray) collector.addNumbers("", parseJson(bytes.toString()));
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return bytes.length > MAX_TEXT_BYTES ? undefined : looseIds(bytes.toString());
  }
  return searchable(collector.ids());
}

/** Bytes of a body that is no list, or has mistakes, and is read as one text. */
const MAX_TEXT_BYTES = 16 << 20;
/** A name begins where its characters do: otherwise the search would take minutes in a long number. */
const MEMBER = /(?<![\w-])([\w-]+)["']?\s*:\s*("[^"]*"|'[^']*'|[^\s,}\]]*)/g;

/** The ids in a text with a mistake in its JSON: names and values need no quotes. Undefined when it cannot be read so. */
function looseIds(text: string): ListedIds | undefined {
  const trimmed = text.trim();
  const isBracketed = ["[]", "{}"].some(
    ([open = "", close = ""]) => trimmed.startsWith(open) && trimmed.endsWith(close),
  );
  if (!isBracketed || /\0|\\u003/.test(text)) return undefined;
  const collector = new IdCollector();
  for (const [, name = "", value = ""] of text.matchAll(MEMBER)) collector.addNumbers(name, value.replace(/^["']/, ""));
  return searchable(collector.ids());
}

/**
 * Where elements of the list have members that are named as an id is, their values are the ids: a discount is none, nor the id
 * of a customer in the order. In any other list every number may be an id, except those of the other fields of Order.
 */
class IdCollector {
  private readonly named: Id[] = [];
  private readonly others: Id[] = [];

  addElement(element: Json): void {
    if (typeof element === "object" && !Array.isArray(element))
      for (const name in element) if (isIdName(name)) collectNumbers((element as Members)[name] as Json, this.named);
    if (this.named.length === 0) this.addNumbers("", element);
  }

  /** All numbers in the value of a member. */
  addNumbers(name: string, value: Json): void {
    if (Array.isArray(value)) for (const element of value) this.addNumbers(name, element);
    else if (typeof value === "object" && value !== null && !(value instanceof Decimal))
      for (const member in value) this.addNumbers(member, value[member] as Json);
    else if (name === "id" || !isOrderField(name)) collectNumbers(value, this.others);
  }

  ids(): Id[] {
    return this.named.length > 0 ? this.named : this.others;
  }
}

type Members = Readonly<Record<string, Json>>;

const ID_NAME = /^[^a-z]*(?:orders?[^a-z]*)?ids?[^a-z]*$/i;
/** Lists repeat few names. */
const idNames = new Map<string, boolean>();

/** `id`, `_id`, `orderId`, `order_id`, `ORDER-ID`; not petId. */
function isIdName(name: string): boolean {
  const known = idNames.get(name);
  if (known !== undefined) return known;
  const isId = ID_NAME.test(name);
  if (idNames.size < 1000) idNames.set(name, isId);
  return isId;
}

/** Digits longer than this are no id. */
const MAX_DIGITS = 40;

/** The integers of a value, and those in its texts; a fraction is dropped. */
function collectNumbers(value: Json, numbers: Id[]): void {
  if (typeof value === "number" || typeof value === "bigint") numbers.push(value);
  else if (value instanceof Decimal) {
    const size = Math.trunc(Number(value.text));
    if (Number.isFinite(size)) numbers.push(BigInt(size));
  } else if (typeof value === "string") {
    if (/^\d{4}-\d{2}-\d{2}[T ]/.test(value)) return;
    for (const [text] of value.matchAll(/(?<![A-Za-z0-9])-?\d+|\d+/g))
      if (text.length <= MAX_DIGITS) numbers.push(BigInt(text));
  } else if (value !== null && typeof value === "object")
    for (const inner of Object.values(value)) collectNumbers(inner, numbers);
}

/** Comparing doubles and lower 32 bits excludes nearly all ids without creating a bigint. They are sorted at the first search. */
function searchable(ids: readonly Id[]): ListedIds {
  let indexes: readonly [Index, Index] | undefined;
  return {
    confusable(interpretations) {
      indexes ??= [indexOf(Float64Array.from(ids, Number)), indexOf(Uint32Array.from(ids, low32))];
      const [doubles, lows] = indexes;
      const found = new Set<number>();
      for (const id of interpretations) {
        addPlaces(doubles, Number(id), found);
        // Multiples of 2^32 are not confusable with 0.
        if (low32(id) !== 0) addPlaces(lows, low32(id), found);
      }
      return [...found]
        .sort((a, b) => a - b)
        .map((at) => BigInt(ids[at] as Id))
        .filter(confusableWith(interpretations));
    },
  };
}

interface Index {
  /** In the order of the list. */
  readonly values: Float64Array | Uint32Array;
  readonly sorted: Float64Array | Uint32Array;
}

const indexOf = (values: Float64Array | Uint32Array): Index => ({ values, sorted: values.slice().sort() });

/** Nearly all are in no place: only those that are in the index are searched in the order of the list. */
function addPlaces({ values, sorted }: Index, wanted: number, places: Set<number>): void {
  if (!includes(sorted, wanted)) return;
  for (let at = values.indexOf(wanted); at >= 0; at = values.indexOf(wanted, at + 1)) places.add(at);
}

/** Binary search. */
function includes(sorted: Float64Array | Uint32Array, wanted: number): boolean {
  let low = 0;
  let high = sorted.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = sorted[middle] as number;
    if (found === wanted) return true;
    if (found < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}
