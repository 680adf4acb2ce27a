/** A list of orders, judged element by element; what later checks need of it is kept, the elements are not. */
import type { ClauseId } from "../spec/clauses/index.ts";
import { judgeDateTime } from "../spec/date-time.ts";
import { wholeValue } from "../spec/exact-values.ts";
import { parseInteger } from "../spec/int64.ts";
import { Decimal, type Duplicate, type Json, type JsonObject, locateJson, stringifyJson } from "../spec/json.ts";
import { readElements } from "../spec/json-elements.ts";
import { type SchemaViolation, validateOrder } from "../spec/validate.ts";
import { readUtf8, type Sink, violateSyntax } from "./body.ts";
import type { Exchange, Response } from "./exchange.ts";

/** An order's identity in a list: its id, or, for one without, what it says. Ids beyond 2^53 are bigints, others numbers. */
export type OrderKey = number | bigint | string;

export interface OrderList {
  readonly exchange: Exchange;
  readonly count: number;
  readonly keys: ReadonlySet<OrderKey>;
  /** Orders without an id: of these nobody can tell which they are. */
  readonly withoutId: number;
  /** The watched orders that are listed, in a form that two lists can be compared by. */
  readonly watched: ReadonlyMap<bigint, string>;
  /** The first orders, for choosing query values that would leave some of them out. */
  readonly sample: readonly JsonObject[];
  readonly sorted: "ascending" | "descending" | "neither" | "unknown";
  /** Which fields orders have. */
  readonly fields: "all" | "some" | "extra" | "unknown";
}

const FIELD_CLAUSES: Readonly<Record<string, ClauseId>> = {
  id: "order-id",
  petId: "order-pet-id",
  quantity: "order-quantity",
  shipDate: "order-ship-date",
  complete: "order-complete",
};
const FIELDS = Object.keys(FIELD_CLAUSES);
/** The name that evidence gives to the list's root. */
const ROOT = "orders";

export function keyOfId(id: bigint): OrderKey {
  return id >= Number.MIN_SAFE_INTEGER && id <= Number.MAX_SAFE_INTEGER ? Number(id) : id;
}

/** The key of an id as a list has it. In the wrong form it still tells which order this is: only its own clause is violated. */
function keyOf(id: Json | undefined): number | bigint | undefined {
  if (typeof id === "number" || typeof id === "bigint") return id;
  const value = typeof id === "string" ? parseInteger(id) : wholeValue(id);
  return value === undefined ? undefined : (keyOfId(value) as number | bigint);
}

export function lists(list: OrderList, id: bigint): boolean {
  return list.keys.has(keyOfId(id));
}

/**
 * Judges the body of a 200 for listOrders against the clauses of the list and of Order. Undefined when it holds no array.
 * Each clause is blamed once, with the first fault and their number.
 */
export function judgeList(
  exchange: Exchange,
  response: Response,
  watch: readonly bigint[],
  sink: Sink,
): OrderList | undefined {
  const content = readUtf8(exchange, response, sink);
  if (content === undefined) return undefined;
  const reading = new Reading(watch);
  let isArray: boolean;
  try {
    isArray = readElements(content, (value, index, duplicates) => reading.take(value, index, duplicates));
  } catch (error) {
    violateSyntax(error, exchange, content.toString(), sink);
    return undefined;
  }
  if (!isArray) {
    judgeOtherRoot(exchange, content.toString(), sink);
    return undefined;
  }
  sink.held("body-json", "list-array");
  reading.report(exchange, content, sink);
  return reading.list(exchange);
}

function judgeOtherRoot(exchange: Exchange, text: string, sink: Sink): void {
  const first = text.trimStart()[0];
  const received = first === "{" ? "an object" : first === '"' ? "a string" : "no array";
  try {
    locateJson(text, []);
  } catch (error) {
    return violateSyntax(error, exchange, text, sink);
  }
  sink.violated("list-array", `The body of the list is ${received}.`, [exchange], {
    expected: "a JSON array of orders",
    received: text.trim().slice(0, 60),
  });
}

/** What was found wrong of one kind: the first place, and how often. */
interface Fault {
  readonly first: { readonly index: number } & SchemaViolation;
  times: number;
}

class Reading {
  private readonly watch: ReadonlySet<OrderKey>;
  private readonly faults = new Map<ClauseId, Fault>();
  private readonly advice = new Map<string, Fault>();
  private readonly keys = new Set<OrderKey>();
  private readonly watched = new Map<bigint, string>();
  private readonly sample: JsonObject[] = [];
  /** Which of FIELDS some order has. */
  private readonly seen: boolean[] = FIELDS.map(() => false);
  private count = 0;
  private withoutId = 0;
  private ascending = true;
  private descending = true;
  private last: number | bigint | undefined;
  private some = false;
  private extra = false;

