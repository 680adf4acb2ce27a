/** A scenario of the orders that a deployment lists: the mock then serves the same list. */
import type { OrderState } from "../fixtures/orders.ts";
import { orderLine, scenarioYaml } from "../scenarios/scenario-yaml.ts";
import { MAX_LENGTH } from "../scenarios/source/yaml-source.ts";
import type { Json, JsonObject } from "../spec/json/json.ts";
import { checkDateTime } from "../spec/schema/date-time.ts";
import { ORDER_FIELD_NAMES, ORDER_FIELDS, type OrderField } from "../spec/schema/fields.ts";
import { integerValue } from "../spec/schema/integers.ts";
import { contentOf, isJsonObject, jsonIn } from "./assertions/body.ts";
import { validateOrder } from "./assertions/schema.ts";
import type { Response } from "./client/exchange.ts";

export interface SnapshotOptions {
  /** The source, for the first line of the text. */
  readonly source: string;
  /** The states that are known. */
  readonly states: ReadonlyMap<bigint, OrderState>;
  /** The first orders of the list; all by default. */
  readonly limit?: number | undefined;
}

export interface Snapshot {
  /** YAML. */
  readonly text: string;
  /** Parts of the list that the scenario does not have. */
  readonly notes: readonly string[];
}

/** Room for the lines of the text that are not orders, in characters. */
const OTHER_LINES = 4096;

/** The elements of a list; undefined for any other response. */
export function listedIn(response: Response): readonly Json[] | undefined {
  const content = response.status === 200 ? contentOf(response) : undefined;
  const value = content && jsonIn(content.toString());
  return Array.isArray(value) ? value : undefined;
}

export function snapshotOf(listed: readonly Json[], options: SnapshotOptions): Snapshot {
  const { source, states, limit = listed.length } = options;
  const notes: string[] = [];
  const note = (what: string, count: number): void => {
    if (count > 0) notes.push(`Left out, ${what}: ${count.toLocaleString("en")}.`);
  };
  const objects = listed.slice(0, limit).filter(isJsonObject);
  const all = objects.map((order) => new Map(usable(order)));
  const ids = new Set<Json>();
  const orders = all.filter((fields) => {
    const id = fields.get("id");
    const isRepeated = id !== undefined && ids.has(id);
    if (id !== undefined) ids.add(id);
    return !isRepeated;
  });
  const stateOf = (fields: ReadonlyMap<OrderField, Json>) => states.get(fields.get("id") as bigint);
  const written = orders.map((fields) => orderLine(fields, stateOf(fields) ?? "pending"));
  const lines = thoseThatFit(written, MAX_LENGTH - OTHER_LINES);
  const used = all.reduce((sum, { size }) => sum + size, 0);
  const values = objects.reduce((sum, order) => sum + Object.keys(order).length, 0);
  note("entries that are not objects", Math.min(limit, listed.length) - objects.length);
  note("orders that repeat an id", all.length - orders.length);
  note(
    `orders beyond the ${MAX_LENGTH.toLocaleString("en")} characters that a scenario may have`,
    orders.length - lines.length,
  );
  note("values that the contract does not allow or does not know", values - used);
  const known = orders.slice(0, lines.length).filter(stateOf).length;
  const guessed = lines.length - known;
  const text = scenarioYaml({
    comment: [
      `Orders: ${lines.length.toLocaleString("en")}, as ${source} listed them.`,
      `The list does not show which orders have shipped. States that were given: ${known.toLocaleString("en")}. Orders taken for pending: ${guessed.toLocaleString("en")}.`,
    ],
    description: "The orders of a deployment.",
    orders: lines,
  });
  return { text, notes };
}

/** The first lines, with at most this many characters. */
function thoseThatFit(lines: readonly string[], characters: number): readonly string[] {
  let left = characters;
  const end = lines.findIndex((line) => {
    left -= line.length + 1;
    return left < 0;
  });
  return end < 0 ? lines : lines.slice(0, end);
}

/** The fields of the contract whose values a scenario can have, in the contract's order. */
function usable(order: JsonObject): [OrderField, Json][] {
  const wrong = new Set(validateOrder(order).map(({ path }) => path[0]));
  return ORDER_FIELD_NAMES.flatMap((field): [OrderField, Json][] => {
    const value = order[field];
    if (value === undefined || wrong.has(field)) return [];
    const { kind } = ORDER_FIELDS[field];
    if (kind === "integer") return [[field, integerValue(value) ?? value]];
    const isDate = kind === "date-time";
    return isDate && checkDateTime(String(value)).kind !== "valid" ? [] : [[field, value]];
  });
}
