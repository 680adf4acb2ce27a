/**
 * The document of a world, from which it goes on: a mark, what mocks share in a store, what a page keeps. Only a mock writes it, but anybody
 * may change it, so that this schema reads it. Loaded on demand.
 */
import * as v from "valibot";
import { counted, faultsSchema, shipsSchema } from "../../scenarios/event-schemas.ts";
import { MAX_ORDERS, MAX_SEED, STATES } from "../../scenarios/limits.ts";
import { orderFields } from "../../scenarios/order-schema.ts";
import { DATE_FIELDS, isRelativeDate, type RelativeDates } from "../../scenarios/relative-dates.ts";
import type { ReadonlyDeep } from "../../scenarios/scenario.ts";
import { scenarioSchema } from "../../scenarios/scenario-schema.ts";
import { jsonSource } from "../../scenarios/source/json-source.ts";
import {
  int64Text,
  integer,
  list,
  mapping,
  number,
  oneOf,
  string,
} from "../../scenarios/source/schemas.ts";
import { type Json, stringifyJson } from "../../spec/json/json.ts";

/** Less than half of what a `Date` takes: the time that has gone by since a mark is added. */
const MAX_TIME = 4e15;
/** Dates from there on have years of four digits, whatever days are added. */
const MAX_DAY = 2_900_000;

const relativeDate = v.pipe(
  string,
  v.check(isRelativeDate, 'Expected days from now, such as "+3d".'),
);
const relativeDates = mapping(
  Object.fromEntries(DATE_FIELDS.map((name) => [name, v.exactOptional(relativeDate)])),
) as v.GenericSchema<RelativeDates>;

/** An order that was put: JSON text, as it is listed. */
const edit = v.pipe(
  mapping({
    id: int64Text,
    order: string,
    state: oneOf(["pending", "shipped"]),
    /** Dates as they were written, from which a scenario file has them. */
    dates: v.exactOptional(relativeDates),
  }),
  v.check(({ id, order }) => isOrder(order, id), "Expected the order with this id, as JSON text."),
);

/** True for JSON text of an order with the id, as a mock writes it. The answers of a mock may add fields that the contract does not have. */
function isOrder(text: string, id: string): boolean {
  try {
    const { value } = jsonSource(text, "order");
    const isOne =
      v.is(v.object(orderFields), value) && String((value as { id?: unknown }).id) === id;
    return isOne && stringifyJson(value as Json) === text;
  } catch {
    return false;
  }
}

/** What a world starts from. */
const start = mapping({
  /** The name of a scenario, or the scenario itself. Without one, that of the mock. */
  scenario: v.exactOptional(
    v.lazy((given) => (typeof given === "string" ? string : scenarioSchema)),
  ),
  seed: v.exactOptional(integer(0, MAX_SEED)),
  orders: v.exactOptional(integer(0, MAX_ORDERS)),
  /** Days since 1970 in UTC, from which relative dates are. */
  day: integer(0, MAX_DAY),
});

/** What differs from the orders of the scenario. */
const orders = mapping({
  /** The orders of the scenario that were removed. */
  removed: list(int64Text),
  /** The orders that were put, in the order in which they came to the list. */
  edits: list(edit),
  /** The states that differ from those of the scenario and of these orders. */
  states: list(v.strictTuple([int64Text, oneOf(STATES)], "Expected an id and a state.")),
  /** Cancelled orders that the next list still contains. */
  hideAfterList: list(int64Text),
});

const time = number(-MAX_TIME, MAX_TIME, "milliseconds");
const events = mapping({
  /** The faults that the world has now, each with what it has counted. */
  faults: faultsSchema,
  /** The shipments that are left. */
  ships: shipsSchema,
  /** Lists that have been answered, counted only where orders ship by themselves. */
  lists: counted,
  /** Milliseconds since 1970; 0 before the first list. */
  firstListAt: time,
});

export const worldDocument = mapping(
  {
    /** Another one where an older mock could not read it, or would read it otherwise. */
    format: v.literal(2, "Expected a mark of this version of orders-kit. Make a new one."),
    start,
    /** When a mark was made, in milliseconds since 1970: no time has gone by for a world that goes back to it. */
    at: v.exactOptional(time),
    /** Calls with a valid key. Left out where others count them too. */
    calls: v.exactOptional(counted),
    orders,
    events,
  },
  "Expected a mark, as POST marks has answered it.",
);

export type WorldDocument = ReadonlyDeep<v.InferOutput<typeof worldDocument>>;

/** What differs from the start of a world. */
export type WorldChanges = Pick<WorldDocument, "calls" | "orders" | "events">;
