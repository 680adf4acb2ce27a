/** `orders-kit/scenarios`: the ready-made scenarios, and a parser for your own. */

export { SCENARIOS as scenarios } from "./generated/scenarios.ts";
export { scenarioOrders } from "./initial-orders.ts";
export { parseScenario } from "./parse.ts";
export type { LoadedScenario, Scenario, ScenarioSize } from "./scenario.ts";
