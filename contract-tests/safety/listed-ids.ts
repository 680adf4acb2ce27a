/**
 * The ids that lists show, in whatever shape, and which of them a service could confuse with the id
 * of a call.
 */
import { Decimal, type Json, JsonError, type JsonObject, parseJson } from "../../spec/json/json.ts";
import { isOrderField } from "../../spec/schema/fields.ts";
import { confusableWith, low32 } from "./id-interpretations.ts";

/** A number if a double holds the id, because a list may have many. */
export type CompactId = number | bigint;

/**
 * The union of the ids of all lists of a run: an id that one list shows is an order, whatever later
 * lists leave out.
 */
export class ListedIds {
  private readonly ids = new Set<CompactId>();
  /**
   * The ids as doubles, and their lower 32 bits in `lows`: a quick test, because nearly no text is
   * read as one of them.
   */
  private readonly doubles = new Set<number>();
  private readonly lows = new Set<number>();

  add(ids: Iterable<CompactId>): void {
    for (const id of ids) {
      if (this.ids.has(id)) continue;
      this.ids.add(id);
      this.doubles.add(Number(id));
      this.lows.add(low32(id));
    }
  }

  /**
   * Returns the listed ids that could be confused with an id that has these interpretations, in the
   * order of the lists.
   */
  confusable(interpretations: ReadonlySet<bigint>): bigint[] {
    if (
      ![...interpretations].some((id) => this.doubles.has(Number(id)) || this.lows.has(low32(id)))
    )
      return [];
    return [...this.ids].filter(confusableWith(interpretations)).map(BigInt);
  }
}

/** We read a body that is not a list, or has mistakes, as one text up to this many bytes. */
const MAX_TEXT_BYTES = 16 << 20;
/**
 * Matches a name only from its first character: otherwise the search would take minutes in a long
 * number.
 */
const ID_MEMBER = /(?<![\w-])([\w-]+)["']?\s*:\s*("[^"]*"|'[^']*'|[^\s,}\]]*)/g;

/**
 * Returns the ids in a body that is not a JSON array; undefined if the body does not look like
 * JSON. Names and values need no quotes.
 */
export function looseIds(content: Buffer): readonly CompactId[] | undefined {
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
  for (const [, name = "", value = ""] of text.matchAll(ID_MEMBER))
    collector.addNumbers(name, value.replace(/^["']/, ""));
  return collector.ids();
}

/**
 * Collects the ids of a list. If its elements have members that are named like an id, only their
 * values are ids: not a discount, nor the id of a customer in the order. In any other list every
 * number may be an id, except those in the other fields of Order.
 */
export class IdCollector {
  private readonly named: CompactId[] = [];
  private readonly others: CompactId[] = [];

  addElement(element: Json): void {
    if (typeof element === "object" && !Array.isArray(element))
      for (const name in element)
        if (ID_NAME.test(name)) collectNumbers((element as JsonObject)[name] as Json, this.named);
    if (this.named.length === 0) this.addNumbers("", element);
  }

  /** Adds all numbers in the value of a member. */
  addNumbers(name: string, value: Json): void {
    if (Array.isArray(value)) for (const element of value) this.addNumbers(name, element);
    else if (typeof value === "object" && value !== null && !(value instanceof Decimal))
      for (const member in value) this.addNumbers(member, value[member] as Json);
    else if (name === "id" || !isOrderField(name)) collectNumbers(value, this.others);
  }

  ids(): CompactId[] {
    return this.named.length > 0 ? this.named : this.others;
  }
}

/** Matches `id`, `_id`, `orderId`, `order_id`, `ORDER-ID`, but not petId. */
const ID_NAME = /^[^a-z]*(?:orders?[^a-z]*)?ids?[^a-z]*$/i;

/** Digits longer than this are not an id. */
const MAX_ID_DIGITS = 40;

/** Collects the integers of a value, and those in its texts; drops a fraction. */
function collectNumbers(value: Json, numbers: CompactId[]): void {
  if (typeof value === "number" || typeof value === "bigint") numbers.push(value);
  else if (value instanceof Decimal) {
    const size = Math.trunc(Number(value.text));
    if (Number.isFinite(size)) numbers.push(BigInt(size));
  } else if (typeof value === "string") {
    if (/^\d{4}-\d{2}-\d{2}[T ]/.test(value)) return;
    for (const [text] of value.matchAll(/(?<![A-Za-z0-9])-?\d+|\d+/g))
      if (text.length <= MAX_ID_DIGITS) numbers.push(BigInt(text));
  } else if (value !== null && typeof value === "object")
    for (const inner of Object.values(value)) collectNumbers(inner, numbers);
}
