/** Reads scenarios from YAML, and orders and faults from JSON. Runs in browsers too; load.ts reads files. */
import { isSeq, type Node } from "yaml";
import type { Order, OrderInState, OrderState } from "../fixtures/orders.ts";
import type { Answers, OperationId } from "../spec/clauses/index.ts";
import { OPERATIONS } from "../spec/interface/operations.ts";
import { answers } from "../spec/profile/answers.ts";
import { checkDateTime } from "../spec/schema/date-time.ts";
import { ORDER_FIELDS, type OrderFieldEntry } from "../spec/schema/fields.ts";
import { INT64_DESCRIPTION, isInt64 } from "../spec/schema/integers.ts";
import {
  boolean,
  described,
  integer,
  type JsonSchema,
  list,
  mapping,
  number,
  oneOf,
  type Reader,
  referenced,
  scalar,
  string,
  withSchema,
} from "../spec/yaml/readers.ts";
import { valueNode, YamlSource } from "../spec/yaml/source.ts";
import {
  FAILURES,
  type Fault,
  MAX_ORDERS,
  MAX_SEED,
  type Scenario,
  type ScenarioEvents,
  type ShipRule,
} from "./scenario.ts";

const int64: Reader<bigint> = scalar(
  INT64_DESCRIPTION,
  (value) => (typeof value === "bigint" && isInt64(value) ? value : undefined),
  { type: "integer" }, // Editors use doubles, so that limits would be wrong in the last digits.
);

const dateTime = scalar(
  'a date and time of RFC 3339, such as "2026-01-15T12:00:00Z"',
  (value) =>
    typeof value === "string" && checkDateTime(value).kind === "valid" ? value : undefined,
  { type: "string", format: "date-time" },
);

const READERS: Readonly<Record<OrderFieldEntry["kind"], Reader<unknown>>> = {
  integer: integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
  "date-time": dateTime,
  boolean,
  string,
};

function readerOf({ kind, format, values }: OrderFieldEntry): Reader<unknown> {
  if (values !== undefined) return oneOf(values);
  return format === "int64" ? int64 : READERS[kind];
}

const { id, ...fields } = Object.fromEntries(
  Object.entries(ORDER_FIELDS).map(([field, entry]) => [field, readerOf(entry)]),
) as { readonly [Field in keyof Order]-?: Reader<NonNullable<Order[Field]>> };
const writtenOrder = mapping<Required<Order> & { state: OrderState }>({
  id,
  state: described("The state of the order. Default: pending.", oneOf(["pending", "shipped"])),
  ...fields,
});

/** One order with exactly the given fields. */
export const readOrder: Reader<OrderInState> = withSchema(
  writtenOrder.schema ?? {},
  (node, source) => {
    const { state = "pending", ...order } = writtenOrder(node, source);
    return { order, state };
  },
);

/** Orders with exactly the given fields and unique ids. */
const readOrders: Reader<OrderInState[]> = withSchema(
  list(readOrder).schema ?? {},
  (node, source) => {
    const ids = new Set<bigint>();
    return list((element: Node): OrderInState => {
      const { state, order } = readOrder(element, source);
      if (order.id !== undefined && ids.has(order.id))
        throw source.errorAt(
          element,
          `This order repeats the id ${order.id}. Give each order its own id.`,
        );
      if (order.id !== undefined) ids.add(order.id);
      return { order, state };
    })(node, source);
  },
);

/** More than a mock answers in a year. */
const MAX_CALLS = 1_000_000_000;
/** One hour. */
const MAX_DELAY_MS = 3_600_000;

const seconds = integer(0, 86_400, "seconds");
const calls = integer(1, MAX_CALLS);
const milliseconds = integer(0, MAX_DELAY_MS, "milliseconds");

/** One value, or a list of values. */
function oneOrMore<T>(one: Reader<T>): Reader<T | readonly T[]> {
  const several = list(one);
  return withSchema({ oneOf: [one.schema, several.schema] }, (node, source): T | readonly T[] =>
    isSeq(node) ? several(node, source) : one(node, source),
  );
}

const delay = withSchema<number | readonly [number, number]>(
  { oneOf: [milliseconds.schema, { ...list(milliseconds).schema, minItems: 2, maxItems: 2 }] },
  (node, source) => {
    if (!isSeq(node)) return milliseconds(node, source);
    const [min, max, ...more] = list(milliseconds)(node, source);
    if (min === undefined || max === undefined || more.length > 0 || min > max)
      throw source.errorAt(
        node,
        "Expected milliseconds, or a minimum and a maximum, such as [200, 1500].",
      );
    return [min, max];
  },
);

/** The name of an operation. */
const operation = oneOf(Object.keys(OPERATIONS) as OperationId[]);

const faultFields = mapping<Required<Fault>>({
  on: described(
    "The affected operations. Default: all.",
    oneOrMore(referenced("operation", operation)),
  ),
  probability: described(
    "The share of requests that are affected, from 0 to 1. The seed decides which.",
    number(0, 1),
  ),
  nth: described("Only this request, counted from 1.", calls),
  every: described("Every nth request.", calls),
  after: described("Only requests after the nth.", integer(0, MAX_CALLS)),
  times: described("At most this many requests.", calls),
  delay: described("Milliseconds before the response, or [min, max].", delay),
  status: described(
    "The request is answered with this status and an Error, and has no effect.",
    integer(400, 599),
  ),
  retryAfter: described("Seconds, sent as Retry-After with the status.", seconds),
  fail: described(
    "The request has its effect, but its response is lost: the connection is reset, no response is sent, the body is truncated, or it is not JSON.",
    oneOf(FAILURES),
  ),
});

