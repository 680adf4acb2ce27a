/**
 * The elements of a list. We validate each element as it is read and do not keep it; its faults are
 * recorded when a step judges the list.
 */

import type { ClauseId } from "../../../spec/clauses/index.ts";
import {
  Decimal,
  type Duplicate,
  formatPath,
  isJsonObject,
  type Json,
  type JsonObject,
  type JsonPath,
  locateJson,
  stringifyJson,
} from "../../../spec/json/json.ts";
import { checkDateTime } from "../../../spec/schema/date-time.ts";
import {
  isOrderField,
  ORDER_FIELD_NAMES,
  ORDER_FIELDS,
  type OrderField,
} from "../../../spec/schema/fields.ts";
import { integerValue, parseInteger } from "../../../spec/schema/integers.ts";
import { shorten } from "../../../spec/shorten.ts";
import type { Exchange } from "../../client/exchange.ts";

import type { Recorder } from "./finding.ts";
import { keyOfId, type OrderIndex, type OrderKey, type OrderList, OrderSet } from "./order-list.ts";
import { validateOrder } from "./schema.ts";

/** The name of the list in findings, as in `orders[3].id`. */
const ROOT = "orders";
const SAMPLE_SIZE = 200;

/** Defects of an order that violate no clause. */
const ADVICE = ["duplicate-name", "date-form", "integer-form"] as const;
type ElementAdvice = (typeof ADVICE)[number];
const isAdvice = (kind: ClauseId | ElementAdvice): kind is ElementAdvice =>
  ADVICE.some((id) => id === kind);

/** The first fault of one kind, and how many there are. */
interface ElementFault {
  /** Begins with the index of the order in the list. */
  readonly path: JsonPath;
  readonly problem: string;
  times: number;
}

export class OrderElements {
  private readonly watchedKeys: ReadonlySet<OrderKey>;
  private readonly faults = new Map<ClauseId | ElementAdvice, ElementFault>();
  private readonly keys: OrderSet;
  private readonly watched = new Map<bigint, readonly string[]>();
  private readonly sample: JsonObject[] = [];
  /** How many orders have each field of Order. */
  private readonly timesSeen = new Map<OrderField, number>();
  private objects = 0;
  private count = 0;
  private withoutId = 0;
  private ascending = true;
  private descending = true;
  private lastKey: number | bigint | undefined;
  /** Names of fields of the first orders that Order does not have. */
  private readonly otherFields = new Set<string>();

  constructor(watch: readonly bigint[], index: OrderIndex) {
    this.watchedKeys = new Set(watch.map(keyOfId));
    this.keys = new OrderSet(index);
  }

  addElement(value: Json, index: number, duplicates: readonly Duplicate[]): void {
    this.count++;
    for (const { path, problem } of validateOrder(value)) {
      const [field] = path;
      const clause =
        typeof field === "string" && isOrderField(field)
          ? ORDER_FIELDS[field].clause
          : "order-object";
      this.addFault(clause, [index, ...path], problem);
    }
    for (const { name, same } of duplicates) {
      const kind = same || !isOrderField(name) ? "duplicate-name" : "order-object";
      const problem = same ? "occurs twice in one order" : "occurs twice, with different values";
      this.addFault(kind, [index, name], problem);
    }
    if (isJsonObject(value)) this.addOrder(value, index);
  }

  private addFault(kind: ClauseId | ElementAdvice, path: JsonPath, problem: string): void {
    const fault = this.faults.get(kind);
    if (fault === undefined) this.faults.set(kind, { path, problem, times: 1 });
    else fault.times++;
  }

  private addOrder(order: JsonObject, index: number): void {
    this.objects++;
    if (this.sample.length < SAMPLE_SIZE) this.sample.push(order);
    this.addId(order, index);
    for (const name of ORDER_FIELD_NAMES) {
      const value = order[name];
      if (value === undefined) continue;
      this.timesSeen.set(name, (this.timesSeen.get(name) ?? 0) + 1);
      if (typeof value === "string" && ORDER_FIELDS[name].kind === "date-time")
        this.addDate(value, [index, name]);
      if (value instanceof Decimal)
        this.addFault("integer-form", [index, name], `is written as ${shorten(value.text)}`);
    }
    if (this.otherFields.size === 0 || this.objects <= SAMPLE_SIZE)
      for (const name in order) if (!isOrderField(name)) this.otherFields.add(name);
  }

  private addDate(text: string, path: JsonPath): void {
    const date = checkDateTime(text);
    if (date.kind === "nonstandard") this.addFault("date-form", path, date.why);
  }

