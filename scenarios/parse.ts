/** A scenario from YAML text. Runs in browsers too: reading files is load.ts's part. */
import type { Node } from "yaml";
import type { Order, OrderInState, OrderState } from "../fixtures/orders.ts";
import { type Answers, SILENCES } from "../spec/clauses/index.ts";
import { judgeDateTime } from "../spec/date-time.ts";
import { isInt64 } from "../spec/int64.ts";
import {
  flag,
  integer,
  list,
  mapping,
  oneOf,
  type Read,
  scalar,
  share,
  text,
  YamlSource,
} from "../spec/yaml-reader.ts";
import { GREATEST_SEED, MOST_ORDERS, type Scenario } from "./scenario.ts";

const int64 = scalar("an int64", (value) => (typeof value === "bigint" && isInt64(value) ? value : undefined));
const dateTime = scalar('a date and time of RFC 3339, such as "2026-01-15T12:00:00Z"', (value) =>
  typeof value === "string" && judgeDateTime(value).kind === "sound" ? value : undefined,
);

const writtenOrder = mapping<Required<Order> & { state: OrderState }>({
  id: int64,
  state: oneOf(["pending", "shipped"]),
  petId: int64,
  quantity: integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
  shipDate: dateTime,
  complete: flag,
});

const orders: Read<OrderInState[]> = (node, source) => {
  const ids = new Set<bigint>();
  return list((element: Node): OrderInState => {
    const { state = "pending", ...order } = writtenOrder(element, source);
    if (order.id !== undefined && ids.has(order.id))
      throw source.problem(element, `This order repeats the id ${order.id}. Give each order an id of its own.`);
    if (order.id !== undefined) ids.add(order.id);
    return { order, state };
  })(node, source);
};

const scenario = mapping<{
  description: string;
  seed: number;
  orders: Partial<{ count: number; pending: number; list: OrderInState[] }>;
  answers: Partial<Answers>;
}>({
  description: text,
  seed: integer(0, GREATEST_SEED),
  orders: mapping({ count: integer(0, MOST_ORDERS), pending: share, list: orders }),
  answers: mapping<Answers>(
    Object.fromEntries(SILENCES.map(({ id, answers }) => [id, oneOf(Object.keys(answers))])) as unknown as {
      readonly [Id in keyof Answers]: Read<Answers[Id]>;
    },
  ),
});

/**
 * The scenario that a YAML text describes; `file` is its name in errors, and without its ending the scenario's own.
 * Throws a UserError with file, line, column and the fix.
 */
export function parseScenario(yaml: string, file = "scenario.yaml"): Scenario {
  const source = new YamlSource(yaml, file);
  const { description = "", seed = 1, orders = {}, answers = {} } = source.root ? scenario(source.root, source) : {};
  const { list = [], count = list.length || 50, pending = 0.6 } = orders;
  if (count < list.length)
    throw source.problem(0, `The scenario asks for ${count} orders and writes out ${list.length}. Raise orders.count.`);
  const name = file.replace(/^.*[\\/]/, "").replace(/\.ya?ml$/, "");
  return { name, description, seed, orders: { count, pending, list }, answers };
}
