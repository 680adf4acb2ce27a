/** Which scenarios have been read: their defaults are filled in, and no mistake is in them. */
import type { LoadedScenario } from "./scenario.ts";

const loaded = new WeakSet<object>();

/** Returns the scenario, which {@link isLoaded} knows then. */
export function asLoaded(scenario: LoadedScenario): LoadedScenario {
  loaded.add(scenario);
  return scenario;
}

export const isLoaded = (scenario: object): scenario is LoadedScenario => loaded.has(scenario);
