/** A scenario from YAML text. Runs in browsers too: reading files is load.ts's part. */
import type { Node } from "yaml";
import type { OrderInState } from "../fixtures/orders.ts";
import { type Answers, SILENCES } from "../spec/clauses/index.ts";
import {
  about,
  integer,
  mapping,
  memberOf,
  oneOf,
  type Read,
  type Schema,
  share,
  text,
  YamlSource,
} from "../spec/yaml-reader.ts";
import { readOrders } from "./read-order.ts";
import { troubleFields } from "./read-troubles.ts";
import { GREATEST_SEED, MOST_ORDERS, type Scenario } from "./scenario.ts";
import type { Troubles } from "./troubles.ts";

const answers = mapping<Answers>(
  Object.fromEntries(
    SILENCES.map(({ id, question, answers }) => [id, about(question, oneOf(Object.keys(answers)))]),
  ) as unknown as { readonly [Id in keyof Answers]: Read<Answers[Id]> },
);

interface Written extends Required<Troubles> {
  description: string;
  seed: number;
  orders: Partial<{ count: number; pending: number; list: OrderInState[] }>;
  answers: Partial<Answers>;
}

const scenario = mapping<Written>({
  description: about("One sentence for lists.", text),
  seed: about("What orders and faults are drawn from; 1 by default.", integer(0, GREATEST_SEED)),
  orders: about(
    "The orders that a world starts with.",
    mapping({
      count: about("How many in all, 50 by default: those of the list, then made-up ones.", integer(0, MOST_ORDERS)),
      pending: about("The share of the made-up ones that is pending; 0.6 by default.", share),
      list: about("Orders that are written out.", readOrders),
    }),
  ),
  answers: about("How the mock answers where the contract is silent.", answers),
  ...troubleFields,
});

/** What an editor needs to complete a scenario, and to mark mistakes in it. */
export const SCENARIO_SCHEMA: Schema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "A scenario of orders-kit",
  ...scenario.schema,
};

/**
 * The scenario that a YAML text describes; `file` is its name in errors, and without its ending the scenario's own.
 * Throws a UserError with file, line, column and the fix.
 */
export function parseScenario(yaml: string, file = "scenario.yaml"): Scenario {
  const source = new YamlSource(yaml, file);
  const {
    description = "",
    seed = 1,
    orders = {},
    answers = {},
    ...troubles
  } = source.root ? scenario(source.root, source) : {};
  const { list = [], count = list.length || 50, pending = 0.6 } = orders;
  if (count < list.length)
    throw source.problem(
      countIn(source.root) ?? 0,
      `There are ${list.length} orders in the list, and this asks for fewer in all. Raise it, or leave it out.`,
    );
  const name = file.replace(/^.*[\\/]/, "").replace(/\.ya?ml$/, "");
  return { name, description, seed, orders: { count, pending, list }, answers, ...troubles };
}

/** Where the number of orders is written. */
function countIn(root: Node | null): Node | undefined {
  const orders = root === null ? undefined : memberOf(root, "orders");
  return orders === undefined ? undefined : memberOf(orders, "count");
}
