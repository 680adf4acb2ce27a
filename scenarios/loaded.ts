/** Remembers which scenarios have been read: they have all defaults and no mistakes. */
import type { LoadedScenario } from "./scenario.ts";

const loaded = new WeakSet<object>();

/** Marks the scenario for {@link isLoaded} and returns it. */
export function asLoaded(scenario: LoadedScenario): LoadedScenario {
  loaded.add(scenario);
  return scenario;
}

export const isLoaded = (scenario: object): scenario is LoadedScenario => loaded.has(scenario);
