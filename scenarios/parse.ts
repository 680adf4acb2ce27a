/** Parses scenarios from YAML, also in browsers; load.ts reads files. */

import { withName } from "./read-scenario.ts";
import type { LoadedScenario } from "./scenario.ts";
import { scenarioSchema } from "./scenario-schema.ts";
import { read } from "./source/read.ts";
import { yamlSource } from "./source/yaml-source.ts";

/**
 * Parses a scenario. Error messages name `file`; without its extension it is also the name of a
 * scenario that has none. Throws a UserError with file, line, column and the fix.
 */
export function parseScenario(yaml: string, file = "scenario.yaml"): LoadedScenario {
  const name = file.replace(/^.*[\\/]/, "").replace(/\.ya?ml$/, "");
  return withName(read(yamlSource(yaml, file), scenarioSchema), name);
}
