/** The ids that lists show, whatever their shape, and which of them a service could confuse with the id of a call. */
import { Decimal, type Json, JsonError, type JsonObject, parseJson } from "../../spec/json/json.ts";
import { isOrderField } from "../../spec/schema/fields.ts";
import { confusableWith, low32 } from "./id-interpretations.ts";

/** A number, where a double holds the id: a list may have many. */
export type Id = number | bigint;

/** The union of the ids of all lists of a run: what one of them shows is an order, whatever later ones leave out. */
export class ListedIds {
  private readonly ids = new Set<Id>();
  /** The ids as doubles and in their lower 32 bits: nearly no text is read as one of them. */
  private readonly doubles = new Set<number>();
  private readonly lows = new Set<number>();

  add(ids: Iterable<Id>): void {
    for (const id of ids) {
      if (this.ids.has(id)) continue;
      this.ids.add(id);
      this.doubles.add(Number(id));
      this.lows.add(low32(id));
    }
  }

  /** The listed ids that could be confused with an id that has these interpretations, in the order of the lists. */
  confusable(interpretations: ReadonlySet<bigint>): bigint[] {
    if (
      ![...interpretations].some((id) => this.doubles.has(Number(id)) || this.lows.has(low32(id)))
    )
      return [];
    return [...this.ids].filter(confusableWith(interpretations)).map(BigInt);
  }

  [Symbol.iterator](): Iterator<Id> {
    return this.ids[Symbol.iterator]();
  }
}

/** Bytes of a body that is not a list, or has mistakes, and is read as one text. */
const MAX_TEXT_BYTES = 16 << 20;
/** A name begins where its characters do: otherwise the search would take minutes in a long number. */
const MEMBER = /(?<![\w-])([\w-]+)["']?\s*:\s*("[^"]*"|'[^']*'|[^\s,}\]]*)/g;

/** The ids in a body that is not an array of JSON; undefined when it does not look like JSON. Names and values need no quotes. */
export function looseIds(content: Buffer): readonly Id[] | undefined {
  if (content.length > MAX_TEXT_BYTES) return undefined;
  const text = content.toString().trim();
  const collector = new IdCollector();
  try {
    collector.addNumbers("", parseJson(text));
    return collector.ids();
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
  }
  const isBracketed = ["[]", "{}"].some(
    ([open = "", close = ""]) => text.startsWith(open) && text.endsWith(close),
  );
  if (!isBracketed || /\0|\\u003/.test(text)) return undefined;
  for (const [, name = "", value = ""] of text.matchAll(MEMBER))
    collector.addNumbers(name, value.replace(/^["']/, ""));
  return collector.ids();
}

/**
 * Where elements of the list have members that are named as an id is, their values are the ids: not a discount, nor
 * the id of a customer in the order. In any other list every number may be an id, except those of the other fields of Order.
 */
export class IdCollector {
  private readonly named: Id[] = [];
  private readonly others: Id[] = [];

  addElement(element: Json): void {
    if (typeof element === "object" && !Array.isArray(element))
      for (const name in element)
        if (ID_NAME.test(name)) collectNumbers((element as JsonObject)[name] as Json, this.named);
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

/** `id`, `_id`, `orderId`, `order_id`, `ORDER-ID`; not petId. */
const ID_NAME = /^[^a-z]*(?:orders?[^a-z]*)?ids?[^a-z]*$/i;

/** Digits longer than this are not an id. */
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
