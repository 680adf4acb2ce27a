/** Reads faults, shippings and a key's expiry out of YAML, and so out of JSON. */
import { isSeq, type Node } from "yaml";
import { OPERATIONS, type OperationId } from "../spec/operations.ts";
import { about, integer, list, mapping, oneOf, type Read, reader, share, YamlSource } from "../spec/yaml-reader.ts";
import { int64 } from "./read-order.ts";
import { FAILURES, type Fault, type Shipping, type Troubles } from "./troubles.ts";

/** More calls than a mock answers in a year. */
const MOST_CALLS = 1_000_000_000;
/** An hour, in milliseconds; longer is a hang. */
const MOST_DELAY = 3_600_000;

const calls = integer(1, MOST_CALLS);
const milliseconds = integer(0, MOST_DELAY);

/** One value, or a list of them. */
function oneOrMore<T>(one: Read<T>): Read<T | readonly T[]> {
  const several = list(one);
  return reader({ oneOf: [one.schema, several.schema] }, (node, source): T | readonly T[] =>
    isSeq(node) ? several(node, source) : one(node, source),
  );
}

const delay = reader<number | readonly [number, number]>(
  { oneOf: [milliseconds.schema, { ...list(milliseconds).schema, minItems: 2, maxItems: 2 }] },
  (node, source) => {
    if (!isSeq(node)) return milliseconds(node, source);
    const [least, most, ...more] = list(milliseconds)(node, source);
    if (least === undefined || most === undefined || more.length > 0 || least > most)
      throw source.problem(node, "This takes milliseconds, or the least and the most of them, such as [200, 1500].");
    return [least, most];
  },
);

const faultFields = mapping<Required<Fault>>({
  on: about(
    "The operations that it concerns; all by default.",
    oneOrMore(oneOf(Object.keys(OPERATIONS) as OperationId[])),
  ),
  probability: about("The share of these calls that it strikes, drawn from the seed.", share),
  nth: about("It strikes this call alone, counted from 1.", calls),
  every: about("It strikes every so many calls.", calls),
  after: about("It strikes only calls after so many.", integer(0, MOST_CALLS)),
  times: about("It strikes at most so many calls.", calls),
  delay: about("Milliseconds until the answer, or [least, most] of them.", delay),
  status: about("The answer is this status with an Error, and the call has no effect.", integer(400, 599)),
  retryAfter: about("Seconds, sent as Retry-After with the status.", integer(0, 86_400)),
  fail: about(
    "The call has its effect, and its answer is lost: the connection is reset, hangs, ends early, or the body is no JSON.",
    oneOf(FAILURES),
  ),
});

const fault = reader<Fault>(
  { ...faultFields.schema, anyOf: ["delay", "status", "fail"].map((name) => ({ required: [name] })) },
  (node, source) => {
    const read = faultFields(node, source);
    if (read.delay === undefined && read.status === undefined && read.fail === undefined)
      throw source.problem(node, "This fault does nothing. Give it a delay, a status or a fail.");
    if (read.status !== undefined && read.fail !== undefined)
      throw source.problem(node, "A fault answers with a status or lets the answer fail. Make two faults of it.");
    if (read.retryAfter !== undefined && read.status === undefined)
      throw source.problem(node, "retryAfter goes with a status, such as 429 or 503. Give one, or leave it out.");
    return read;
  },
);

const TIMES = ["afterSeconds", "afterLists", "beforeCancel"] as const;
const shippingFields = mapping<Required<Shipping>>({
  id: about("The order that ships; without it, pending orders that the seed chooses.", int64),
  count: about("How many of those; 1 by default.", calls),
  afterSeconds: about("It ships so many seconds after the world was first listed.", integer(0, 86_400)),
  afterLists: about("It ships once so many lists have been answered.", calls),
  beforeCancel: about(
    "The order of every so manieth cancel ships between the list that showed it and that cancel.",
    calls,
  ),
});

const shipping = reader<Shipping>(
  { ...shippingFields.schema, oneOf: TIMES.map((name) => ({ required: [name] })) },
  (node, source) => {
    const read = shippingFields(node, source);
    if (TIMES.filter((name) => read[name] !== undefined).length !== 1)
      throw source.problem(node, `Say when it ships, in one way: ${TIMES.join(", ")}.`);
    if (read.count !== undefined && (read.id !== undefined || read.beforeCancel !== undefined))
      throw source.problem(node, "count goes with neither id nor beforeCancel. Leave it out.");
    return read;
  },
);

const readFaults: Read<Fault[]> = list(fault);

const keyFields = mapping<{ expiresAfter: number }>({
  expiresAfter: about("After so many calls the key is refused with 401.", calls),
});

export const troubleFields: { readonly [Key in keyof Troubles]-?: Read<NonNullable<Troubles[Key]>> } = {
  ships: about("Orders that ship by themselves.", list(shipping)),
  key: about(
    "What becomes of the key.",
    reader({ ...keyFields.schema, required: ["expiresAfter"] }, (node, source) => {
      const { expiresAfter } = keyFields(node, source);
      if (expiresAfter === undefined) throw source.problem(node, "Say after how many calls: expiresAfter: 10.");
      return { expiresAfter };
    }),
  ),
  faults: about("What goes wrong with some calls.", readFaults),
};

/** Faults out of a text: a list, a single one, or an object with the list under `faults`. Throws a UserError. */
export function parseFaults(text: string, file: string): Fault[] {
  const source = new YamlSource(text, file);
  if (source.root === null) return [];
  return anyFaults(source.root, source);
}

function anyFaults(node: Node, source: YamlSource): Fault[] {
  if (isSeq(node)) return readFaults(node, source);
  const inside = (node as { get?: (key: string, keep: true) => unknown }).get?.("faults", true) as Node | undefined;
  if (inside === undefined) return [fault(node, source)];
  return mapping<{ faults: Fault[] }>({ faults: readFaults })(node, source).faults ?? [];
}
