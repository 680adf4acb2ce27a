/** Reads scenarios from YAML, and faults from JSON. Runs in browsers too; load.ts reads files. */

import { faultSchema, faultsSchema } from "./event-schemas.ts";
import type { Fault, Scenario } from "./scenario.ts";
import { scenarioSchema } from "./scenario-schema.ts";
import { jsonSource } from "./source/json-source.ts";
import { read } from "./source/read.ts";
import { mapping } from "./source/schemas.ts";
import { errorAt, type Source } from "./source/source.ts";
import { yamlSource } from "./source/yaml-source.ts";

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
    errors,
    ...events
  } = read(source, scenarioSchema);
  const { list = [], count = orders.list?.length ?? 50, pending = 0.6, exact } = orders;
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
    if (id !== undefined && !known.has(BigInt(id)))
      throw errorAt(
        source,
        ["ships", index],
        `ships names order ${id}, which the scenario does not contain. List it, or name another.`,
      );

  const name = file.replace(/^.*[\\/]/, "").replace(/\.ya?ml$/, "");
  const all = { count, pending, list, ...(exact && { exact }) };
  return { name, description, seed, orders: all, answers, ...(errors && { errors }), ...events };
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
