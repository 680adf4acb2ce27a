/** Reads the events of a scenario from YAML, and faults from JSON. */
import { isSeq, type Node } from "yaml";
import type { OperationId } from "../spec/clauses/index.ts";
import { OPERATIONS } from "../spec/interface/operations.ts";
import {
  described,
  integer,
  list,
  mapping,
  number,
  oneOf,
  type Reader,
  referenced,
  withSchema,
} from "../spec/yaml/readers.ts";
import { YamlSource } from "../spec/yaml/source.ts";
import { FAILURES, type Fault, type ScenarioEvents, type ShipRule } from "./events.ts";
import { int64 } from "./read-order.ts";

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
      throw source.errorAt(node, "Expected milliseconds, or a minimum and a maximum, such as [200, 1500].");
    return [min, max];
  },
);

/** The name of an operation. */
export const operation = oneOf(Object.keys(OPERATIONS) as OperationId[]);

const faultFields = mapping<Required<Fault>>({
  on: described("The affected operations. Default: all.", oneOrMore(referenced("operation", operation))),
  probability: described("The share of requests that are affected, from 0 to 1. The seed decides which.", number(0, 1)),
  nth: described("Only this request, counted from 1.", calls),
  every: described("Every nth request.", calls),
  after: described("Only requests after the nth.", integer(0, MAX_CALLS)),
  times: described("At most this many requests.", calls),
  delay: described("Milliseconds before the response, or [min, max].", delay),
  status: described("The request is answered with this status and an Error, and has no effect.", integer(400, 599)),
  retryAfter: described("Seconds, sent as Retry-After with the status.", seconds),
  fail: described(
    "The request has its effect, but its response is lost: the connection is reset, no response is sent, the body is truncated, or it is not JSON.",
    oneOf(FAILURES),
  ),
});

const fault = withSchema<Fault>(
  { ...faultFields.schema, anyOf: ["delay", "status", "fail"].map((name) => ({ required: [name] })) },
  (node, source) => {
    const read = faultFields(node, source);
    if (read.delay === undefined && read.status === undefined && read.fail === undefined)
      throw source.errorAt(node, "This fault does nothing. Add delay, status or fail.");
    if (read.status !== undefined && read.fail !== undefined)
      throw source.errorAt(node, "status and fail cannot be combined. Split this into two faults.");
    if (read.retryAfter !== undefined && read.status === undefined)
      throw source.errorAt(node, "retryAfter needs a status, such as 429 or 503. Add one, or leave it out.");
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

export const eventFields: { readonly [Key in keyof ScenarioEvents]-?: Reader<NonNullable<ScenarioEvents[Key]>> } = {
  ships: described("Orders that ship by themselves.", list(shipRule)),
  key: described(
    "When the API key expires.",
    withSchema({ ...keyFields.schema, required: ["expiresAfter"] }, (node, source) => {
      const { expiresAfter } = keyFields(node, source);
      if (expiresAfter === undefined) throw source.errorAt(node, "Say after how many requests: expiresAfter: 10.");
      return { expiresAfter };
    }),
  ),
  faults: described("Faults that affect some requests.", readFaults),
};

/** Parses faults from JSON: a list, a single fault, or an object with the list under `faults`. Throws a UserError. */
export function parseFaults(text: string, file: string): Fault[] {
  const source = new YamlSource(text, file, "json");
  if (source.root === null) return [];
  return anyFaults(source.root, source);
}

function anyFaults(node: Node, source: YamlSource): Fault[] {
  if (isSeq(node)) return readFaults(node, source);
  const inside = (node as { get?: (key: string, keep: true) => unknown }).get?.("faults", true) as Node | undefined;
  if (inside === undefined) return [fault(node, source)];
  return mapping<{ faults: Fault[] }>({ faults: readFaults })(node, source).faults ?? [];
}