  private addId(order: JsonObject, index: number): void {
    const key = orderKeyOf(order.id);
    if (key === undefined) {
      this.withoutId++;
      this.keys.add(JSON.stringify(comparableValues(order)));
      return;
    }
    if (!this.keys.add(key))
      this.addFault("order-id-unique", [index, "id"], `is ${key}, like an earlier order`);
    if (this.watched.size < SAMPLE_SIZE || this.watchedKeys.has(key))
      this.watched.set(BigInt(key), comparableValues(order));
    this.ascending &&= this.lastKey === undefined || key >= this.lastKey;
    this.descending &&= this.lastKey === undefined || key <= this.lastKey;
    this.lastKey = key;
  }

  /** Records each violated clause once, with its first fault and the number of faults. */
  record(exchange: Exchange, content: Buffer, recorder: Recorder): void {
    recorder.held("body-json", "list-array");
    // We need the text only to locate faults in it.
    const text = this.faults.size > 0 ? content.toString() : "";
    for (const [kind, { path, problem, times }] of this.faults) {
      const label = formatPath([ROOT, ...path]);
      if (isAdvice(kind)) recorder.advise(kind, `${label} ${problem}.`, [exchange], times);
      else {
        const more = times > 1 ? ` (and ${times - 1} more of this kind)` : "";
        const sentence = `${label} ${problem}${more}.`;
        const at = locateJson(text, path) ?? locateJson(text, path.slice(0, 1));
        const detail = { received: `${label} ${problem}`, label, path, ...(at && { at }) };
        recorder.violated(kind, sentence, [exchange], detail);
      }
    }
    const lookalikes = this.lookalikes();
    if (lookalikes.length > 0)
      recorder.advise("fields-misnamed", `No order of the list has ${lookalikes.join(", nor ")}.`, [
        exchange,
      ]);
    if (this.count > 0) recorder.held("order-object");
    if (this.count > this.withoutId) recorder.held("order-id-unique");
    for (const field of this.timesSeen.keys()) recorder.held(ORDER_FIELDS[field].clause);
  }

  /**
   * Returns the fields that no order has, each with the name that looks like it: `petId (but
   * pet_id)`.
   */
  private lookalikes(): string[] {
    const letters = (name: string) => name.replace(/[^A-Za-z]/g, "").toLowerCase();
    return this.lackingFields().flatMap((field) => {
      const other = [...this.otherFields].find((name) => letters(name) === letters(field));
      return other === undefined ? [] : [`${field} (but ${other})`];
    });
  }

  private lackingFields(): OrderField[] {
    return ORDER_FIELD_NAMES.filter((field) => !this.timesSeen.has(field));
  }

  list(): Omit<OrderList, "exchange"> {
    const { count, keys, withoutId, watched, sample } = this;
    const hasOtherField = this.otherFields.size > 0;
    const hasMissingField = ORDER_FIELD_NAMES.some(
      (field) =>
        (this.timesSeen.get(field) ?? 0) < this.objects && ORDER_FIELDS[field].optional !== true,
    );
    const fields = hasOtherField
      ? hasMissingField
        ? "some-and-extra"
        : "extra"
      : hasMissingField
        ? "some"
        : "all";
    const sorted = this.ascending ? "ascending" : this.descending ? "descending" : "neither";
    return {
      count,
      keys,
      withoutId,
      watched,
      sample,
      lacking: new Set(this.lackingFields()),
      sorted: count - withoutId < 3 ? "unknown" : sorted,
      fields: count === 0 ? "unknown" : fields,
    };
  }
}

/** An id of the wrong type still identifies its order; it violates only order-id. */
function orderKeyOf(id: Json | undefined): number | bigint | undefined {
  if (typeof id === "number" || typeof id === "bigint") return id;
  const value = typeof id === "string" ? parseInteger(id) : integerValue(id);
  return value === undefined ? undefined : keyOfId(value);
}

/**
 * Returns a text for each field of an order: equal for equal values in different notations, empty
 * for a field that the order lacks.
 */
function comparableValues(order: JsonObject): readonly string[] {
  return ORDER_FIELD_NAMES.map((field) => {
    const value = order[field];
    if (value === undefined) return "";
    const isDate = ORDER_FIELDS[field].kind === "date-time";
    const instant = isDate ? Date.parse(String(value)) : Number.NaN;
    if (!Number.isNaN(instant)) return new Date(instant).toISOString();
    return integerValue(value)?.toString() ?? stringifyJson(value);
  });
}
