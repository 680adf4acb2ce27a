/** Writes a scenario as the text of a scenario file. */
import { stringifyJson } from "../spec/interface/json.ts";
import type { Scenario } from "./scenario.ts";

/** JSON, which is YAML too: `parseScenario` of it gives the same scenario. */
export function scenarioText({ name: _, orders, ...rest }: Scenario): string {
  const list = orders.list.map(({ order, state }) => ({ ...order, state }));
  return stringifyJson({ ...rest, orders: { ...orders, list } });
}
