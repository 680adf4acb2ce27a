/** Reads a scenario from YAML text. Runs in browsers too; load.ts reads files. */
import { isSeq, type Node } from "yaml";
import type { OrderInState } from "../fixtures/orders.ts";
import type { Answers } from "../spec/clauses/index.ts";
import { answers } from "../spec/profile/answers.ts";
import { described, integer, type JsonSchema, mapping, number, string } from "../spec/yaml/readers.ts";
import { valueNode, YamlSource } from "../spec/yaml/source.ts";
import type { ScenarioEvents } from "./events.ts";
import { eventFields, operation } from "./read-events.ts";
import { readOrders } from "./read-order.ts";
import { MAX_ORDERS, MAX_SEED, type Scenario } from "./scenario.ts";

interface ScenarioFile extends Required<ScenarioEvents> {
  description: string;
  seed: number;
  orders: Partial<{ count: number; pending: number; list: OrderInState[] }>;
  answers: Partial<Answers>;
}

const scenario = mapping<ScenarioFile>({
  description: described("One sentence, shown where scenarios are listed.", string),
  seed: described("The seed of generated orders and of random faults. Default: 1.", integer(0, MAX_SEED)),
  orders: described(
    "The orders that a world starts with.",
    mapping({
      count: described(
        "The total number of orders: those of `list`, then generated ones. Default: the length of `list`, or 50 without one. `--orders` and a reset replace it; of a list that is longer then, the first orders are taken.",
        integer(0, MAX_ORDERS),
      ),
      pending: described("The share of generated orders that are pending. Default: 0.6.", number(0, 1)),
      list: described("Orders given in full.", readOrders),
    }),
  ),
  answers: described("How the mock answers where the contract is silent.", answers),
  ...eventFields,
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
  const {
    description = "",
    seed = 1,
    orders = {},
    answers = {},
    ...events
  } = source.root ? scenario(source.root, source) : {};
  const { list = [], count = orders.list?.length ?? 50, pending = 0.6 } = orders;
  if (count < list.length)
    throw source.errorAt(
      countIn(source.root) ?? 0,
      `The list has ${list.length} orders, more than this number. Raise it, or leave it out.`,
    );
  const known = new Set(list.map(({ order }) => order.id));
  const missing = events.ships?.findIndex(({ id }) => id !== undefined && !known.has(id)) ?? -1;
  // A generated order may have the id: what the world begins with decides that.
  if (missing >= 0 && count === list.length) {
    const { id } = events.ships![missing]!;
    throw source.errorAt(
      shipIn(source.root, missing) ?? 0,
      `ships names order ${id}, which the scenario does not contain. List it, or name another.`,
    );
  }
  const name = file.replace(/^.*[\\/]/, "").replace(/\.ya?ml$/, "");
  return { name, description, seed, orders: { count, pending, list }, answers, ...events };
}

/** The node of a rule of `ships`. */
function shipIn(root: Node | null, index: number): Node | undefined {
  const ships = root === null ? undefined : valueNode(root, "ships");
  return isSeq<Node>(ships) ? ships.items[index] : undefined;
}

/** The node of `orders.count`. */
function countIn(root: Node | null): Node | undefined {
  const orders = root === null ? undefined : valueNode(root, "orders");
  return orders === undefined ? undefined : valueNode(orders, "count");
}
