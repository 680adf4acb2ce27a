/**
 * `verify --save-scenario`: saves a deployment as a scenario, so that the mock lists the same
 * orders and answers alike.
 */

import type { OrderState } from "../../fixtures/orders.ts";
import { MAX_FILE_LENGTH } from "../../scenarios/limits.ts";
import { orderLine, scenarioYaml } from "../../scenarios/scenario-yaml.ts";
import type { Json, JsonObject } from "../../spec/json/json.ts";
import { isJsonObject } from "../../spec/json/json.ts";
import { checkDateTime } from "../../spec/schema/date-time.ts";
import {
  ORDER_FIELD_NAMES,
  ORDER_FIELDS,
  type OrderField,
  type OrderFieldEntry,
} from "../../spec/schema/fields.ts";
import { integerValue } from "../../spec/schema/integers.ts";
import { Redactor } from "../client/masking/redaction.ts";
import { jsonContent } from "../run/assertions/body.ts";
import { validateOrder } from "../run/assertions/schema.ts";
import type { Session } from "../run/session/session.ts";
import { plural } from "./labels.ts";
import { observedAnswers } from "./observed-answers.ts";
import type { Report } from "./schema.ts";

export interface SavedScenario {
  readonly text: string;
  /** Which parts of the list the scenario leaves out. */
  readonly notes: readonly string[];
}

/** The start of the first line, by which we recognize our own files. */
export const SAVED_MARK = "Saved by orders-kit verify --save-scenario";

/** Characters reserved for lines that are not orders. */
const OTHER_LINES = 16_384;

/** Returns a scenario of what the run saw; undefined if no list is known as a whole. */
export function savedScenario(session: Session, report: Report): SavedScenario | undefined {
  const listed = firstWholeList(session);
  if (listed === undefined) return undefined;
  const notes: string[] = [];
  const note = (what: string, count: number): void => {
    if (count > 0) notes.push(`Left out, ${what}: ${count.toLocaleString("en")}.`);
  };
  const objects = listed.filter(isJsonObject);
  const all = objects.map((order) => new Map(usable(order)));
  const ids = new Set<Json>();
  const orders = all.filter((fields) => {
    const id = fields.get("id");
    const isRepeated = id !== undefined && ids.has(id);
    if (id !== undefined) ids.add(id);
    return !isRepeated;
  });

  const { pending, shipped } = session.orders.rules;
  const states = new Map<Json | undefined, OrderState>([
    ...pending.map((id) => [id, "pending"] as const),
    ...shipped.map((id) => [id, "shipped"] as const),
  ]);
  const stateOf = (fields: ReadonlyMap<OrderField, Json>) => states.get(fields.get("id"));
  const written = orders.map((fields) => orderLine(fields, stateOf(fields) ?? "pending"));
  const [{ redactor = new Redactor() } = {}] = session.exchanges;
  const shown = written.filter((line) => redactor.text(line) === line);
  const lines = thoseThatFit(shown, MAX_FILE_LENGTH - OTHER_LINES);
  const used = all.reduce((sum, { size }) => sum + size, 0);
  const values = objects.reduce((sum, order) => sum + Object.keys(order).length, 0);
  note("entries that are not objects", listed.length - objects.length);
  note("orders that repeat an id", all.length - orders.length);
  note(
    `orders beyond the ${MAX_FILE_LENGTH.toLocaleString("en")} characters that a scenario may have`,
    shown.length - lines.length,
  );
  note("orders with the digits of the key", written.length - shown.length);
  note("values that the contract does not allow or does not know", values - used);

  const known = orders.slice(0, lines.length).filter(stateOf).length;
  const count = (number: number): string => number.toLocaleString("en");
  const text = scenarioYaml({
    comment: [
      `${SAVED_MARK} of ${report.target.url} on ${report.startedAt.slice(0, 10)}.`,
      `Its list (${plural(lines.length, "order")}), its answers to what the contract leaves open, and the texts of its Errors.`,
      `The list does not show which orders have shipped: the states of ${count(known)} are known, and ${count(lines.length - known)} are taken for pending.`,
      "mock --scenario with this file starts it; default+FILE takes the answers and the texts alone. The next --save-scenario replaces this file.",
    ],
    description: `What ${report.target.name ?? report.target.url} answers.`,
    orders: lines,
    ...observedAnswers(report, session),
  });
  return { text, notes };
}

/** Returns the elements of the run's first list, from before any cancellation. */
function firstWholeList({ lists: [first] }: Session): readonly Json[] | undefined {
  const response = first?.exchange.response;
  const value = response && jsonContent(response);
  return Array.isArray(value) ? value : undefined;
}

/** Returns as many of the first lines as fit into this many characters. */
function thoseThatFit(lines: readonly string[], characters: number): readonly string[] {
  let left = characters;
  const end = lines.findIndex((line) => {
    left -= line.length + 1;
    return left < 0;
  });
  return end < 0 ? lines : lines.slice(0, end);
}

/** Returns the contract's fields whose values fit into a scenario, in the contract's order. */
function usable(order: JsonObject): [OrderField, Json][] {
  const wrong = new Set(validateOrder(order).map(({ path }) => path[0]));
  return ORDER_FIELD_NAMES.flatMap((field): [OrderField, Json][] => {
    const value = order[field];
    if (value === undefined || wrong.has(field)) return [];
    const { kind, format }: OrderFieldEntry = ORDER_FIELDS[field];
    if (kind === "integer") {
      const exact = integerValue(value) ?? value;
      // A scenario has int64 values exactly, and other integers only as JavaScript numbers.
      const fits = format === "int64" || Number.isSafeInteger(Number(exact));
      return fits ? [[field, exact]] : [];
    }
    const isDate = kind === "date-time";
    return isDate && checkDateTime(String(value)).kind !== "valid" ? [] : [[field, value]];
  });
}
