/** The scenarios that come with orders-kit. */
import { USER_ERRORS } from "../spec/errors/user-errors.ts";
import { SCENARIOS, type ScenarioName } from "./generated/scenarios.ts";
import type { Scenario } from "./scenario.ts";

/** Editors complete the ready-made names; another text is a file. */
export type NamedScenario = ScenarioName | (string & {});

export const scenarios: Readonly<Record<string, Scenario>> = SCENARIOS;

/** Throws a UserError that lists the names. */
export function scenarioNamed(name: string): Scenario {
  const found = Object.hasOwn(scenarios, name) ? scenarios[name] : undefined;
  if (found === undefined) throw USER_ERRORS.unknownScenario(name, Object.keys(scenarios));
  return found;
}