const fault = withSchema<Fault>(
  {
    ...faultFields.schema,
    anyOf: ["delay", "status", "fail"].map((name) => ({ required: [name] })),
  },
  (node, source) => {
    const read = faultFields(node, source);
    if (read.delay === undefined && read.status === undefined && read.fail === undefined)
      throw source.errorAt(node, "This fault does nothing. Add delay, status or fail.");
    if (read.status !== undefined && read.fail !== undefined)
      throw source.errorAt(node, "status and fail cannot be combined. Split this into two faults.");
    if (read.retryAfter !== undefined && read.status === undefined)
      throw source.errorAt(
        node,
        "retryAfter needs a status, such as 429 or 503. Add one, or leave it out.",
      );
    return read;
  },
);

const TIMES = ["afterSeconds", "afterLists", "beforeCancel"] as const;
const shipRuleFields = mapping<Required<ShipRule>>({
  id: described("The order that ships. Default: pending orders chosen by the seed.", int64),
  count: described("How many orders the seed chooses. Default: 1.", calls),
  afterSeconds: described("Ships this many seconds after the world was first listed.", seconds),
  afterLists: described("Ships after this many lists have been answered.", calls),
  beforeCancel: described(
    "On every nth cancel, the order ships just before the cancel, which is then answered with 409.",
    calls,
  ),
});

const shipRule = withSchema<ShipRule>(
  { ...shipRuleFields.schema, oneOf: TIMES.map((name) => ({ required: [name] })) },
  (node, source) => {
    const read = shipRuleFields(node, source);
    if (TIMES.filter((name) => read[name] !== undefined).length !== 1)
      throw source.errorAt(node, `Say when it ships, with exactly one of ${TIMES.join(", ")}.`);
    if (read.count !== undefined && (read.id !== undefined || read.beforeCancel !== undefined))
      throw source.errorAt(node, "count cannot be combined with id or beforeCancel. Leave it out.");
    return read;
  },
);

const readFaults: Reader<Fault[]> = list(fault);

const keyFields = mapping<{ expiresAfter: number }>({
  expiresAfter: described("The key is refused with 401 after this many requests.", calls),
});

const key = withSchema<{ expiresAfter: number }>(
  { ...keyFields.schema, required: ["expiresAfter"] },
  (node, source) => {
    const { expiresAfter } = keyFields(node, source);
    if (expiresAfter === undefined)
      throw source.errorAt(node, "Say after how many requests: expiresAfter: 10.");
    return { expiresAfter };
  },
);

/** Parses faults from JSON: a list, a single fault, or an object with the list under `faults`. Throws a UserError. */
export function parseFaults(text: string, file: string): Fault[] {
  const source = new YamlSource(text, file, "json");
  const { root } = source;
  if (root === null) return [];
  if (isSeq(root)) return readFaults(root, source);
  if (valueNode(root, "faults") === undefined) return [fault(root, source)];
  return mapping<{ faults: Fault[] }>({ faults: readFaults })(root, source).faults ?? [];
}

interface ScenarioFile extends Required<ScenarioEvents> {
  description: string;
  seed: number;
  orders: Partial<{ count: number; pending: number; list: OrderInState[] }>;
  answers: Partial<Answers>;
}

const scenario = mapping<ScenarioFile>({
  description: described("One sentence, shown where scenarios are listed.", string),
  seed: described(
    "The seed of generated orders and of random faults. Default: 1.",
    integer(0, MAX_SEED),
  ),
  orders: described(
    "The orders that a world starts with.",
    mapping({
      count: described(
        "The total number of orders: those of `list`, then generated ones. Default: the length of `list`, or 50 without one. `--orders` and a reset replace it; of a list that is longer then, the first orders are taken.",
        integer(0, MAX_ORDERS),
      ),
      pending: described(
        "The share of generated orders that are pending. Default: 0.6.",
        number(0, 1),
      ),
      list: described("Orders given in full.", readOrders),
    }),
  ),
  answers: described("How the mock answers where the contract is silent.", answers),
  ships: described("Orders that ship by themselves.", list(shipRule)),
  key: described("When the API key expires.", key),
  faults: described("Faults that affect some requests.", readFaults),
});

/** The JSON Schema by which editors complete and check scenarios. */
export const SCENARIO_SCHEMA: JsonSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "A scenario of orders-kit",
  ...scenario.schema,
  $defs: { operation: operation.schema },
};

/**
 * Parses a scenario. `file` is used in error messages; without its extension it is the name of the scenario.
 * Throws a UserError with file, line, column and the fix.
 */
export function parseScenario(yaml: string, file = "scenario.yaml"): Scenario {
  const source = new YamlSource(yaml, file);
  const read: Partial<ScenarioFile> = source.root ? scenario(source.root, source) : {};
  const { description = "", seed = 1, orders = {}, answers = {}, ...events } = read;
  const { list = [], count = orders.list?.length ?? 50, pending = 0.6 } = orders;
  if (count < list.length)
    throw source.errorAt(
      valueNode(source.root, "orders", "count") ?? 0,
      `The list has ${list.length} orders, more than this number. Raise it, or leave it out.`,
    );
  const known = new Set(list.map(({ order }) => order.id));
  const missing = events.ships?.findIndex(({ id }) => id !== undefined && !known.has(id)) ?? -1;
  // A generated order may have the id: what the world begins with decides that.
  if (missing >= 0 && count === list.length) {
    const { id } = events.ships![missing]!;
    throw source.errorAt(
      valueNode(source.root, "ships", missing) ?? 0,
      `ships names order ${id}, which the scenario does not contain. List it, or name another.`,
    );
  }
  const name = file.replace(/^.*[\\/]/, "").replace(/\.ya?ml$/, "");
  return { name, description, seed, orders: { count, pending, list }, answers, ...events };
}
