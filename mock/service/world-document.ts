/**
 * The document from which a world continues: a mark, what mocks share in a store, or what a page
 * keeps. Only mocks write it, but anybody may edit it, so this schema validates it. Loaded on
 * demand.
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

/**
 * Less than half of what a `Date` can hold, because we add the time that has passed since a mark.
 */
const MAX_TIME = 4e15;
/** Up to this day, dates have four-digit years, whatever days are added. */
const MAX_DAY = 2_900_000;

const relativeDate = v.pipe(
  string,
  v.check(isRelativeDate, 'Expected days from now, such as "+3d".'),
);
const relativeDates = mapping(
  Object.fromEntries(DATE_FIELDS.map((name) => [name, v.exactOptional(relativeDate)])),
) as v.GenericSchema<RelativeDates>;

/** An order that was put, as JSON text, as in the list. */
const edit = v.pipe(
  mapping({
    id: int64Text,
    order: string,
    state: oneOf(["pending", "shipped"]),
    /** Dates as written, for scenario files. */
    dates: v.exactOptional(relativeDates),
  }),
  v.check(({ id, order }) => isOrder(order, id), "Expected the order with this id, as JSON text."),
);

/**
 * True if the text is the JSON of an order with this id, as a mock writes it. The mock's answers
 * may add fields that the contract does not have.
 */
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

const start = mapping({
  /** A scenario, or its name. Default: the mock's scenario. */
  scenario: v.exactOptional(
    v.lazy((given) => (typeof given === "string" ? string : scenarioSchema)),
  ),
  seed: v.exactOptional(integer(0, MAX_SEED)),
  orders: v.exactOptional(integer(0, MAX_ORDERS)),
  /** Days since 1970 in UTC, from which relative dates count. */
  day: integer(0, MAX_DAY),
});

/** Differences from the scenario's orders. */
const ordersSchema = mapping({
  /** Removed orders of the scenario. */
  removed: list(int64Text),
  /** Orders that were put, in the order in which they were added to the list. */
  edits: list(edit),
  /** States that differ from those of the scenario's orders and of `edits`. */
  states: list(v.strictTuple([int64Text, oneOf(STATES)], "Expected an id and a state.")),
  /** Cancelled orders that the next list still contains. */
  hideAfterList: list(int64Text),
});

const time = number(-MAX_TIME, MAX_TIME, "milliseconds");
const events = mapping({
  /** The current faults, each with its counts. */
  faults: faultsSchema,
  /** Shipments still to come. */
  ships: shipsSchema,
  /** Answered lists, counted only while orders ship by themselves. */
  lists: counted,
  /** Milliseconds since 1970; 0 before the first list. */
  firstListAt: time,
});

export const worldDocument = mapping(
  {
    /** Changes whenever an older mock could not read the document, or would read it differently. */
    format: v.literal(2, "Expected a mark of this version of orders-kit. Make a new one."),
    start,
    /**
     * When a mark was made, in milliseconds since 1970. For a world that returns to the mark, no
     * time has passed.
     */
    at: v.exactOptional(time),
    /** Calls with a valid key; missing if other mocks count them, too. */
    calls: v.exactOptional(counted),
    orders: ordersSchema,
    events,
  },
  "Expected a mark, as POST marks has answered it.",
);

export type WorldDocument = ReadonlyDeep<v.InferOutput<typeof worldDocument>>;

/** Differences from the start of a world. */
export type WorldChanges = Pick<WorldDocument, "calls" | "orders" | "events">;
