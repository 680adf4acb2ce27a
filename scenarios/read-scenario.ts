/** Reads a scenario that is an object. Needs no parser of YAML. */
import { asLoaded, isLoaded } from "./loaded.ts";
import type { LoadedScenario, Scenario } from "./scenario.ts";
import { scenarioSchema } from "./scenario-schema.ts";
import { objectSource } from "./source/object-source.ts";
import { read } from "./source/read.ts";

/** Returns one that has been read as it is. Throws a UserError with the path of a mistake and the fix. */
export function readScenario(given: Scenario): LoadedScenario {
  if (isLoaded(given)) return given;
  return withName(read(objectSource(given, "scenario"), scenarioSchema));
}

/** A scenario of the schema. `name` is for one that has none of its own. */
export function withName(
  scenario: Omit<LoadedScenario, "name"> & { readonly name?: string },
  name = "scenario",
): LoadedScenario {
  return asLoaded({ name, ...scenario });
}
