/** Reads scenarios from YAML, and faults from JSON. Runs in browsers too; load.ts reads files. */
import { answers } from "../spec/profile/answers.ts";
import { jsonSource } from "../spec/source/json-source.ts";
import { read } from "../spec/source/read.ts";
import { field, integer, mapping, number, string } from "../spec/source/schemas.ts";
import { errorAt, type Source } from "../spec/source/source.ts";
import { yamlSource } from "../spec/source/yaml-source.ts";
import { eventFields, faultSchema, faultsSchema } from "./event-schemas.ts";
import { ordersSchema } from "./order-schema.ts";
import { type Fault, MAX_ORDERS, MAX_SEED, type Scenario } from "./scenario.ts";

const orders = mapping({
  count: field(
    "The total number of orders: those of `list`, then generated ones. Default: the length of `list`, or 50 without one. `--orders` and a reset replace it; of a list that is longer then, the first orders are taken.",
    integer(0, MAX_ORDERS),
  ),
  pending: field("The share of generated orders that are pending. Default: 0.6.", number(0, 1)),
  list: field("Orders given in full.", ordersSchema),
});

export const scenarioSchema = mapping({
  description: field("One sentence, shown where scenarios are listed.", string),
  seed: field(
    "The seed of generated orders and of random faults. Default: 1.",
    integer(0, MAX_SEED),
  ),
  orders: field("The orders that a world starts with.", orders),
  answers: field("How the mock answers where the contract is silent.", answers),
  ...eventFields,
});

/**
 * Parses a scenario. `file` is used in error messages; without its extension it is the name of the scenario.
 * Throws a UserError with file, line, column and the fix.
 */
export function parseScenario(yaml: string, file = "scenario.yaml"): Scenario {
  return scenarioIn(yamlSource(yaml, file), file);
}

/** The scenario of {@link scenarioText}, which may be longer than what people write. Throws a UserError. */
export function parseScenarioText(json: string, name: string): Scenario {
  return scenarioIn(jsonSource(json, name), name);
}

function scenarioIn(source: Source, file: string): Scenario {
  const {
    description = "",
    seed = 1,
    orders = {},
    answers = {},
    ...events
  } = source.value === undefined ? {} : read(source, scenarioSchema);
  const { list = [], count = orders.list?.length ?? 50, pending = 0.6 } = orders;
  if (count < list.length)
    throw errorAt(
      source,
      ["orders", "count"],
      `The list has ${list.length} orders, more than this number. Raise it, or leave it out.`,
    );

  // A generated order may have the id as well: what the world begins with decides that.
  const known = new Set(list.map(({ order }) => order.id));
  const ships = count === list.length ? (events.ships ?? []) : [];
  for (const [index, { id }] of ships.entries())
    if (id !== undefined && !known.has(id))
      throw errorAt(
        source,
        ["ships", index],
        `ships names order ${id}, which the scenario does not contain. List it, or name another.`,
      );

  const name = file.replace(/^.*[\\/]/, "").replace(/\.ya?ml$/, "");
  return { name, description, seed, orders: { count, pending, list }, answers, ...events };
}

/** Parses faults from JSON: a list, a single fault, or an object with the list under `faults`. Throws a UserError. */
export function parseFaults(text: string, file: string): Fault[] {
  const source = jsonSource(text, file);
  const { value } = source;
  if (value === undefined) return [];
  if (Array.isArray(value)) return read(source, faultsSchema);
  const isObject = typeof value === "object" && value !== null;
  if (!isObject || !("faults" in value)) return [read(source, faultSchema)];
  return read(source, mapping({ faults: faultsSchema })).faults;
}
