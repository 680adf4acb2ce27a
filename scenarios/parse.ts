/** Reads scenarios from YAML, and faults from JSON. Runs in browsers too; load.ts reads files. */

import { faultSchema, faultsSchema } from "./event-schemas.ts";
import { withName } from "./read-scenario.ts";
import type { Fault, LoadedScenario } from "./scenario.ts";
import { scenarioSchema } from "./scenario-schema.ts";
import { jsonSource } from "./source/json-source.ts";
import { read } from "./source/read.ts";
import { mapping } from "./source/schemas.ts";
import { yamlSource } from "./source/yaml-source.ts";

/**
 * Parses a scenario. `file` is used in error messages; without its extension it is the name of the scenario, unless that has one.
 * Throws a UserError with file, line, column and the fix.
 */
export function parseScenario(yaml: string, file = "scenario.yaml"): LoadedScenario {
  const name = file.replace(/^.*[\\/]/, "").replace(/\.ya?ml$/, "");
  return withName(read(yamlSource(yaml, file), scenarioSchema), name);
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