  constructor(watch: readonly bigint[]) {
    this.watch = new Set(watch.map(keyOfId));
  }

  take(value: Json, index: number, duplicates: readonly Duplicate[]): void {
    this.count++;
    for (const violation of validateOrder(value)) {
      const field = violation.path[0];
      this.note(this.faults, (field !== undefined && FIELD_CLAUSES[field]) || "order-object", index, violation);
    }
    for (const { name, same } of duplicates) {
      const violation = {
        path: [name],
        problem: same ? "stands twice in one order" : "stands twice, with different values",
      };
      if (same || !FIELDS.includes(name)) this.note(this.advice, "duplicate-name", index, violation);
      else this.note(this.faults, "order-object", index, violation);
    }
    if (value === null || typeof value !== "object" || Array.isArray(value) || value instanceof Decimal) return;
    this.takeOrder(value, index);
  }

  private takeOrder(order: JsonObject, index: number): void {
    if (this.sample.length < 200) this.sample.push(order);
    this.takeId(order, index);
    const { shipDate } = order;
    if (typeof shipDate === "string") {
      const date = judgeDateTime(shipDate);
      if (date.kind === "loose") this.note(this.advice, "date-form", index, { path: ["shipDate"], problem: date.why });
    }
    let known = 0;
    for (let field = 0; field < FIELDS.length; field++) {
      const name = FIELDS[field] as string;
      const value = order[name];
      if (value === undefined) continue;
      known++;
      this.seen[field] = true;
      if (value instanceof Decimal)
        this.note(this.advice, "integer-form", index, { path: [name], problem: `is written ${value.text}` });
    }
    if (known < FIELDS.length) this.some = true;
    if (!this.extra) for (const name in order) if (!(name in FIELD_CLAUSES)) this.extra = true;
  }

  private takeId(order: JsonObject, index: number): void {
    const key = keyOf(order.id);
    if (key === undefined) {
      this.withoutId++;
      this.keys.add(identity(order));
      return;
    }
    const before = this.keys.size;
    this.keys.add(key);
    if (this.keys.size === before)
      this.note(this.faults, "order-id-unique", index, { path: ["id"], problem: `is ${key}, as in an order before` });
    if (this.watch.has(key)) this.watched.set(BigInt(key), identity(order));
    if (this.last !== undefined) {
      if (key < this.last) this.ascending = false;
      if (key > this.last) this.descending = false;
    }
    this.last = key;
  }

  private note<K>(faults: Map<K, Fault>, kind: K, index: number, violation: SchemaViolation): void {
    const fault = faults.get(kind);
    if (fault === undefined) faults.set(kind, { first: { index, ...violation }, times: 1 });
    else fault.times++;
  }

  report(exchange: Exchange, content: Buffer, sink: Sink): void {
    // Where something is wrong, the text is needed as a whole.
    const text = this.faults.size + this.advice.size > 0 ? content.toString() : "";
    for (const [clause, fault] of this.faults) {
      const { sentence, label, at } = describe(fault, text);
      sink.violated(clause, sentence, [exchange], {
        received: `${label} ${fault.first.problem}`,
        label,
        ...(at && { at }),
      });
    }
    for (const [id, fault] of this.advice) sink.advise(id, describe(fault, text).sentence, [exchange]);
    if (this.count > 0) sink.held("order-object");
    if (this.count > this.withoutId) sink.held("order-id-unique");
    FIELDS.forEach((field, index) => {
      if (this.seen[index]) sink.held(FIELD_CLAUSES[field] as ClauseId);
    });
  }

  list(exchange: Exchange): OrderList {
    const order = this.ascending ? "ascending" : this.descending ? "descending" : "neither";
    return {
      exchange,
      count: this.count,
      keys: this.keys,
      withoutId: this.withoutId,
      watched: this.watched,
      sample: this.sample,
      sorted: this.count - this.withoutId < 3 ? "unknown" : order,
      fields: this.count === 0 ? "unknown" : this.extra ? "extra" : this.some ? "some" : "all",
    };
  }
}

function describe({ first, times }: Fault, text: string) {
  const { index, path, problem } = first;
  const label = `${ROOT}[${index}]${path.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`)).join("")}`;
  const more = times > 1 ? ` (and ${times - 1} more like it)` : "";
  return {
    sentence: `${label} ${problem}${more}.`,
    label,
    at: locateJson(text, [index, ...path]) ?? locateJson(text, [index]),
  };
}

/** What an order says in its five fields, the same for two texts that mean the same. */
function identity(order: JsonObject): string {
  return FIELDS.map((field) => {
    const value = order[field];
    if (value === undefined) return "";
    const instant = field === "shipDate" ? Date.parse(String(value)) : Number.NaN;
    if (!Number.isNaN(instant)) return instant;
    return wholeValue(value)?.toString() ?? stringifyJson(value);
  }).join("|");
}
