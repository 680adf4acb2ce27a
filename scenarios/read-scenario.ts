/** Reads a scenario that is an object, without a YAML parser. */
import { asLoaded, isLoaded } from "./loaded.ts";
import type { LoadedScenario, Scenario } from "./scenario.ts";
import { scenarioSchema } from "./scenario-schema.ts";
import { objectSource } from "./source/object-source.ts";
import { read } from "./source/read.ts";

/**
 * Returns a scenario that has already been read unchanged. Throws a UserError with the path of a
 * mistake and the fix.
 */
export function readScenario(given: Scenario): LoadedScenario {
  if (isLoaded(given)) return given;
  return withName(read(objectSource(given, "scenario"), scenarioSchema));
}

/** Completes a scenario that the schema has read. `name` is used if it has none of its own. */
export function withName(
  scenario: Omit<LoadedScenario, "name"> & { readonly name?: string },
  name = "scenario",
): LoadedScenario {
  return asLoaded({ name, ...scenario });
}
